import { isDeepStrictEqual } from 'node:util';
import { Controller, Get, Inject, Patch, Req, Res } from '@nestjs/common';
import { isFileSample, type SampleEntry, type SampleScope } from '@querent/catalog';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { callerOf, seesSql, type Caller } from '../auth/caller';
import { fitStatement } from '../feedback/fit-statement';
import { GATEWAY, type GatewayServices } from '../gateway-services';
import { ProblemError } from '../problems/problem-error';
import { tagMatches } from '../runs/if-none-match';
import { parsed } from '../submit/parsed-body';
import { grantedConnection } from './granted-connection';
import { authorOf, overtaken, sampleChange, tagOf } from './sample-change';
import { sampleFor, samplePatchSchema } from './sample-schemas';

type SampleRequest = FastifyRequest<{ Params: { name: string; id: string } }>;
type Patched = z.infer<typeof samplePatchSchema>;

/** Reviews of one sample question: an administrator approves, rejects or corrects it. */
@Controller('v1/connections/:name/samples/:id')
export class SampleReviewController {
  constructor(@Inject(GATEWAY) private readonly services: GatewayServices) {}

  @Get()
  async get(@Req() request: SampleRequest, @Res() reply: FastifyReply): Promise<void> {
    const { found } = await this.found(request);
    reply.header('etag', tagOf(found)).send(sampleFor(callerOf(request), found));
  }

  @Patch()
  async review(@Req() request: SampleRequest, @Res() reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    const patch = parsed(samplePatchSchema, request.body);
    if (patch.sql !== undefined && !seesSql(caller)) throw new ProblemError('forbidden');
    const { scope, found } = await this.found(request);
    if (isFileSample(found.id)) throw new ProblemError('sample_in_file');
    if (!tagMatches(request.headers['if-match'], tagOf(found))) throw this.changed(found, caller);
    const reviewed = await this.reviewed(scope, found, patch, caller);
    const detail = sampleChange('PATCH', { connection: scope.connection, id: found.id }, found, reviewed);
    await this.services.audit.administering(request, { connection: scope.connection }, detail);
    const unlessChanged = (now: SampleEntry | null): SampleEntry | null =>
      isDeepStrictEqual(now, found) ? reviewed : now;
    const stored = await this.services.sampleStore.change(scope, found.id, unlessChanged, authorOf(caller));
    // Another change came first. It was not overwritten.
    if (stored !== reviewed) throw this.changed(stored, caller);
    reply.status(200).header('etag', tagOf(reviewed)).send(sampleFor(caller, reviewed));
  }

  /** The sample after a review. A statement that becomes approved, or is corrected, is checked by the guard. */
  private async reviewed(scope: SampleScope, found: SampleEntry, patch: Patched, caller: Caller): Promise<SampleEntry> {
    const { reason: _reason, approvedBy: _approver, rejectedBy: _rejecter, ...rest } = found;
    const { status = 'approved', question = found.question, sql = found.sql } = patch;
    const isChecked = status === 'approved' || patch.sql !== undefined;
    const fit = isChecked ? await fitStatement(this.services, scope, { path: 'sql', sql }) : { sql };
    const next = { ...rest, ...fit, question };
    if (status === 'approved') return { ...next, status, approvedBy: caller.name };
    return { ...next, status: 'pending', ...(status === 'rejected' ? { rejectedBy: caller.name } : {}) };
  }

  private changed(now: SampleEntry | null, caller: Caller): ProblemError {
    return now === null ? new ProblemError('not_found') : overtaken(now, caller);
  }

  /** Always of the caller's tenant. */
  private async found(request: SampleRequest): Promise<{ scope: SampleScope; found: SampleEntry }> {
    const caller = callerOf(request);
    const { name, id } = request.params;
    const scope = {
      tenant: caller.tenant,
      connection: grantedConnection(this.services.catalog, caller, name).name,
    };
    const found = isFileSample(id)
      ? ((await this.services.samples.list(scope)).find((sample) => sample.id === id) ?? null)
      : await this.services.sampleStore.get(scope, id);
    if (found === null) throw new ProblemError('not_found');
    return { scope, found };
  }
}
