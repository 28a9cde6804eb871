import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { isTerminal, type Run } from '@querent/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { noteFacts } from '../audit/request-facts';
import { callerOf } from '../auth/caller';
import { keyInForce } from '../auth/key-in-force';
import { streamEvents, lastEventId, OpenStreams } from '../events/event-stream';
import { chartOf } from '../drawing/chart-drawings';
import { drawChart } from '../drawing/draw-chart';
import { originHeaders } from '../embed/allow-origins';
import { GATEWAY, type GatewayServices } from '../gateway-services';
import { markGated } from '../leak/response-gate';
import { ProblemError } from '../problems/problem-error';
import { tagMatches } from '../runs/if-none-match';
import { runOfPath, shownOption } from '../runs/own-run';
import { resultQuerySchema } from '../runs/query-schemas';
import { parsedQuery } from '../submit/parsed-body';
import { offeredType } from './offered-type';
import { demandOpenData } from './may-still-read';
import { resultPage, shownResult, type ShownResult } from './shown-result';
import { formats, wholeResult, type StreamType } from './whole-result';

type IdRequest = FastifyRequest<{ Params: { id: string } }>;
type ResultQuery = z.infer<typeof resultQuerySchema>;

export const resultTypes = [
  'application/json',
  'text/csv',
  'application/x-ndjson',
  'application/vnd.apache.arrow.stream',
] as const;

/** Outputs of a run: event stream, rows and chart. */
@Controller('v1/queries/:id')
export class ResultsController {
  private readonly streams: OpenStreams;

  constructor(@Inject(GATEWAY) private readonly services: GatewayServices) {
    this.streams = new OpenStreams(services.env.STREAMS_PER_TENANT);
  }

  @Get('events')
  async events(@Req() request: IdRequest, @Res() reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    const run = await runOfPath(this.services, request, 'shared');
    const after = lastEventId(request.headers['last-event-id']);
    if (isTerminal(run.status) && (await this.services.store.events(run.id, after)).length === 0) {
      // 204 makes an EventSource stop reconnecting after the end.
      reply.status(204).send();
      return;
    }
    const leave = this.streams.enter(caller.tenant);
    reply.hijack();
    reply.raw.writeHead(200, {
      ...originHeaders(reply),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      connection: 'keep-alive',
      'x-accel-buffering': 'no',
    });
    const rows = await streamEvents(
      this.services,
      { caller, key: keyInForce(this.services, request), run, after },
      reply.raw,
    ).finally(leave);
    if (rows !== null) this.services.audit.rowsRead(run, caller, rows, 'events');
  }

  @Get('result')
  async result(@Req() request: IdRequest, @Res() reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    const run = await runOfPath(this.services, request, 'shared');
    noteFacts(request, { connection: run.request.connection });
    const query = parsedQuery(resultQuerySchema, request.query);
    const type = offeredType(request.headers.accept, resultTypes);
    if (type === null) throw new ProblemError('not_acceptable');
    const { runId, ref, reader } = await shownResult(this.services, caller, run);
    markGated(reply).header('vary', 'Accept');
    if ((ref.cutCells ?? 0) > 0) reply.header('x-querent-cut-cells', String(ref.cutCells));
    if (type === 'application/json') await this.sendPage(reply, { runId, ref, reader }, query);
    else await this.sendWhole(request, reply, { run, runId, ref, reader, type, query });
  }

  @Get('chart.svg')
  async chart(@Req() request: IdRequest, @Res() reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    const run = await runOfPath(this.services, request, 'shared');
    noteFacts(request, { connection: run.request.connection });
    const { chart } = run.data;
    if (chart === null) throw new ProblemError('not_found');
    await demandOpenData(this.services, caller, run);
    const shown = chartOf(await shownOption(this.services, caller, run, chart));
    const tag = `"${shown.tag}"`;
    const isKnown = tagMatches(request.headers['if-none-match'], tag);
    const svg = isKnown ? null : await drawChart(this.services, run, shown);
    markGated(reply).header('etag', tag).header('cache-control', 'private, no-cache');
    if (svg === null) {
      reply.status(304).send();
      return;
    }
    // An SVG opened in a browser tab must not be able to run scripts.
    reply
      .type('image/svg+xml; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; img-src data:")
      .send(svg);
  }

  private async sendPage(reply: FastifyReply, result: ShownResult, query: ResultQuery): Promise<void> {
    const page = await resultPage(this.services, result, query);
    noteFacts(reply.request, { rows: page.rows.length });
    reply.type('application/json; charset=utf-8').send(JSON.stringify(page));
  }

  /** Streams page by page with backpressure: at most two pages are in memory. */
  private async sendWhole(
    request: FastifyRequest,
    reply: FastifyReply,
    { run, runId, ref, reader, type, query }: Whole,
  ): Promise<void> {
    const { contentType, extension } = formats[type];
    reply.type(contentType).header('content-disposition', `attachment; filename="${run.id}.${extension}"`);
    if (ref.truncated) reply.header('x-querent-truncated', 'true');
    if (request.method !== 'HEAD') noteFacts(request, { rows: ref.rowCount });
    // For HEAD the framework would read a stream to its end to compute its length.
    if (request.method === 'HEAD') reply.send('');
    else
      reply.send(
        await wholeResult(
          this.services.results,
          {
            ...{ runId, ref, reader, type },
            ...{ timeZone: run.request.timezone, bom: query.bom === '1', raw: query.raw === '1' },
          },
          this.rightsTo(request, run),
        ),
      );
  }

  /** Reader's rights during a long download: the key and the data are checked again for each page. */
  private rightsTo(request: FastifyRequest, run: Run): { demand(): Promise<void> } {
    const key = keyInForce(this.services, request);
    return {
      demand: async () => {
        key.demand();
        await demandOpenData(this.services, callerOf(request), run);
      },
    };
  }
}

interface Whole extends ShownResult {
  run: Run;
  type: StreamType;
  query: ResultQuery;
}
