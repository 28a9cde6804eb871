import type { ErrorCode } from '@querent/contracts';
import { productVersion } from '@querent/platform';
import { ProblemError } from '../../problems/problem-error';

/** Examples of the bodies of questions, runs and problems for the OpenAPI document. */

const columns = [
  { key: 'c1', label: 'channel', type: 'string' },
  { key: 'c2', label: 'revenue', type: 'number', unit: '元' },
] as const;
const rows = [
  ['online', '1250.50'],
  ['store', '830.00'],
];

export const questionExample = { question: 'revenue by channel last year', connection: 'commerce', locale: 'en' };

const runExample = {
  id: 'q7h2k9d3m5',
  status: 'succeeded',
  question: questionExample.question,
  connection: questionExample.connection,
  locale: 'en',
  conversationId: null,
  createdAt: '2026-03-01T08:00:00.000Z',
  updatedAt: '2026-03-01T08:00:00.420Z',
  finishedAt: '2026-03-01T08:00:00.420Z',
  mode: 'fast',
  intent: {
    type: 'metric',
    confidence: 0.98,
    keywords: ['revenue', 'channel'],
    metrics: [{ id: 'revenue', label: 'revenue', level: 1 }],
    strategy: 'summary',
  },
  refinedQuestion: 'Revenue by channel from 2025-01-01 to 2025-12-31',
  clarification: null,
  clarifications: [],
  cache: { level: 'none', similarity: null },
  answer: {
    text: 'Online has the highest revenue, 1,250.50 元.',
    chartType: 'bar',
    suggestions: ['by month?'],
    assumptions: ['A year is a calendar year'],
  },
  result: { columns, rowCount: 2, truncated: false, rows, href: '/v1/queries/q7h2k9d3m5/result' },
  chart: null,
  sql: null,
  attempts: [],
  steps: [
    {
      seq: 2,
      at: '2026-03-01T08:00:00.080Z',
      stage: 'intent',
      kind: 'planned',
      message: 'Understood the question.',
      durationMs: 60,
    },
  ],
  error: null,
  usage: { llmCalls: 0, promptTokens: 0, completionTokens: 0, llmMs: 0, dbMs: 35, totalMs: 420 },
};

const {
  attempts: _attempts,
  steps: _steps,
  result: _result,
  chart: _chart,
  clarifications: _earlier,
  ...summary
} = runExample;

const explained = { ...questionExample, timezone: 'Asia/Shanghai' };

const pinned = { question: questionExample.question, connection: questionExample.connection };
const pin = {
  id: '5f0c2b9d7e6a1c3f8b4d2e90',
  ...pinned,
  timezone: null,
  agent: null,
  createdAt: runExample.createdAt,
  title: 'Channels',
};

export const questionExamples: Readonly<Record<string, object>> = {
  Question: questionExample,
  Reply: { clarificationId: 'c1', optionId: 'o2' },
  Run: runExample,
  RunPage: { runs: [{ ...summary, unansweredClarification: null, askedBy: 'analyst' }], nextCursor: null },
  ResultPage: { columns, rows, rowCount: 2, truncated: false, nextCursor: null },
  ConnectionList: {
    connections: [{ name: 'commerce', label: 'Shop', status: 'ready', examples: ['revenue by channel'] }],
  },
  ConversationPage: {
    conversations: [
      {
        id: 'weekly-report',
        connection: questionExample.connection,
        owner: 'alice',
        lastQuestion: questionExample.question,
        runs: 4,
        updatedAt: runExample.updatedAt,
      },
    ],
    nextCursor: null,
  },
  PinList: { pins: [pin] },
  PinBody: { ...pinned, title: pin.title },
  PinPatch: { title: pin.title, position: 0 },
  Pin: pin,
  Share: { token: 'mJ3l1lS7sWw9c0mPq2yVtq9x0e5m8QkXr7uZb1nYd4A' },
  PreviewBody: { ...questionExample, alternatives: 'all' },
  Preview: {
    kind: 'planned',
    text: runExample.refinedQuestion,
    parts: [
      { from: 0, to: 7, kind: 'metric', label: 'revenue' },
      {
        from: 11,
        to: 18,
        kind: 'dimension',
        label: 'channel',
        alternatives: [
          { label: 'city', replacement: 'revenue by city last year' },
          { label: 'without “channel”', replacement: 'revenue last year' },
        ],
      },
      { from: 19, to: 28, kind: 'time', label: '2025-01-01 to 2025-12-31' },
    ],
    uncovered: [],
  },
  WordList: {
    words: [
      { text: 'revenue', kind: 'metric' },
      { text: 'orders', kind: 'entity' },
      { text: 'channel', kind: 'dimension' },
      { text: 'online', kind: 'filter' },
    ],
  },
  ExplainBody: explained,
  Explanation: {
    outcome: { kind: 'planned', text: runExample.refinedQuestion },
    units: [{ start: 0, end: 7, words: 'revenue', means: 'metric revenue', form: 'name', cost: 0 }],
    unknown: [],
    chart: { items: 12, cut: false },
    readings: [
      {
        cost: 0.1,
        text: runExample.refinedQuestion,
        verdict: 'best',
        dearerBy: [],
        steps: [{ depth: 0, by: 'name', words: 'revenue', category: 'figure', cost: 0, own: 0 }],
      },
    ],
    ceiling: 2,
    margin: 0.25,
  },
  BrowserTokenBody: { user: 'customer-4711', connections: ['commerce'], minutes: 15 },
  BrowserToken: {
    token: 'qbt_eyJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJzaG9wIn0.c2lnbmF0dXJl',
    expiresAt: '2026-03-01T08:15:00.000Z',
  },
  SessionBody: { key: 'qk_0123456789abcdef0123456789abcdef' },
  SignInMethods: { key: true, oidc: { label: null, href: '/v1/session/oidc' } },
  SignedOut: { href: 'https://id.example.com/logout?client_id=querent-console' },
  Session: {
    name: 'alice',
    displayName: null,
    tenant: 'acme',
    scopes: ['query', 'sql:read'],
    connections: ['commerce'],
    expiresAt: '2026-03-01T20:00:00.000Z',
  },
  RpcMessage: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  ProtectedResource: {
    resource: 'https://querent.example.com/mcp',
    resource_name: 'Querent',
    bearer_methods_supported: ['header'],
    scopes_supported: ['query', 'sql:read'],
  },
  Health: { status: 'ok', checks: { redis: 'ok' } },
  OpenApiDocument: { openapi: '3.1.0', info: { title: 'Querent', version: productVersion }, paths: {} },
  Problem: problemExample('option_unknown'),
};

/** A problem of a code, in English. */
export function problemExample(code: ErrorCode): object {
  return { ...new ProblemError(code).body('en'), requestId: '0f8fad5b-d9cb-469f-a165-70867728950e' };
}
