import { questionExample } from './questions';

/** Examples of the bodies of administration for the OpenAPI document. */

const at = '2026-03-01T08:00:00.000Z';
const origin = { layer: 'revision', revision: '12' };
const status = { state: 'ready', since: at, detail: null };
const label = { zh: '商城', en: 'Shop' };
const by = { tenant: 'acme', key: 'alice' };

const mistake = { path: 'tables.order', message: 'There is no such table.', line: 2 };

const connection = {
  name: 'commerce',
  ...origin,
  file: { label, url: null, schema: 'public' },
  label,
  schema: 'public',
  tenants: ['acme'],
  limits: {
    statementTimeoutMs: 10_000,
    slowTimeoutMs: 300_000,
    maxRows: 10_000,
    maxBytes: 8_388_608,
    maxCellBytes: 65_536,
    maxCost: 5_000_000,
    maxScannedRows: null,
    slowCost: 1_000_000,
    maxConcurrent: 4,
    maxConcurrentPerTenant: 3,
    maxWaiting: 200,
    outageWaitMs: null,
  },
  functions: [],
  allowSuperuser: false,
  tls: 'verify-full',
  examples: { zh: ['各渠道的销售额'], en: ['revenue by channel'] },
  status,
  logins: [{ tenant: null, status, schemaReadAt: at, findings: [], notes: [] }],
  problems: [],
};

const agent = {
  name: 'board',
  ...origin,
  label: { en: 'Board reports' },
  instructions: 'Amounts in millions.',
  connections: ['commerce'],
  filters: null,
  chart: null,
  answer: null,
  problems: [],
};

const sample = {
  id: 'admin-3d68454ebb116cfde690bf6e',
  question: 'revenue by channel last year',
  sql: "SELECT channel, sum(amount) FROM orders WHERE ordered_at >= '2025-01-01' GROUP BY channel",
  locale: 'en',
  source: 'admin',
  status: 'approved',
  createdAt: at,
  by: 'alice',
  modelVersion: '5d41402abc4b2a76',
  approvedBy: 'alice',
};

const key = { name: 'board', tenant: 'acme', scopes: ['query'], expiresAt: '2027-01-31T00:00:00Z' };

const revision = { id: '12', at, kind: 'model', name: 'commerce', tenant: null, action: 'put', by };

const sampleRevision = {
  id: 's7',
  at,
  kind: 'sample',
  name: 'commerce',
  tenant: 'acme',
  sample: sample.id,
  action: 'put',
  by,
};

const failing = {
  kind: 'metric',
  label: 'pass rate',
  path: 'metrics.pass_rate.expression',
  line: 42,
  state: 'fails',
  message: 'A ratio or an average would have been divided by zero: some groups have nothing to divide by.',
  cause: 'division by zero',
  value: null,
};
const changed = {
  question: 'orders last month',
  locale: 'en',
  class: 'changed',
  source: 'question',
  asked: 8,
  before: { kind: 'planned', text: 'Number of orders by order date in February 2026' },
  after: { kind: 'planned', text: 'Number of orders by payment date in February 2026' },
};

const feedback = { rating: 'down', comment: 'Returns are missing.', corrected: false, sample: null, at };

const dismissal = {
  id: '1f0c6a2b9d3e4f5a6b7c8d9e',
  runId: 'q7h2k9d3m5',
  rating: { by: 'alice', at },
  connection: questionExample.connection,
  dismissedBy: 'root',
  dismissedAt: at,
};

const erasure = { tenant: 'acme', requestedAt: at, pending: ['vectors'], complete: false };

