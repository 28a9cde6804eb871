import { Controller, Delete, Get, Inject, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { cursorOf, positionOf } from '../admin/list-cursor';
import { callerOf } from '../auth/caller';
import { GATEWAY, type GatewayServices } from '../gateway-services';
import { ProblemError } from '../problems/problem-error';
import { parsed, parsedQuery } from '../submit/parsed-body';
import { dismissalId, isNewerFirst } from './dismissal-book';
import { dismissalBodySchema, dismissalListQuery } from './dismissal-schemas';
import { isInView, reviewed } from './reviewed';

type IdRequest = FastifyRequest<{ Params: { id: string } }>;
const positionSchema = z.tuple([z.string(), z.string()]);

/** Ratings and questions that need no more attention, for all administrators of a tenant. */
@Controller('v1/dismissals')
export class DismissalsController {
  constructor(@Inject(GATEWAY) private readonly services: GatewayServices) {}

  @Get()
  async list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    const { limit, cursor } = parsedQuery(dismissalListQuery, request.query);
    const [dismissedAt, id] = cursor === undefined ? [] : positionOf(positionSchema, cursor);
    const all = (await this.services.dismissals.list(caller.tenant)).filter(
      (one) =>
        isInView(caller, one) &&
        (dismissedAt === undefined || id === undefined || isNewerFirst({ dismissedAt, id }, one) < 0),
    );
    const dismissals = all.slice(0, limit);
    const last = dismissals.at(-1);
    reply.header('cache-control', 'private, no-store').send({
      dismissals,
      nextCursor: last === undefined || all.length === dismissals.length ? null : cursorOf([last.dismissedAt, last.id]),
    });
  }

  /** 201 for a new dismissal, 200 for one that an administrator has made already. */
  @Post()
  async add(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    const { dismissals, audit } = this.services;
    const body = parsed(dismissalBodySchema, request.body);
    const { connection, lifeMs } = await reviewed(this.services, caller, body);
    const { runId, rating = null } = body;
    const id = dismissalId({ runId, rating });
    const known = await dismissals.get(caller.tenant, id);
    if (known !== null) return void reply.status(200).send(known);
    await audit.administering(request, { runId, ...(connection === null ? {} : { connection }) });
    const now = Date.now();
    const dismissed = { runId, rating, connection, dismissedBy: caller.name, dismissedAt: new Date(now).toISOString() };
    const change = await dismissals.add(caller.tenant, dismissed, now + lifeMs);
    if (change === 'full') throw new ProblemError('dismissals_full');
    const stored = change === 'known' ? await dismissals.get(caller.tenant, id) : null;
    reply.status(change === 'known' ? 200 : 201).send(stored ?? { id, ...dismissed });
  }

  /** Succeeds for a dismissal that another administrator has removed. */
  @Delete(':id')
  async remove(@Req() request: IdRequest, @Res() reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    const { dismissals, audit } = this.services;
    const known = await dismissals.get(caller.tenant, request.params.id);
    if (known !== null && isInView(caller, known)) {
      const { runId, connection } = known;
      await audit.administering(request, { runId, ...(connection === null ? {} : { connection }) });
      await dismissals.remove(caller.tenant, known.id);
    }
    reply.status(204).send();
  }
}
