import { Controller, Delete, Get, Inject, Param, Post, Req, Res } from '@nestjs/common';
import type { Run } from '@querent/contracts';
import { CallbackQueue, discardLetter, replayLetter, type DeadLetter, type NewRun } from '@querent/saga';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { administeredTenant } from '../admin/administered';
import { callerOf, operates, seesSql, type Caller } from '../auth/caller';
import { isStillGranted } from '../auth/still-granted';
import { GATEWAY, type GatewayServices } from '../gateway-services';
import { ProblemError } from '../problems/problem-error';
import { mayStillRead } from '../results/may-still-read';
import { publishOutbox } from '../runs/publish-outbox';
import { parsedQuery } from '../submit/parsed-body';
import { deadLetterPage, deadLetterQuery } from './dead-letter-page';

const CLOSED_REASON = 'hidden: the data is no longer open to this key';

/** Lists, replays and discards dead letters, for the administrators of their tenant and for operators. */
@Controller('v1/dead-letters')
export class DeadLettersController {
  constructor(@Inject(GATEWAY) private readonly services: GatewayServices) {}

  @Get()
  async list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const query = parsedQuery(deadLetterQuery, request.query);
    const caller = callerOf(request);
    const page = deadLetterPage(
      await this.services.letters.ofTenant(administeredTenant(caller, undefined)),
      query,
      seesSql(caller),
    );
    reply.send({
      ...page,
      deadLetters: await Promise.all(page.deadLetters.map((letter) => this.asOpen(caller, letter))),
    });
  }

  @Post(':id/replay')
  async replay(@Req() request: FastifyRequest, @Param('id') id: string, @Res() reply: FastifyReply): Promise<void> {
    const { store, letters, redis, audit, catalog, grants } = this.services;
    const letter = await this.found(request, id);
    await audit.administering(request, { tenant: letter.tenant, runId: letter.runId });
    const isGranted = async (run: Run): Promise<boolean> =>
      isStillGranted(catalog, await grants.callerOf(run), run.request.connection);
    const deps = {
      store,
      letters,
      callbacks: new CallbackQueue(redis, store.keys),
      isGranted,
      announce: (run: NewRun) => audit.asked(run),
    };
    const replayed = await replayLetter(deps, letter, await this.turnOf(letter));
    if (replayed.kind === 'outdated') throw new ProblemError('not_found');
    if (replayed.kind === 'not_granted') throw new ProblemError('forbidden');
    if (replayed.kind === 'called_back') return void reply.status(202).send({ runId: letter.runId });
    const { run, outbox } = replayed;
    publishOutbox(this.services, outbox);
    reply.status(202).header('location', `/v1/queries/${run.id}`).send({ runId: run.id });
  }

  @Delete(':id')
  async discard(@Req() request: FastifyRequest, @Param('id') id: string, @Res() reply: FastifyReply): Promise<void> {
    const { store, letters, redis } = this.services;
    const letter = await this.found(request, id);
    await this.services.audit.administering(request, { tenant: letter.tenant, runId: letter.runId });
    await discardLetter({ store, letters, callbacks: new CallbackQueue(redis, store.keys) }, letter);
    reply.status(204).send();
  }

  /** A reason may quote stored values, so an administrator sees it only if the run's data is still open to the key. */
  private async asOpen(caller: Caller, letter: DeadLetter): Promise<DeadLetter> {
    if (operates(caller) || letter.job === 'callback' || !seesSql(caller)) return letter;
    const run = await this.services.store.get(letter.runId);
    return run === null || (await mayStillRead(this.services, caller, run))
      ? letter
      : { ...letter, reason: CLOSED_REASON };
  }

  private async found(request: FastifyRequest, id: string): Promise<DeadLetter> {
    const letter = await this.services.letters.find(administeredTenant(callerOf(request), undefined), id);
    if (letter === null) throw new ProblemError('not_found');
    return letter;
  }

  private turnOf({ tenant }: DeadLetter): Promise<number> {
    return this.services.store.turns.take(tenant, this.services.catalog.limitsOf(tenant).weight ?? 1);
  }
}
