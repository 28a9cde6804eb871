import { createHash, randomBytes } from 'node:crypto';
import { Controller, Get, Inject, Post, Req, Res } from '@nestjs/common';
import { pathOf } from '@querent/catalog';
import { isEnded, type Impact } from '@querent/impact';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { WITHHELD } from '../admin/withheld-texts';
import { callerOf, seesSql, type Caller } from '../auth/caller';
import { administeredModel } from '../configuration/authority';
import { ConfigurationWriter, invalid } from '../configuration/configuration-writer';
import { writtenText } from '../configuration/written-text';
import { GATEWAY, type GatewayServices } from '../gateway-services';
import { ProblemError } from '../problems/problem-error';
import { languageOf } from '../problems/problem-language';
import { tagMatches } from '../runs/if-none-match';
import { shownImpact, type ShownImpact } from './shown-impact';

type NameRequest = FastifyRequest<{ Params: { name: string } }>;
type ImpactRequest = FastifyRequest<{ Params: { name: string; id: string } }>;

const RETRY_AFTER_S = '1';

/** Compares drafts of a semantic model with the model in force, by jobs. */
@Controller('v1/connections/:name/model/impact')
export class ImpactController {
  private readonly writer: ConfigurationWriter;

  constructor(@Inject(GATEWAY) private readonly services: GatewayServices) {
    this.writer = new ConfigurationWriter(services);
  }

  /** A request without a body compares with no model file, as after its removal. */
  @Post()
  async begin(@Req() request: NameRequest, @Res() reply: FastifyReply): Promise<void> {
    const { impacts, impactQueue, definitionsQueue, models, audit } = this.services;
    const caller = callerOf(request);
    const { name } = request.params;
    const item = administeredModel(this.services.catalog, caller, name);
    const written = isEmpty(request.body) ? null : writtenText(request);
    const mistakes = await this.writer.mistakes(item, pathOf(item), written?.text ?? null, caller);
    if (mistakes.length > 0)
      throw invalid(
        mistakes.map(({ line, message, path, ...rest }) => ({
          ...rest,
          // Mistakes name objects of the database that resemble the written ones.
          ...(seesSql(caller) ? { path, message } : { path: '', message: WITHHELD }),
          ...(written?.hasLines === true ? { line } : {}),
        })),
      );
    const { tenant } = caller;
    if (this.services.catalog.connection(name) === undefined) throw new ProblemError('connection_unknown');
    if ((await models.model(name, tenant)) === null)
      throw new ProblemError('connection_unavailable', { headers: { 'retry-after': '2' } });
    await audit.administering(request, { connection: name });
    const id = `i${Date.now().toString(36)}${randomBytes(6).toString('hex')}`;
    const draft = written?.text ?? null;
    const createdAt = new Date().toISOString();
    // Who may not publish a draft does not run its SQL either.
    const isTried = seesSql(caller);
    const current = await impacts.begin({ id, tenant, connection: name, draft, isTried, createdAt });
    // Also another one's job, which its gateway may have failed to add; a job that is in the queue is not added again.
    await impactQueue.publish(current, { tenant, id: current });
    if (current !== id) throw await this.running(caller, name, current);
    if (written !== null && isTried)
      await definitionsQueue.publish(id, { tenant, id, by: caller.name, hasLines: written.hasLines });
    const begun = await this.own(caller, name, id);
    reply
      .status(202)
      .header('location', addressOf(begun))
      .header('retry-after', RETRY_AFTER_S)
      .send(shownTo(request, begun));
  }

  @Get(':id')
  async read(@Req() request: ImpactRequest, @Res() reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    const { name, id } = request.params;
    administeredModel(this.services.catalog, caller, name);
    const impact = await this.own(caller, name, id);
    if (impact.status === 'queued') await this.services.impactQueue.publish(id, { tenant: caller.tenant, id });
    const shown = shownTo(request, impact);
    const tag = tagOf(shown, caller);
    reply.header('etag', tag);
    if (!isEnded(impact.status) || impact.definitions.status === 'working') reply.header('retry-after', RETRY_AFTER_S);
    if (tagMatches(request.headers['if-none-match'], tag)) return void reply.status(304).send();
    reply.send(shown);
  }

  /** Idempotent; a job that has ended does not change. */
  @Post(':id/cancel')
  async cancel(@Req() request: ImpactRequest, @Res() reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    const { name, id } = request.params;
    administeredModel(this.services.catalog, caller, name);
    const impact = await this.own(caller, name, id);
    if (!isEnded(impact.status)) {
      await this.services.audit.administering(request, { connection: name });
      await this.services.impacts.cancel(caller.tenant, id);
    }
    const now = await this.own(caller, name, id);
    reply.status(202).header('location', addressOf(now)).send(shownTo(request, now));
  }

  /** A job of the caller's tenant about that connection; operators see their key's tenant alone. */
  private async own({ tenant }: Caller, name: string, id: string): Promise<Impact> {
    const impact = /^[a-z0-9]{8,40}$/.test(id) ? await this.services.impacts.get(tenant, id) : null;
    if (impact?.connection !== name) throw new ProblemError('not_found');
    return impact;
  }

  private async running({ tenant }: Caller, name: string, id: string): Promise<ProblemError> {
    const other = await this.services.impacts.get(tenant, id);
    const location: Record<string, string> = other?.connection === name ? { location: addressOf(other) } : {};
    return new ProblemError('comparison_running', { headers: { 'retry-after': RETRY_AFTER_S, ...location } });
  }
}

const shownTo = (request: FastifyRequest, impact: Impact): ShownImpact =>
  shownImpact(impact, {
    seesSql: seesSql(callerOf(request)),
    locale: languageOf(request),
  });

const isEmpty = (body: unknown): boolean => body === undefined || body === null;

const addressOf = ({ connection, id }: Impact): string =>
  `/v1/connections/${encodeURIComponent(connection)}/model/impact/${id}`;

/** Callers without `sql:read` may get other texts. */
const tagOf = (impact: ShownImpact, caller: Caller): string =>
  `"${createHash('sha256')
    .update(JSON.stringify([impact, seesSql(caller)]))
    .digest('base64url')
    .slice(0, 22)}"`;
