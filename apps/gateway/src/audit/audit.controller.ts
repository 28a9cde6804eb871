import { Readable } from 'node:stream';
import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { AuditFilter } from '@querent/audit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { administeredTenant } from '../admin/administered';
import { keyInForce, whileInForce } from '../auth/key-in-force';
import { callerOf, type Caller } from '../auth/caller';
import { GATEWAY, type GatewayServices } from '../gateway-services';
import { markGated } from '../leak/response-gate';
import { ProblemError } from '../problems/problem-error';
import { languageOf } from '../problems/problem-language';
import { csvOf } from '../results/delimited-rows';
import { offeredType } from '../results/offered-type';
import { parsedQuery } from '../submit/parsed-body';
import { auditQuerySchema, type AuditQuery } from './audit-schemas';
import { auditColumns, entriesFor, exportLines, rowsOf, type ShowEntry } from './exported-entry';

const auditTypes = ['application/json', 'application/x-ndjson', 'text/csv'] as const;

/** Audit trail of a tenant: administrators read their tenant's, operators any tenant's. */
@Controller('v1/audit')
export class AuditController {
  constructor(@Inject(GATEWAY) private readonly services: GatewayServices) {}

  @Get()
  async export(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    const query = parsedQuery(auditQuerySchema, request.query);
    const type = offeredType(request.headers.accept, auditTypes);
    if (type === null) throw new ProblemError('not_acceptable');
    const filter = this.filter(caller, query);
    // Recorded before reading: every read of the trail is in the trail, and this new entry reveals whether the trail's
    // end was cut off.
    await this.services.audit.administering(request, { connection: query.connection });
    markGated(reply).header('vary', 'Accept').header('cache-control', 'private, no-store');
    if (type === 'application/json') await this.sendPage(reply, caller, filter, query);
    else this.sendWhole(request, reply, { caller, filter, type, bom: query.bom === '1' });
  }

  private filter(caller: Caller, query: AuditQuery): AuditFilter {
    const tenant = administeredTenant(caller, query.tenant ?? caller.tenant) ?? caller.tenant;
    const { key, connection, kind, runId, from, to } = query;
    return { tenant, key, connection, kind, runId, from, to };
  }

  private showing(request: FastifyRequest, caller: Caller): ShowEntry {
    return entriesFor(caller, this.services.gates, languageOf(request));
  }

  private async sendPage(
    reply: FastifyReply,
    caller: Caller,
    filter: AuditFilter,
    { limit, cursor }: AuditQuery,
  ): Promise<void> {
    const { entries, nextCursor } = await this.services.audit.trail.read(filter, {
      limit,
      ...(cursor === undefined ? {} : { cursor }),
    });
    const page = { entries: await Promise.all(entries.map(this.showing(reply.request, caller))), nextCursor };
    reply.type('application/json; charset=utf-8').send(JSON.stringify(page));
  }

  /** Streams the trail with backpressure: entries are read no faster than the client takes them. */
  private sendWhole(request: FastifyRequest, reply: FastifyReply, { caller, filter, type, bom }: Whole): void {
    const csv = type === 'text/csv';
    reply
      .type(csv ? 'text/csv; charset=utf-8; header=present' : 'application/x-ndjson; charset=utf-8')
      .header('content-disposition', `attachment; filename="audit.${csv ? 'csv' : 'ndjson'}"`);
    if (request.method === 'HEAD') return void reply.send('');
    const show = this.showing(request, caller);
    const batches = whileInForce(this.services.audit.trail.entries(filter), keyInForce(this.services, request));
    const parts = csv ? csvOf(auditColumns, rowsOf(batches, show), { bom, raw: false }) : exportLines(batches, show);
    reply.send(Readable.from(parts, { highWaterMark: 2 }));
  }
}

interface Whole {
  caller: Caller;
  filter: AuditFilter;
  type: 'text/csv' | 'application/x-ndjson';
  bom: boolean;
}
