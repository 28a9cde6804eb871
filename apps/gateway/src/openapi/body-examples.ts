/** Examples of bodies for the OpenAPI document; a spec parses them with their schemas. */

const columns = [
  { key: 'c1', label: 'channel', type: 'string' },
  { key: 'c2', label: 'revenue', type: 'number', unit: '元' },
] as const;
const rows = [
  ['online', '1250.50'],
  ['store', '830.00'],
];

export const questionExample = { question: 'revenue by channel last year', connection: 'commerce', locale: 'en' };

export const replyExample = { clarificationId: 'c1', optionId: 'o2' };

export const resultPageExample = { columns, rows, rowCount: 2, truncated: false, nextCursor: null };

export const runExample = {
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
  answer: { text: 'Online has the highest revenue, 1,250.50 元.', chartType: 'bar', suggestions: ['by month?'] },
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

export const problemExample = {
  type: 'urn:querent:problem:option_unknown',
  title: 'Unknown option',
  status: 422,
  code: 'option_unknown',
  detail: 'There is no such option. Choose one of those listed.',
  requestId: '0f8fad5b-d9cb-469f-a165-70867728950e',
};
