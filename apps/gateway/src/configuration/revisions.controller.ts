import { Controller, Get, Inject, Post, Req, Res } from '@nestjs/common';
import { pathOf, type ConfigItem, type Revision, type RevisionSummary } from '@querent/catalog';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { callerOf, seesSql, type Caller } from '../auth/caller';
import { GATEWAY, type GatewayServices } from '../gateway-services';
import { ProblemError } from '../problems/problem-error';
import { parsedQuery } from '../submit/parsed-body';
import { demandGrantable, mayAdminister } from './authority';
import { restoreQuery, revisionQuery, type exportSchema, type revisionViewSchema } from './configuration-schemas';
import { ConfigurationWriter } from './configuration-writer';
import { withoutSecrets } from './connection-text';
import { tagOf } from './entity-tag';
import { exportedFiles } from './exported-files';
import { cursorAfter, mergedByTime, startOf } from './revision-page';
import { isSampleRevision, SampleRevisions, sampleRevisionFor } from './sample-revisions';

type IdRequest = FastifyRequest<{ Params: { id: string } }>;

/** Who changed what when, undoing it, and the configuration as files. */
@Controller('v1')
export class RevisionsController {
  private readonly writer: ConfigurationWriter;
  private readonly samples: SampleRevisions;

  constructor(@Inject(GATEWAY) private readonly services: GatewayServices) {
    this.writer = new ConfigurationWriter(services);
    this.samples = new SampleRevisions(services);
  }

  @Get('revisions')
  async list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    const { kind, name, limit, cursor } = parsedQuery(revisionQuery, request.query);
    const start = startOf(cursor);
    const isWanted = (summary: RevisionSummary): boolean =>
      (kind === undefined || summary.kind === kind) &&
      (name === undefined || summary.name === name) &&
      mayAdminister(this.services.catalog, caller, summary);
    const [ofConfiguration, ofSamples] = await Promise.all([
      kind === 'sample' ? [] : this.services.revisions.list(isWanted, { below: start.configuration, limit: limit + 1 }),
      kind === undefined || kind === 'sample'
        ? this.samples.list(caller, name, { below: start.samples, limit: limit + 1 })
        : [],
    ]);
    const found = mergedByTime(ofConfiguration, ofSamples);
    const revisions = found.slice(0, limit);
    reply.send({ revisions, nextCursor: found.length > limit ? cursorAfter(start, revisions) : null });
  }

  @Get('revisions/:id')
  async get(@Req() request: IdRequest, @Res() reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    const { id } = request.params;
    reply.send(
      isSampleRevision(id)
        ? sampleRevisionFor(caller, await this.samples.get(caller, id))
        : viewOf(caller, await this.revision(caller, id)),
    );
  }

  /** Makes the state after (or before) a revision the one in force, as a revision. */
  @Post('revisions/:id/restore')
  async restore(@Req() request: IdRequest, @Res() reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    const { state = 'after' } = parsedQuery(restoreQuery, request.query);
    if (isSampleRevision(request.params.id)) {
      const { revision, etag } = await this.samples.restore(request, request.params.id, state);
      if (etag !== null) reply.header('etag', etag);
      return void reply.status(200).send(sampleRevisionFor(caller, revision));
    }
    const old = await this.revision(caller, request.params.id);
    const { kind, name, tenant } = old;
    const item = { kind, name, tenant };
    const wanted = old[state];
    if (kind === 'key') this.demandRestorable(caller, item, wanted);
    const { 'if-match': match, 'if-none-match': noneMatch } = request.headers;
    const restored = await this.writer.write({
      item,
      caller,
      action: 'restore',
      of: old.id,
      ofState: state === 'before' ? state : undefined,
      // Before the first revision, the file of the folder (or none) was in force, and is again.
      after: () =>
        wanted.layer === 'revision' ? { layer: 'revision', text: wanted.text } : { layer: 'file', text: null },
      headers: match === undefined && noneMatch === undefined ? null : request.headers,
      shown: (text) => shown(caller, old, text) ?? '',
      audit: (detail) =>
        this.services.audit.administering(
          request,
          kind === 'agent' || kind === 'key' ? { tenant: tenant ?? undefined } : { connection: name },
          detail,
        ),
    });
    const tag = tagOf(this.writer.item(item));
    if (tag !== null) reply.header('etag', tag);
    reply.status(200).send(viewOf(caller, restored));
  }

  @Get('export')
  async export(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    await this.services.audit.administering(request);
    const body: z.infer<typeof exportSchema> = await exportedFiles(this.services, caller);
    reply.header('cache-control', 'no-store').send(body);
  }

  /** Restoring a key grants what it has; that of the keys file, if no revision is over it. */
  private demandRestorable(caller: Caller, item: ConfigItem, { text }: Revision['after']): void {
    const path = pathOf(item);
    const { ownKeys, keys } = this.services.catalog.tried(new Map([[path, text]]));
    const key = ownKeys.has(item.name) ? ownKeys.get(item.name) : keys?.find(({ name }) => name === item.name);
    if (key) demandGrantable(caller, key);
  }

  private async revision(caller: Caller, id: string): Promise<Revision> {
    const found = /^\d{1,15}$/.test(id) ? await this.services.revisions.get(id) : null;
    if (found === null) throw new ProblemError('not_found');
    if (!mayAdminister(this.services.catalog, caller, found)) throw new ProblemError('not_found', { denied: true });
    return found;
  }
}

function viewOf(caller: Caller, revision: Revision): z.infer<typeof revisionViewSchema> {
  const { before, after, ...summary } = revision;
  const state = ({ layer, text }: Revision['after']) =>
    seesSql(caller) || revision.kind === 'key' ? { layer, text: shown(caller, revision, text) } : null;
  return { ...summary, before: state(before), after: state(after) };
}

/** A text for its reader: without secrets, and without the digest of a key. */
function shown(caller: Caller, { kind }: Pick<Revision, 'kind'>, text: string | null): string | null {
  if (text === null) return null;
  if (kind === 'key') return text.replace(/^sha256: .*\n?/m, '');
  if (!seesSql(caller)) return '';
  return kind === 'connection' ? withoutSecrets(text) : text;
}
