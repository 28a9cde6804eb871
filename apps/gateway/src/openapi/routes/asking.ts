import { submitBodySchema } from '@querent/contracts';
import { scopes } from '@querent/catalog';
import { conversationListQuery, conversationPageSchema } from '../../conversations/conversation-schemas';
import { connectionListPlan, pinPlan } from '../../leak/gate-plans';
import { pinBodySchema, pinListSchema, pinPatchSchema, pinSchema } from '../../pins/pin-schemas';
import { previewBodySchema, previewViewSchema, wordListSchema, wordsQuerySchema } from '../../preview/preview-schemas';
import { listQuerySchema } from '../../runs/query-schemas';
import { explainBodySchema, explanationSchema } from '../../submit/explain-question';
import { connectionListSchema, runPageSchema } from '../plain-schemas';
import { accepted, asker, json, run, type Route } from '../route-parts';

const replayed = {
  'Idempotent-Replayed': '`true`: an earlier request with the same `Idempotency-Key` created the run. Else absent.',
};
/** Routes with which a user asks and finds what was asked. */
export const askingRoutes: Route[] = [
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
      'storage_full',
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
    path: '/v1/connections/{name}/words',
    demands: asker,
    tag: 'Ask',
    summary: 'List the words that questions to a connection may use',
    description:
      'For completions while a question is typed: labels and synonyms of figures, things and their attributes, and the values that the model file lists. A part of the model without a name in the language has its names in the other.',
    query: wordsQuerySchema,
    headers: { 'If-None-Match': 'The ETag of an earlier response.' },
    answers: {
      200: {
        description: 'The words.',
        content: json(wordListSchema),
        headers: { ETag: 'Digest of the words.' },
      },
      304: { description: 'The words are unchanged.' },
    },
    problems: ['connection_unknown', 'connection_unavailable', 'connection_misconfigured'],
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
  {
    method: 'GET',
    path: '/v1/conversations',
    demands: asker,
    tag: 'Ask',
    summary: 'List conversations, the one with the last question first',
    description:
      "The caller's own; with the scope `admin`, those of the tenant. A conversation is listed as long as the runs of its last question are kept.",
    query: conversationListQuery,
    answers: { 200: { description: 'Conversations.', content: json(conversationPageSchema) } },
    problems: [],
  },
  {
    method: 'GET',
    path: '/v1/pins',
    plan: { pins: pinPlan },
    demands: asker,
    tag: 'Ask',
    summary: "List the pinned questions of the caller's key, in the order of the board",
    answers: { 200: { description: 'The board.', content: json(pinListSchema) } },
    problems: [],
  },
  {
    method: 'POST',
    path: '/v1/pins',
    plan: pinPlan,
    demands: asker,
    tag: 'Ask',
    summary: 'Pin a question',
    description:
      'Stores the question and nothing of its answer, at the end of the board. A board has at most 60 pins, and is removed a year after its last use.',
    body: pinBodySchema,
    answers: {
      200: { description: 'The question is pinned already: its pin, unchanged.', content: json(pinSchema) },
      201: { description: 'The pin.', content: json(pinSchema) },
    },
    problems: ['connection_unknown', 'connection_misconfigured', 'agent_unknown', 'board_full'],
  },
  {
    method: 'PATCH',
    path: '/v1/pins/{id}',
    plan: pinPlan,
    demands: asker,
    tag: 'Ask',
    summary: 'Change the title or the position of a pin',
    body: pinPatchSchema,
    answers: { 200: { description: 'The pin.', content: json(pinSchema) } },
    problems: ['not_found'],
  },
  {
    method: 'DELETE',
    path: '/v1/pins/{id}',
    demands: asker,
    tag: 'Ask',
    summary: 'Remove a pin (idempotent)',
    answers: { 204: { description: 'The board has no such pin.' } },
    problems: [],
  },
];
