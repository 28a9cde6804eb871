import { preferenceListSchema, preferencesQuery, cacheQuery } from '../../admin/admin-schemas';
import { auditPageSchema, auditQuerySchema } from '../../audit/audit-schemas';
import {
  MOST_DISMISSALS,
  dismissalBodySchema,
  dismissalListQuery,
  dismissalPageSchema,
  dismissalSchema,
} from '../../dismissals/dismissal-schemas';
import { feedbackListQuery, feedbackPageSchema } from '../../feedback/feedback-schemas';
import { deadLetterPlan, dismissalPlan, feedbackPlan, preferencePlan } from '../../leak/gate-plans';
import { deadLetterPageSchema, deadLetterQuery } from '../../operate/dead-letter-page';
import { runDiagnosisSchema } from '../../operate/run-diagnosis.controller';
import { usageSchema } from '../../operate/usage.controller';
import { erasureBodySchema, erasureLeftSchema, erasureViewSchema } from '../../privacy/erasure-schemas';
import { clearedSchema, continuedRunSchema, forgottenSchema, webhookSecretSchema } from '../plain-schemas';
import { auditCsvExample, auditNdjsonExample } from '../examples/texts';
import { admin, adminOrOperator, json, text, type Route } from '../route-parts';

/** Routes about the data, limits and history of a tenant. */
export const tenantRoutes: Route[] = [
  {
    method: 'GET',
    path: '/v1/feedback',
    plan: { feedback: feedbackPlan, nextCursor: 'untouched' },
    demands: admin,
    tag: 'Administer',
    summary: 'List the ratings of answers, newest first',
    description:
      "Of the caller's tenant, for 90 days. Corrected statements are shown to keys with the scope `sql:read`.",
    query: feedbackListQuery,
    answers: { 200: { description: 'Ratings.', content: json(feedbackPageSchema) } },
    problems: [],
  },
  {
    method: 'GET',
    path: '/v1/dismissals',
    plan: { dismissals: dismissalPlan, nextCursor: 'untouched' },
    demands: admin,
    tag: 'Administer',
    summary: 'List what the administrators of the tenant have dismissed from their review, newest first',
    query: dismissalListQuery,
    answers: { 200: { description: 'Dismissals.', content: json(dismissalPageSchema) } },
    problems: [],
  },
  {
    method: 'POST',
    path: '/v1/dismissals',
    plan: dismissalPlan,
    demands: admin,
    tag: 'Administer',
    summary: 'Dismiss a rating, or the question of a run, for all administrators of the tenant',
    description: `A dismissal is kept as long as what it is about, and nothing of the question is stored with it. A tenant has at most ${MOST_DISMISSALS.toLocaleString('en')} dismissals.`,
    body: dismissalBodySchema,
    answers: {
      200: { description: 'It is dismissed already: that dismissal.', content: json(dismissalSchema) },
      201: { description: 'The dismissal.', content: json(dismissalSchema) },
    },
    problems: ['not_found', 'run_not_finished', 'dismissals_full'],
  },
  {
    method: 'DELETE',
    path: '/v1/dismissals/{id}',
    demands: admin,
    tag: 'Administer',
    summary: 'Put back what was dismissed (idempotent)',
    answers: { 204: { description: 'There is no such dismissal.' } },
    problems: [],
  },
  {
    method: 'GET',
    path: '/v1/queries/{id}/diagnosis',
    plan: { askedBy: 'untouched', traceId: 'untouched', traceUrl: 'untouched', deadLetters: deadLetterPlan },
    demands: admin,
    tag: 'Administer',
    summary: 'Get who asked a question, its trace, and why it failed',
    description: "A run of the caller's tenant. Only keys with the scope `sql:read` see technical errors.",
    answers: { 200: { description: 'What the run itself does not show.', content: json(runDiagnosisSchema) } },
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
        content: {
          ...json(auditPageSchema),
          'application/x-ndjson': text(auditNdjsonExample),
          'text/csv': text(auditCsvExample),
        },
      },
    },
    problems: ['not_acceptable'],
  },
];
