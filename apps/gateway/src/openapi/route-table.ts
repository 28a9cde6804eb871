import { replyBodySchema, resultPageSchema, runViewSchema, submitBodySchema } from '@querent/contracts';
import { scopes } from '@querent/catalog';
import { z } from 'zod';
import {
  agentViewSchema,
  connectionDetailSchema,
  preferenceListSchema,
  preferencesQuery,
} from '../admin/admin-schemas';
import {
  sampleBodySchema,
  sampleDeleteQuery,
  sampleListQuery,
  sampleListSchema,
  sampleViewSchema,
} from '../admin/sample-schemas';
import { auditPageSchema, auditQuerySchema } from '../audit/audit-schemas';
import {
  agentPlan,
  connectionDetailPlan,
  connectionListPlan,
  deadLetterPlan,
  preferencePlan,
  samplePlan,
} from '../leak/gate-plans';
import { feedbackBodySchema, feedbackViewSchema } from '../feedback/feedback-schemas';
import { protectedResourceSchema } from '../mcp/protected-resource';
import { deadLetterPageSchema, deadLetterQuery } from '../operate/dead-letter-page';
import { usageSchema } from '../operate/usage.controller';
import { erasureBodySchema, erasureLeftSchema, erasureViewSchema } from '../privacy/erasure-schemas';
import { listQuerySchema, resultQuerySchema } from '../runs/query-schemas';
import { configurationRoutes } from './configuration-routes';
import { reviewRoutes } from './review-routes';
import { sessionRoutes } from './session-routes';
import { admin, adminOrOperator, adminWithSql, asker, json, operator, type Answer, type Route } from './route-parts';
import {
  agentListSchema,
  clearedSchema,
  connectionListSchema,
  connectionStateSchema,
  continuedRunSchema,
  documentSchema,
  forgottenSchema,
  healthSchema,
  modelViewSchema,
  rpcSchema,
  runPageSchema,
  snapshotSchema,
  webhookSecretSchema,
} from './plain-schemas';
import { previewBodySchema, previewViewSchema } from '../preview/preview-schemas';
import { explainBodySchema, explanationSchema } from '../submit/explain-question';

const run = json(runViewSchema);
const replayed = {
  'Idempotent-Replayed': '`true`: an earlier request with the same `Idempotency-Key` created the run. Else absent.',
};
const accepted: Answer = {
  description: 'Accepted; the current state of the run.',
  content: run,
  headers: { Location: "The run's address.", 'Retry-After': 'Seconds to wait before the next poll.' },
};
const health = json(healthSchema);
const asking: Route[] = [
  {
    method: 'POST',
    path: '/v1/queries',
    demands: asker,
    tag: 'Ask',
    summary: 'Ask a question',
    description:
      'Answers 202 with the run at once. With `Prefer: wait=N` (at most 30 s) it answers 200 as soon as the run has ended or awaits a clarification.',
    headers: {
      'Idempotency-Key': 'The same key and body give the same run; printable ASCII, at most 255 characters.',
      Prefer: '`wait=N`: seconds to wait.',
      traceparent: 'W3C trace context.',
    },
    body: submitBodySchema,
    answers: {
      200: {
        description: 'With `Prefer: wait`: the run has ended, or awaits a clarification.',
        content: run,
        headers: { 'Preference-Applied': 'The wait that was granted.', ...replayed },
      },
      202: { ...accepted, headers: { ...accepted.headers, ...replayed } },
    },
    problems: [
      'connection_unknown',
      'agent_unknown',
      'idempotency_mismatch',
      'too_many_requests',
      'connection_unavailable',
      'connection_misconfigured',
      'agent_misconfigured',
    ],
  },
  {
    method: 'POST',
    path: '/v1/queries/explain',
    demands: { scopes: ['query'], sqlRead: true },
    tag: 'Ask',
    summary: 'Explain how the planner reads a question',
    description:
      'Also needs the scope `sql:read`. Returns the words with their meanings and costs, the derivation of the best reading, and why the others were rejected. The question is read as the first of a conversation; nothing is run or stored. Counts against the questions per minute.',
    body: explainBodySchema,
    answers: { 200: { description: 'The explanation.', content: json(explanationSchema) } },
    problems: ['connection_unknown', 'too_many_requests', 'connection_unavailable', 'connection_misconfigured'],
  },
  {
    method: 'POST',
    path: '/v1/preview',
    demands: asker,
    tag: 'Ask',
    summary: 'Preview how a question would be read',
    description:
      'Returns the parts of the question with their meanings, alternatives for them, and the words that cannot be read. Stores no run, reads no customer database and calls no model. Counts against a limit per key and minute, `PREVIEWS_PER_MINUTE`, and not against the questions per minute.',
    body: previewBodySchema,
    answers: { 200: { description: 'The preview.', content: json(previewViewSchema) } },
    problems: [
      'connection_unknown',
      'agent_unknown',
      'too_many_requests',
      'connection_unavailable',
      'connection_misconfigured',
      'agent_misconfigured',
    ],
  },
  {
    method: 'GET',
    path: '/v1/queries',
    demands: asker,
    tag: 'Ask',
    summary: 'List own runs, newest first',
    description: 'A key sees the runs it asked for; a key with the scope `admin`, all of its tenant.',
    query: listQuerySchema,
    answers: {
      200: {
        description: 'Summaries of runs.',
        content: json(runPageSchema),
      },
    },
    problems: [],
  },
  {
    method: 'GET',
    path: '/v1/connections',
    plan: connectionListPlan,
    demands: { scopes },
    tag: 'Ask',
    summary: 'List the connections that the key may ask, with example questions',
    answers: {
      200: {
        description: 'The connections, by name.',
        content: json(connectionListSchema),
      },
    },
    problems: [],
  },
];

