import { Controller, Delete, Get, Inject, Post, Req, Res } from '@nestjs/common';
import { isFileSample, sampleHash, type SampleEntry, type SampleScope, newestFirst } from '@querent/catalog';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { callerOf } from '../auth/caller';
import { fitStatement } from '../feedback/fit-statement';
import { GATEWAY, type GatewayServices } from '../gateway-services';
import { ProblemError } from '../problems/problem-error';
import { parsed, parsedQuery } from '../submit/parsed-body';
import { grantedConnection } from './granted-connection';
import { authorOf, sampleChange } from './sample-change';
import { sampleBodySchema, sampleDeleteQuery, sampleFor, sampleListQuery, shownStatus } from './sample-schemas';
import { cursorOf, positionOf } from './list-cursor';

type NameRequest = FastifyRequest<{ Params: { name: string } }>;
type SampleRequest = FastifyRequest<{ Params: { name: string; id: string } }>;

/** Sample questions of a connection, for the administrators of a tenant. */
@Controller('v1/connections/:name/samples')
export class SamplesController {
  constructor(@Inject(GATEWAY) private readonly services: GatewayServices) {}

  @Get()
  async list(@Req() request: NameRequest, @Res() reply: FastifyReply): Promise<void> {
    const { status, limit, cursor } = parsedQuery(sampleListQuery, request.query);
    const all = await this.services.samples.list(this.scope(request));
    const wanted = samplesBehind(
      all.filter((sample) => status === undefined || shownStatus(sample) === status),
      cursor,
    );
    const page = wanted.slice(0, limit);
    const last = page.at(-1);
    const caller = callerOf(request);
    reply.send({
      samples: page.map((sample) => sampleFor(caller, sample)),
      nextCursor: last === undefined || wanted.length === page.length ? null : sampleCursor(last),
    });
  }

  @Post()
  async add(@Req() request: NameRequest, @Res() reply: FastifyReply): Promise<void> {
    const scope = this.scope(request);
    const { question, sql, locale } = parsed(sampleBodySchema, request.body);
    const fit = await fitStatement(this.services, scope, { path: 'sql', sql });
    const same = await this.services.samples.same(scope, { question, sql: fit.sql });
    // An equal approved sample exists: status 200 instead of 201, and nothing is stored. A pending or retired one is
    // overwritten below.
    if (same?.status === 'approved' && (locale === undefined || same.locale === locale))
      return void reply.status(200).send(sampleFor(callerOf(request), same));
    const id = same === null || isFileSample(same.id) ? `admin-${sampleHash({ question, sql: fit.sql })}` : same.id;
    const added: SampleEntry = {
      id,
      question,
      sql: fit.sql,
      ...(locale === undefined ? {} : { locale }),
      source: 'admin',
      status: 'approved',
      createdAt: new Date().toISOString(),
      by: callerOf(request).name,
      modelVersion: fit.modelVersion,
    };
    const replaced = await this.services.sampleStore.get(scope, id);
    await this.record(request, 'POST', id, replaced, added);
    const unlessApproved = (before: SampleEntry | null): SampleEntry =>
      before?.status === 'approved' && before.locale === locale
        ? before
        : { ...added, createdAt: before?.createdAt ?? added.createdAt };
    const stored = await this.services.sampleStore.change(scope, id, unlessApproved, authorOf(callerOf(request)));
    reply.status(same === null ? 201 : 200).send(stored);
  }

  @Post(':id/approve')
  async approve(@Req() request: SampleRequest, @Res() reply: FastifyReply): Promise<void> {
    const scope = this.scope(request);
    const found = await this.stored(scope, request.params.id);
    const fit = await fitStatement(this.services, scope, { path: 'sql', sql: found.sql });
    const approvedOf = ({ reason: _, rejectedBy: __, ...rest }: SampleEntry): SampleEntry => ({
      ...rest,
      status: 'approved',
      modelVersion: fit.modelVersion,
      approvedBy: callerOf(request).name,
    });
    await this.record(request, 'POST', found.id, found, found.status === 'approved' ? found : approvedOf(found));
    // Only the version that was checked above is approved: its author may have changed it since.
    const ifChecked = (now: SampleEntry | null): SampleEntry | null =>
      now === null || now.sql !== found.sql || now.question !== found.question || now.status === 'approved'
        ? now
        : approvedOf(now);
    const approved = await this.services.sampleStore.change(scope, found.id, ifChecked, authorOf(callerOf(request)));
    if (approved === null) throw new ProblemError('not_found');
    reply.status(200).send(sampleFor(callerOf(request), approved));
  }

  @Delete()
  async remove(@Req() request: NameRequest, @Res() reply: FastifyReply): Promise<void> {
    const scope = this.scope(request);
    const found = await this.stored(scope, parsedQuery(sampleDeleteQuery, request.query).id);
    await this.record(request, 'DELETE', found.id, found, null);
    await this.services.sampleStore.change(scope, found.id, () => null, authorOf(callerOf(request)));
    reply.status(204).send();
  }

  /** Records a change in the audit trail, before it takes effect. */
  private record(
    request: NameRequest,
    action: 'POST' | 'DELETE',
    id: string,
    before: SampleEntry | null,
    after: SampleEntry | null,
  ): Promise<void> {
    const connection = request.params.name;
    const detail = sampleChange(action, { connection, id }, before, after);
    return this.services.audit.administering(request, { connection }, detail);
  }

  /** Always the caller's tenant. */
  private scope(request: NameRequest): SampleScope {
    const caller = callerOf(request);
    return {
      tenant: caller.tenant,
      connection: grantedConnection(this.services.catalog, caller, request.params.name).name,
    };
  }

  private async stored(scope: SampleScope, id: string): Promise<SampleEntry> {
    if (isFileSample(id))
      throw new ProblemError(
        (await this.services.samples.list(scope)).some((sample) => sample.id === id) ? 'sample_in_file' : 'not_found',
      );
    const found = await this.services.sampleStore.get(scope, id);
    if (found === null) throw new ProblemError('not_found');
    return found;
  }
}

const positionSchema = z.tuple([z.string().nullable(), z.string()]);

/** Cursor of a list of samples. */
const sampleCursor = ({ createdAt, id }: SampleEntry): string => cursorOf([createdAt, id]);

/** Samples after the cursor, in list order. Throws `bad_request` for anything that `sampleCursor` did not make. */
function samplesBehind(samples: readonly SampleEntry[], cursor: string | undefined): SampleEntry[] {
  if (cursor === undefined) return [...samples];
  const [createdAt, id] = positionOf(positionSchema, cursor);
  return samples.filter((sample) => newestFirst(sample, { createdAt, id }) > 0);
}
