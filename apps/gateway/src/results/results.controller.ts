import { Readable } from 'node:stream';
import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { chartSvgBlob, isTerminal, type ResultRef, type Run } from '@querent/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { callerOf, seesSql } from '../auth/caller';
import { streamEvents } from '../events/event-stream';
import { lastEventId } from '../events/last-event-id';
import { GATEWAY, type GatewayServices } from '../gateway-services';
import { columnsPlan } from '../leak/gate-plans';
import { gatedSvg } from '../leak/gated-svg';
import { passedTheDoor } from '../leak/last-gate';
import { ProblemError } from '../problems/problem-error';
import { ownRun } from '../runs/own-run';
import { resultQuerySchema } from '../runs/query-schemas';
import { parsedQuery } from '../submit/parsed-body';
import { csvOf, ndjsonOf } from './delimited-rows';
import { offeredType } from './offered-type';
import { columnsFor } from './opaque-columns';
import { decodePageCursor, encodePageCursor } from './page-cursor';
import { resultHome } from './result-home';

type IdRequest = FastifyRequest<{ Params: { id: string } }>;
type ResultQuery = z.infer<typeof resultQuerySchema>;

/** So many rows are looked at to tell a drawing's data from its titles; a drawing shows fewer. */
const rowsBehindDrawing = 1_000;

export const resultTypes = ['application/json', 'text/csv', 'application/x-ndjson'] as const;

/** What a run brings forth: its events as they come, its rows, its drawing. */
@Controller('v1/queries/:id')
export class ResultsController {
  constructor(@Inject(GATEWAY) private readonly services: GatewayServices) {}

  @Get('events')
  async events(@Req() request: IdRequest, @Res() reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    const run = await ownRun(this.services, caller, request.params.id);
    const after = lastEventId(request.headers['last-event-id']);
    if (isTerminal(run.status) && (await this.services.store.events(run.id, after)).length === 0) {
      // 204 is what makes an EventSource stop coming back after the end.
      reply.status(204).send();
      return;
    }
    reply.hijack();
    reply.raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache, no-transform', connection: 'keep-alive', 'x-accel-buffering': 'no',
    });
    await streamEvents(this.services, caller, run, after, reply.raw);
  }

  @Get('result')
  async result(@Req() request: IdRequest, @Res() reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    const run = await ownRun(this.services, caller, request.params.id);
    const query = parsedQuery(resultQuerySchema, request.query);
    const type = offeredType(request.headers.accept, resultTypes);
    if (type === null) throw new ProblemError('not_acceptable');
    const { runId, ref: stored } = resultHome(run);
    if (stored === null) throw new ProblemError(isTerminal(run.status) ? 'not_found' : 'result_not_ready');
    const door = await this.services.gates.ofRun(caller, run);
    const ref = { ...stored, columns: door.json(columnsFor(stored.columns, seesSql(caller)), columnsPlan) };
    passedTheDoor(reply).header('vary', 'Accept');
    if (type === 'application/json') await this.sendPage(reply, runId, ref, query);
    else this.sendWhole(reply, run, runId, ref, type, query);
  }

  @Get('chart.svg')
  async chart(@Req() request: IdRequest, @Res() reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    const run = await ownRun(this.services, caller, request.params.id);
    const { runId, ref } = resultHome(run);
    const svg = run.data.chart && (await this.services.store.readBlob(runId, chartSvgBlob));
    if (svg === null) throw new ProblemError('not_found');
    const rows = ref === null || seesSql(caller) ? [] : await this.services.results.readPage(runId, ref, 0, rowsBehindDrawing);
    const gated = gatedSvg(svg, await this.services.gates.ofRun(caller, run), rows);
    // Opened in a browser tab, a drawing must not be able to run anything.
    passedTheDoor(reply).type('image/svg+xml; charset=utf-8').header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; img-src data:").send(gated);
  }

  private async sendPage(reply: FastifyReply, runId: string, ref: ResultRef, query: ResultQuery): Promise<void> {
    const offset = decodePageCursor(query.cursor);
    const rows = await this.services.results.readPage(runId, ref, offset, query.limit);
    const next = offset + rows.length;
    const nextCursor = rows.length > 0 && next < ref.rowCount ? encodePageCursor(next) : null;
    const page = { columns: ref.columns, rows, rowCount: ref.rowCount, truncated: ref.truncated, nextCursor };
    reply.type('application/json; charset=utf-8').send(JSON.stringify(page));
  }

  /** Streams page by page: no more than one is in memory, and the next is read when the client has taken the last. */
  private sendWhole(reply: FastifyReply, run: Run, runId: string, ref: ResultRef, type: 'text/csv' | 'application/x-ndjson', query: ResultQuery): void {
    const pages = this.services.results.pages(runId, ref);
    const csv = type === 'text/csv';
    const parts = csv ? csvOf(ref.columns, pages, { bom: query.bom === '1', raw: query.raw === '1' }) : ndjsonOf(ref.columns, pages);
    reply
      .type(csv ? 'text/csv; charset=utf-8; header=present' : 'application/x-ndjson; charset=utf-8')
      .header('content-disposition', `attachment; filename="${run.id}.${csv ? 'csv' : 'ndjson'}"`)
      .send(Readable.from(parts, { highWaterMark: 2 }));
  }
}