export const administrationExamples: Readonly<Record<string, object>> = {
  Feedback: feedback,
  FeedbackBody: { rating: 'down', comment: 'Returns are missing.' },
  FeedbackPage: {
    feedback: [
      {
        ...feedback,
        runId: 'q7h2k9d3m5',
        href: '/v1/queries/q7h2k9d3m5',
        by: 'alice',
        connection: questionExample.connection,
        question: questionExample.question,
        correctedSql: null,
      },
    ],
    nextCursor: null,
  },
  Dismissal: dismissal,
  DismissalBody: { runId: dismissal.runId, rating: dismissal.rating },
  DismissalPage: { dismissals: [dismissal], nextCursor: null },
  Connection: connection,
  ConnectionState: status,
  SchemaSnapshot: { schema: 'public', tables: [{ name: 'orders', columns: [{ name: 'amount', type: 'numeric' }] }] },
  SemanticModel: {
    ...origin,
    file: { tables: { orders: { label: { en: 'order' } } } },
    model: { tables: { orders: { label: { zh: '订单', en: 'order' } } } },
    problems: [],
  },
  ModelValidation: { valid: false, problems: [mistake] },
  ModelDraft: { yaml: 'tables:\n  orders:\n    label: { en: order }\n' },
  ModelComparison: {
    id: 'c3f9a1',
    connection: 'commerce',
    status: 'done',
    createdAt: at,
    finishedAt: '2026-03-01T08:00:04.000Z',
    progress: { done: 120, of: 120 },
    summary: { broken: 0, changed: 1, asked_otherwise: 0, cleared: 0, wording: 0, unchanged: 119 },
    changes: [changed],
    changesLeftOff: 0,
    questionsLeftOff: 0,
    definitions: { status: 'done', checks: [failing] },
    error: null,
  },
  DefinitionCheck: failing,
  DefinitionChecks: { status: 'done', checks: [failing] },
  Sample: sample,
  SamplePage: { samples: [sample], nextCursor: null },
  SampleBody: { question: sample.question, sql: sample.sql, locale: 'en' },
  SamplePatch: { status: 'approved' },
  Agent: agent,
  AgentList: { agents: [agent] },
  ItemBody: { label: { en: 'Board reports' }, connections: ['commerce'] },
  WrittenItem: { kind: 'agent', name: 'board', ...origin },
  KeyBody: { name: 'board', scopes: ['query'], expiresAt: '2027-01-31T00:00:00Z' },
  KeyList: { keys: [{ ...key, ...origin }] },
  CreatedKey: { ...key, ...origin, secret: 'qk_0123456789abcdef0123456789abcdef' },
  Revision: {
    ...revision,
    before: { layer: 'file', text: 'tables: {}\n' },
    after: { layer: 'revision', text: 'tables:\n  orders:\n    label: { en: order }\n' },
  },
  RevisionPage: { revisions: [sampleRevision, revision], nextCursor: null },
  Export: {
    files: { 'agents/board@acme.yaml': 'label: { en: Board reports }\n' },
    withheld: [{ file: 'connections/commerce.yaml', path: 'url' }],
  },
  DeadLetterPage: {
    deadLetters: [
      {
        id: '1767225600000-0',
        runId: 'q7h2k9d3m5',
        tenant: 'acme',
        job: 'callback',
        version: 7,
        reason: 'The receiver answered with status 500.',
        at,
      },
    ],
    nextCursor: null,
  },
  RunDiagnosis: {
    askedBy: 'analyst',
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
    traceUrl: 'https://traces.example.com/trace/4bf92f3577b34da6a3ce929d0e0e4736',
    cause: 'password authentication failed for user "reader"',
    deadLetters: [],
  },
  ProblemList: {
    problems: [
      {
        file: 'connections/shop.yaml',
        path: 'lable',
        message: 'Unknown key "lable". Did you mean "label"?',
        line: 1,
      },
    ],
  },
  ContinuedRun: { runId: 'q8j3m0e4n6' },
  PreferenceList: {
    preferences: [
      {
        key: 'alice',
        connection: 'commerce',
        question: 'Which date do you mean?',
        choice: 'order date',
        count: 3,
        automatic: true,
        lastUsed: at,
      },
    ],
  },
  ForgottenChoices: { forgotten: 3 },
  ClearedEntries: { cleared: 41 },
  Usage: {
    tenant: 'acme',
    day: '2026-03-01',
    questions: { today: 120, perMinute: 60 },
    inFlight: { now: 2, most: 100 },
    kept: { bytes: 1_200_000, most: 268_435_456 },
    llmTokens: { today: 5_000, perDay: null },
    weight: 1,
  },
  WebhookSecret: {
    secret: '0f'.repeat(32),
    standardSecret: `whsec_${Buffer.from('0f'.repeat(32)).toString('base64')}`,
  },
  ErasureProgress: erasure,
  ErasureBody: { confirm: 'acme' },
  Erasure: { ...erasure, erased: { runs: 120, samples: 4 } },
  AuditPage: {
    entries: [
      {
        id: '1767225600000-0',
        kind: 'asked',
        at,
        tenant: 'acme',
        key: 'alice',
        runId: 'q7h2k9d3m5',
        connection: 'commerce',
        question: questionExample.question,
        link: '5ba93c9db0cff93f52b521d7420e43f6eda2784f',
      },
    ],
    nextCursor: null,
  },
};