const running: Route[] = [
  {
    method: 'GET',
    path: '/v1/queries/{id}',
    demands: asker,
    tag: 'Run',
    summary: 'Get a run',
    description: 'Without the scope `sql:read`, SQL and physical names are left out.',
    headers: { 'If-None-Match': 'The ETag of an earlier response: 304 when nothing has changed.' },
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
    headers: { 'Last-Event-ID': 'The `id` of the last event received: the stream continues after it.' },
    answers: {
      200: { description: 'Events until the run ends.', content: { 'text/event-stream': z.string() } },
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
    answers: {
      200: {
        description: 'The rows.',
        content: {
          ...json(resultPageSchema),
          'text/csv': z.string(),
          'application/x-ndjson': z.string(),
          'application/vnd.apache.arrow.stream': z.string(),
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
    headers: { 'If-None-Match': 'The ETag of an earlier response.' },
    answers: {
      200: {
        description: 'An SVG.',
        content: { 'image/svg+xml': z.string() },
        headers: { ETag: 'Digest of the chart.' },
      },
      304: { description: 'The chart is unchanged.' },
    },
    problems: ['not_found', 'result_withdrawn', 'chart_not_drawn'],
  },
];

const cacheQuery = z.strictObject({
  connection: z.string().max(64).optional(),
  tenant: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .describe("name of a tenant; when absent the caller's tenant, or all tenants for a key with the scope `operate`"),
});
const administering: Route[] = [
  {
    method: 'GET',
    path: '/v1/connections/{name}',
    plan: connectionDetailPlan,
    demands: operator,
    tag: 'Administer',
    summary: 'Get a connection, its configuration problems, and the privileges of its logins',
    answers: {
      200: {
        description: 'The connection, without its address and password.',
        content: { ...json(connectionDetailSchema), 'application/yaml': z.string() },
        headers: { ETag: 'Tag of the connection, for `If-Match`.' },
      },
    },
    problems: ['not_found', 'connection_unknown'],
  },
  {
    method: 'POST',
    path: '/v1/connections/{name}/refresh',
    plan: connectionDetailPlan.status,
    demands: operator,
    tag: 'Administer',
    summary: 'Read the schema again',
    answers: {
      202: {
        description: 'Requested; the current status.',
        content: json(connectionStateSchema),
      },
    },
    problems: ['not_found', 'connection_unknown'],
  },
  {
    method: 'GET',
    path: '/v1/connections/{name}/schema',
    demands: adminWithSql,
    tag: 'Administer',
    summary: "Get the schema as the tenant's login last read it",
    description: 'Also needs the scope `sql:read`.',
    answers: { 200: { description: 'The snapshot.', content: json(snapshotSchema) } },
    problems: ['not_found', 'connection_unknown'],
  },
  {
    method: 'GET',
    path: '/v1/connections/{name}/model',
    demands: { scopes: ['admin', 'operate'], sqlRead: true },
    tag: 'Administer',
    summary: 'Get the semantic model in use: the derived model with the overrides of its file',
    description: 'Also needs the scope `sql:read`. As YAML: the file alone.',
    answers: {
      200: {
        description: 'The model, and the problems in its file.',
        headers: { ETag: 'Tag of the file, for `If-Match`; absent if there is none.' },
        content: {
          'application/yaml': z.string(),
          ...json(modelViewSchema),
        },
      },
    },
    problems: ['not_found', 'connection_unknown'],
  },
  {
    method: 'GET',
    path: '/v1/connections/{name}/samples',
    plan: { samples: samplePlan, nextCursor: 'untouched' },
    demands: admin,
    tag: 'Administer',
    summary: 'List the sample questions, newest first, those of the file last',
    query: sampleListQuery,
    description:
      "Samples of the connection's file and of the caller's tenant. Only `approved` ones are shown to a language model; `retired` ones no longer fit the model and become usable again when they do. Without the scope `sql:read`, statements and reasons are left out.",
    answers: { 200: { description: 'Samples.', content: json(sampleListSchema) } },
    problems: ['not_found', 'connection_unknown'],
  },
  {
    method: 'POST',
    path: '/v1/connections/{name}/samples',
    demands: adminWithSql,
    tag: 'Administer',
    summary: 'Add a sample question',
    body: sampleBodySchema,
    description:
      "For the caller's tenant; also needs the scope `sql:read`. The statement is checked against the model and stored without comments; it is not run.",
    answers: {
      200: {
        description: 'An equal sample that exists already, whichever key added it; nothing is stored twice.',
        content: json(sampleViewSchema),
      },
      201: { description: 'The sample.', content: json(sampleViewSchema) },
    },
    problems: [
      'not_found',
      'connection_unknown',
      'connection_unavailable',
      'connection_misconfigured',
      'statement_unfit',
    ],
  },
  {
    method: 'POST',
    path: '/v1/connections/{name}/samples/{id}/approve',
    plan: samplePlan,
    demands: admin,
    tag: 'Administer',
    summary: 'Approve a pending sample (idempotent)',
    answers: { 200: { description: 'The sample.', content: json(sampleViewSchema) } },
    problems: [
      'not_found',
      'connection_unknown',
      'connection_unavailable',
      'connection_misconfigured',
      'sample_in_file',
      'statement_unfit',
    ],
  },
  {
    method: 'DELETE',
    path: '/v1/connections/{name}/samples',
    demands: admin,
    tag: 'Administer',
    summary: 'Delete a sample',
    query: sampleDeleteQuery,
    answers: { 204: { description: 'Deleted.' } },
    problems: ['not_found', 'connection_unknown', 'sample_in_file'],
  },
  {
    method: 'GET',
    path: '/v1/agents',
    plan: { agents: agentPlan },
    demands: admin,
    tag: 'Administer',
    summary: 'List the agents of the connections that are open to the tenant',
    answers: { 200: { description: 'Agents.', content: json(agentListSchema) } },
    problems: [],
  },
  {
    method: 'GET',
    path: '/v1/agents/{name}',
    plan: agentPlan,
    demands: admin,
    tag: 'Administer',
    summary: 'Get an agent',
    answers: {
      200: {
        description: 'The agent.',
        content: json(agentViewSchema),
        headers: { ETag: 'Tag of the agent, for `If-Match`.' },
      },
    },
    problems: ['not_found'],
  },
  {
    method: 'GET',
    path: '/v1/dead-letters',
    plan: { deadLetters: deadLetterPlan, nextCursor: 'untouched' },
    demands: adminOrOperator,
    tag: 'Administer',
    summary: 'List jobs that used up their attempts and webhooks that were not delivered, newest first',
    description: 'Only keys with the scope `sql:read` see why a job failed.',
    query: deadLetterQuery,
    answers: {
      200: {
        description: "The tenant's dead letters; with the scope `operate`, all tenants'.",
        content: json(deadLetterPageSchema),
      },
    },
    problems: [],
  },
  {
    method: 'POST',
    path: '/v1/dead-letters/{id}/replay',
    plan: 'untouched',
    demands: adminOrOperator,
    tag: 'Administer',
    summary: 'Replay a dead letter (idempotent)',
    description:
      'A run that has ended does not change: its question is asked again as a new run on behalf of the same key, with the same answers to its clarifications. A webhook is called again.',
    answers: {
      202: {
        description: 'Accepted; the run that continues it.',
        content: json(continuedRunSchema),
        headers: { Location: "The new run's address." },
      },
    },
    problems: ['not_found'],
  },
  {
    method: 'DELETE',
    path: '/v1/dead-letters/{id}',
    demands: adminOrOperator,
    tag: 'Administer',
    summary: 'Discard a dead letter',
    answers: { 204: { description: 'Deleted.' } },
    problems: ['not_found'],
  },
  {
    method: 'GET',
    path: '/v1/preferences',
    plan: { preferences: preferencePlan },
    demands: admin,
    tag: 'Administer',
    summary: 'List the choices of askers in clarifications, newest first',
    description:
      "Of the caller's tenant. After three consecutive equal choices the clarification is skipped: the choice is applied and disclosed in the answer.",
    query: preferencesQuery,
    answers: { 200: { description: 'The choices, in business words.', content: json(preferenceListSchema) } },
    problems: [],
  },
  {
    method: 'DELETE',
    path: '/v1/preferences',
    demands: admin,
    tag: 'Administer',
    summary: "Forget the choices of askers: of one key, of one connection, or all of the caller's tenant",
    query: preferencesQuery,
    answers: {
      200: { description: 'How many were forgotten.', content: json(forgottenSchema) },
    },
    problems: [],
  },
  {
    method: 'GET',
    path: '/v1/usage',
    plan: 'untouched',
    demands: admin,
    tag: 'Administer',
    summary: "Get the usage and limits of the caller's tenant: questions, runs in progress, tokens of language models",
    answers: { 200: { description: 'Current usage; days are in UTC.', content: json(usageSchema) } },
    problems: [],
  },
  {
    method: 'GET',
    path: '/v1/webhook-secret',
    plan: 'untouched',
    demands: admin,
    tag: 'Administer',
    summary: "Get the key that signs the webhooks of the caller's tenant",
    description:
      'Header `X-Querent-Tenant-Signature: t=<seconds>,v1=<hex>`: HMAC-SHA256 of `<t>.<body>` with this text as the key. While the installation’s secret is being rotated there are several v1, of which one must match. `standardSecret` is the same key for libraries of Standard Webhooks (headers `webhook-id`, `webhook-timestamp` and `webhook-signature`). Each read is recorded in the audit trail.',
    answers: {
      200: {
        description:
          '`secret`: 64 hex digits; the text itself is the key. `standardSecret`: `whsec_` and the bytes of that text in base64.',
        content: json(webhookSecretSchema),
      },
    },
    problems: ['not_found'],
  },
  {
    method: 'GET',
    path: '/v1/tenants/{tenant}/data',
    plan: 'untouched',
    demands: adminOrOperator,
    tag: 'Administer',
    summary: 'Get the progress of the erasure of a tenant’s data',
    answers: {
      200: {
        description: 'What is not erased yet; nothing if no erasure was requested or it is complete.',
        content: json(erasureLeftSchema),
      },
    },
    problems: [],
  },
  {
    method: 'DELETE',
    path: '/v1/tenants/{tenant}/data',
    plan: 'untouched',
    demands: adminOrOperator,
    tag: 'Administer',
    summary: 'Erase all stored data of a tenant (idempotent)',
    description:
      'The caller’s tenant; with the scope `operate`, any tenant. Runs are cancelled, then deleted with their results, events and jobs; so are feedback, preferences, conversations, added samples, cached answers and statements, vectors, dead letters and pending webhooks. Questions asked after the request are kept. Schema data read with the tenant’s own login is deleted, and read again while the connection is configured. The audit trail is kept: its entries are chained and expire by their own retention. An interrupted erasure resumes automatically.',
    body: erasureBodySchema,
    answers: { 202: { description: 'What the first round has erased.', content: json(erasureViewSchema) } },
    problems: [],
  },
  {
    method: 'DELETE',
    path: '/v1/cache',
    demands: adminOrOperator,
    tag: 'Administer',
    summary: 'Forget cached answers and statements, of one connection or all',
    description: "Of the caller's tenant; with the scope `operate`, of the named tenant, else of all tenants.",
    query: cacheQuery,
    answers: {
      200: { description: 'How many were forgotten.', content: json(clearedSchema) },
    },
    problems: ['connection_unknown'],
  },
  {
    method: 'GET',
    path: '/v1/audit',
    demands: adminOrOperator,
    tag: 'Administer',
    summary: 'Read the audit trail: questions, statements that ran, denials and reads of results; oldest first',
    query: auditQuerySchema,
    description:
      "Of the caller's tenant; with the scope `operate`, also of another named tenant. JSON comes in pages (a page may be short, even empty, while `nextCursor` is not null); `Accept: application/x-ndjson` or `text/csv` streams all entries that match the filter. Keys without `sql:read` see no statements, logins, codes and details. Each read is recorded in the audit trail.",
    answers: {
      200: {
        description: 'A page, or the stream.',
        content: { ...json(auditPageSchema), 'application/x-ndjson': z.string(), 'text/csv': z.string() },
      },
    },
    problems: ['not_acceptable'],
  },
];

const rpc = json(rpcSchema);
const mcpRefusal: Answer = { description: 'There are no sessions: only POST is served.', content: rpc };
const protectedResource: Answer = {
  description: 'Metadata of a protected resource (RFC 9728).',
  content: json(protectedResourceSchema),
};
const mcp: Route[] = [
  {
    method: 'POST',
    path: '/mcp',
    demands: asker,
    tag: 'MCP',
    summary: 'Model Context Protocol, Streamable HTTP without sessions',
    description: 'For MCP clients: see infra/docs/mcp.md. A 401 names the metadata of the resource.',
    body: rpcSchema,
    answers: {
      200: {
        description: 'A JSON-RPC response, or a stream of messages that ends with it.',
        content: { ...rpc, 'text/event-stream': z.string() },
      },
      202: { description: 'A notification was accepted.' },
    },
    problems: ['too_many_requests'],
  },
  {
    method: 'GET',
    path: '/mcp',
    demands: null,
    tag: 'MCP',
    summary: 'Refused: there is no stream outside of a request',
    answers: { 405: mcpRefusal },
    problems: [],
  },
  {
    method: 'DELETE',
    path: '/mcp',
    demands: null,
    tag: 'MCP',
    summary: 'Refused: there is no session to end',
    answers: { 405: mcpRefusal },
    problems: [],
  },
  ...['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp'].map((path): Route => ({
    method: 'GET',
    path,
    demands: null,
    tag: 'MCP',
    summary: 'Metadata of /mcp for clients',
    answers: { 200: protectedResource },
    problems: [],
  })),
];

const operating: Route[] = [
  {
    method: 'GET',
    path: '/healthz',
    demands: null,
    tag: 'Operate',
    summary: 'Is the process alive?',
    answers: { 200: { description: 'Yes.', content: health }, 503: { description: 'No.', content: health } },
    problems: [],
  },
  {
    method: 'GET',
    path: '/readyz',
    demands: null,
    tag: 'Operate',
    summary: 'Are its dependencies up, and is it not shutting down?',
    answers: { 200: { description: 'Yes.', content: health }, 503: { description: 'No.', content: health } },
    problems: [],
  },
  {
    method: 'GET',
    path: '/metrics',
    demands: null,
    tag: 'Operate',
    summary: 'Prometheus metrics',
    answers: { 200: { description: 'Metrics.', content: { 'text/plain': z.string() } } },
    problems: [],
  },
  {
    method: 'GET',
    path: '/openapi.json',
    demands: null,
    tag: 'Operate',
    summary: 'This document',
    answers: { 200: { description: 'OpenAPI 3.1.', content: json(documentSchema) } },
    problems: [],
  },
];

export const routes: readonly Route[] = [
  ...asking,
  ...running,
  ...administering,
  ...configurationRoutes,
  ...sessionRoutes,
  ...reviewRoutes,
  ...mcp,
  ...operating,
];

export const querySchemas = { cache: cacheQuery };

const byAddress = new Map(routes.map((route) => [`${route.method} ${route.path.replace(/\{(\w+)\}/g, ':$1')}`, route]));

/** Finds a route by its method and Fastify pattern (`/v1/queries/:id`). HEAD finds the GET route. */
export const routeOf = (method: string, pattern: string): Route | undefined =>
  byAddress.get(`${method === 'HEAD' ? 'GET' : method} ${pattern}`);
