import { replyBodySchema, resultPageSchema } from '@querent/contracts';
import { feedbackBodySchema, feedbackViewSchema } from '../../feedback/feedback-schemas';
import { resultQuerySchema } from '../../runs/query-schemas';
import { SHARE_HEADER, shareQuerySchema, shareViewSchema } from '../../runs/run-share';
import { csvExample, eventStreamExample, ndjsonExample, svgExample } from '../examples/texts';
import { accepted, asker, bytes, json, run, text, type Route } from '../route-parts';

const shared = { [SHARE_HEADER]: 'The token of `POST /v1/queries/{id}/share`, to read the run of another key.' };

/** Routes of one run. */
export const runRoutes: Route[] = [
  {
    method: 'GET',
    path: '/v1/queries/{id}',
    demands: asker,
    tag: 'Run',
    summary: 'Get a run',
    description: 'Without the scope `sql:read`, SQL and physical names are left out.',
    query: shareQuerySchema,
    headers: { 'If-None-Match': 'The ETag of an earlier response: 304 when nothing has changed.', ...shared },
    answers: {
      200: { description: 'The run.', content: run, headers: { ETag: 'Changes with every event of the run.' } },
      304: { description: 'Nothing has changed.' },
    },
    problems: ['not_found'],
  },
  {
    method: 'GET',
    path: '/v1/queries/{id}/events',
    demands: asker,
    tag: 'Run',
    summary: 'Follow a run',
    description:
      'Server-sent events: `step` (a step), `status` ({status}), `clarification` (a clarification), and last `end` (the run). Comments are heartbeats.',
    query: shareQuerySchema,
    headers: { 'Last-Event-ID': 'The `id` of the last event received: the stream continues after it.', ...shared },
    answers: {
      200: { description: 'Events until the run ends.', content: { 'text/event-stream': text(eventStreamExample) } },
      204: { description: 'The run has ended and the client has received all events.' },
    },
    problems: ['not_found', 'too_many_requests'],
  },
  {
    method: 'POST',
    path: '/v1/queries/{id}/clarification',
    demands: asker,
    tag: 'Run',
    summary: 'Reply to a clarification',
    body: replyBodySchema,
    answers: { 202: accepted },
    problems: ['not_found', 'result_withdrawn', 'clarification_not_awaited', 'clarification_unknown', 'option_unknown'],
  },
  {
    method: 'POST',
    path: '/v1/queries/{id}/cancel',
    demands: asker,
    tag: 'Run',
    summary: 'Cancel a run (idempotent)',
    answers: { 202: accepted },
    problems: ['not_found'],
  },
  {
    method: 'POST',
    path: '/v1/queries/{id}/share',
    demands: asker,
    tag: 'Run',
    summary: 'Get the token with which others of the tenant may read a run',
    description:
      'With the token, every key of the tenant with the scope `query` that may ask the connection reads the run, its events, result and chart, as its own scopes permit. It may not reply, cancel or rate. Needs QUERENT_SECRET_KEY.',
    plan: { token: 'untouched' },
    answers: { 200: { description: 'The token: the same each time.', content: json(shareViewSchema) } },
    problems: ['not_found'],
  },
  {
    method: 'POST',
    path: '/v1/queries/{id}/feedback',
    demands: asker,
    tag: 'Run',
    summary: 'Rate the answer of a finished run',
    description:
      'One rating per key and run: a later one replaces an earlier one. An answer rated `up` becomes a sample question of the tenant, unless it is valid only for its day or its conversation; with doubts, or from an agent, it needs the approval of an administrator first. `correctedSql` needs the scope `sql:read`; it is checked, never run, and becomes a sample when an administrator approves it.',
    body: feedbackBodySchema,
    answers: { 200: { description: 'The stored rating.', content: json(feedbackViewSchema) } },
    problems: ['not_found', 'result_withdrawn', 'run_not_finished', 'statement_unfit', 'too_many_requests'],
  },
  {
    method: 'GET',
    path: '/v1/queries/{id}/feedback',
    demands: asker,
    tag: 'Run',
    summary: "Get the key's rating of a run",
    answers: { 200: { description: 'The rating.', content: json(feedbackViewSchema) } },
    problems: ['not_found'],
  },
  {
    method: 'GET',
    path: '/v1/queries/{id}/result',
    demands: asker,
    tag: 'Run',
    summary: 'Read the rows',
    description:
      'JSON in pages. CSV, NDJSON and Arrow IPC stream the whole result. A row of NDJSON is an object by the keys of the columns, whose labels are in `result.columns` of the run; fields of Arrow are named by key, with `label` and `unit` as metadata; the header line of CSV has the labels. `X-Querent-Truncated: true` means that it was cut at a limit; `X-Querent-Cut-Cells` is the number of shortened values. In CSV, text that a spreadsheet would run as a formula gets a leading apostrophe unless `raw=1`.',
    query: resultQuerySchema,
    headers: shared,
    answers: {
      200: {
        description: 'The rows.',
        content: {
          ...json(resultPageSchema),
          'text/csv': text(csvExample),
          'application/x-ndjson': text(ndjsonExample),
          'application/vnd.apache.arrow.stream': bytes,
        },
      },
    },
    problems: ['not_found', 'not_acceptable', 'result_not_ready', 'result_withdrawn'],
  },
  {
    method: 'GET',
    path: '/v1/queries/{id}/chart.svg',
    demands: asker,
    tag: 'Run',
    summary: 'Get the chart as SVG',
    description:
      'Draws the option that the run shows as `chart.spec`. With `If-None-Match`, an unchanged chart is not drawn again.',
    query: shareQuerySchema,
    headers: { 'If-None-Match': 'The ETag of an earlier response.', ...shared },
    answers: {
      200: {
        description: 'An SVG.',
        content: { 'image/svg+xml': text(svgExample) },
        headers: { ETag: 'Digest of the chart.' },
      },
      304: { description: 'The chart is unchanged.' },
    },
    problems: ['not_found', 'result_withdrawn', 'chart_not_drawn'],
  },
];
