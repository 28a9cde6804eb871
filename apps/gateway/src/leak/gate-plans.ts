import type { Run } from '@querent/contracts';
import type { GatePlan } from '@querent/sql';

/**
 * Kind of text of each member of each view. `untouched`: stored data, the asker's own words, and protocol constants. A
 * member that is not listed is gated as `text`.
 */

const clarification = {
  id: 'untouched',
  trigger: 'untouched',
  question: 'clarification',
  options: { id: 'untouched', label: 'option', description: 'description' },
  expiresAt: 'untouched',
} as const;

export const columnsPlan = { key: 'untouched', label: 'label', type: 'untouched', unit: 'unit' } as const;

export const stepPlan = { at: 'untouched', stage: 'untouched', kind: 'untouched', message: 'step' } as const;

const axis = { name: 'label', data: 'label' } as const;

/**
 * An ECharts option: titles and names are made from labels. Categories and points are cells, labels of columns or
 * labels of stored values; the rest is style, in which the gate finds nothing.
 */
export const chartPlan = {
  title: { text: 'title', subtext: 'title' },
  legend: { data: 'label' },
  xAxis: axis,
  yAxis: axis,
  visualMap: { text: 'label' },
  series: axis,
} as const satisfies GatePlan;

/** The plan of a run's view for its asker. */
export const runPlan = {
  id: 'untouched',
  status: 'untouched',
  question: 'untouched',
  connection: 'untouched',
  locale: 'untouched',
  conversationId: 'untouched',
  createdAt: 'untouched',
  updatedAt: 'untouched',
  finishedAt: 'untouched',
  mode: 'untouched',
  intent: { type: 'untouched', keywords: 'keyword', metrics: 'label', strategy: 'untouched' },
  refinedQuestion: 'refined',
  clarification,
  clarifications: { ...clarification, answer: 'untouched', answeredAt: 'untouched' },
  cache: 'untouched',
  answer: { text: 'answer', chartType: 'untouched', suggestions: 'suggestion', assumptions: 'suggestion' },
  result: { columns: columnsPlan, rows: 'untouched', href: 'untouched' },
  chart: { spec: chartPlan, href: 'untouched' },
  attempts: { at: 'untouched' },
  steps: stepPlan,
  error: { code: 'untouched', message: 'error', actions: 'action' },
  usage: 'untouched',
} as const satisfies GatePlan;

/**
 * Overrides for readers who did not ask the question: all that the asker wrote is gated too, which is the question, the
 * conversation's identifier and the typed replies.
 */
const otherReaderPlan = {
  question: 'refined',
  conversationId: 'text',
  clarifications: { ...runPlan.clarifications, answer: { optionId: 'untouched', text: 'refined' } },
} as const satisfies GatePlan;

/** The plan of a run's view for its reader. */
export const runPlanFor = (reader: { name: string }, run: Pick<Run, 'keyName'>): Extract<GatePlan, object> =>
  reader.name === run.keyName ? runPlan : { ...runPlan, ...otherReaderPlan };

/** The plan of a run in a list. */
export const summaryPlanFor = (reader: { name: string }, run: Pick<Run, 'keyName'>): GatePlan => ({
  ...runPlanFor(reader, run),
  unansweredClarification: {
    end: 'untouched',
    question: 'clarification',
    words: 'refined',
    options: { label: 'option', description: 'description' },
  },
  askedBy: 'untouched',
});

/** Plans for the data of server-sent events, by event name. The `end` event carries the run's view. */
export const eventPlans = { step: stepPlan, status: 'untouched', clarification } as const satisfies Record<
  string,
  GatePlan
>;

/** The plan of a preview: offsets and the asker's words are untouched. */
export const previewPlan = {
  kind: 'untouched',
  text: 'refined',
  parts: {
    from: 'untouched',
    to: 'untouched',
    kind: 'untouched',
    label: 'label',
    definition: 'text',
    alternatives: { label: 'option', replacement: 'refined' },
  },
  clarification: { trigger: 'untouched', question: 'clarification', options: clarification.options },
  uncovered: { from: 'untouched', to: 'untouched', text: 'untouched' },
} as const satisfies GatePlan;

const impactReading = { kind: 'untouched', text: 'refined', options: 'option' } as const;

/** A comparison of models: the questions were asked by others. */
export const impactPlan = {
  id: 'untouched',
  connection: 'untouched',
  status: 'untouched',
  createdAt: 'untouched',
  finishedAt: 'untouched',
  progress: 'untouched',
  summary: 'untouched',
  changes: {
    question: 'refined',
    locale: 'untouched',
    class: 'untouched',
    source: 'untouched',
    asked: 'untouched',
    before: impactReading,
    after: impactReading,
  },
  changesLeftOff: 'untouched',
  questionsLeftOff: 'untouched',
  definitions: {
    status: 'untouched',
    checks: { kind: 'untouched', label: 'label', path: 'untouched', state: 'untouched', message: 'error' },
  },
  error: 'error',
} as const satisfies GatePlan;

export const problemPlan = {
  type: 'untouched',
  code: 'untouched',
  title: 'title',
  detail: 'error',
  actions: 'action',
  errors: { path: 'untouched', message: 'error' },
  // Well-formed: it cannot hold a message or SQL.
  requestId: 'untouched',
} as const satisfies GatePlan;

export const connectionListPlan = {
  connections: { name: 'untouched', label: 'label', status: 'untouched', examples: 'suggestion' },
} as const satisfies GatePlan;

const status = { state: 'untouched', since: 'untouched' } as const;
const problem = { file: 'untouched', severity: 'untouched' } as const;

/**
 * Plans for administration routes. Members that consist of physical names are removed before the gate
 * (withheld-texts.ts).
 */
export const connectionDetailPlan = {
  name: 'untouched',
  layer: 'untouched',
  revision: 'untouched',
  label: 'label',
  tenants: 'untouched',
  limits: 'untouched',
  tls: 'untouched',
  examples: 'suggestion',
  status,
  problems: problem,
  logins: {
    tenant: 'untouched',
    status,
    schemaReadAt: 'untouched',
    findings: { rule: 'untouched', severity: 'untouched' },
    notes: problem,
  },
} as const satisfies GatePlan;

export const samplePlan = {
  id: 'untouched',
  locale: 'untouched',
  source: 'untouched',
  status: 'untouched',
  createdAt: 'untouched',
  by: 'untouched',
  modelVersion: 'untouched',
  approvedBy: 'untouched',
  rejectedBy: 'untouched',
} as const satisfies GatePlan;

/** Questions and comments are askers' words, which an administrator without `sql:read` reads gated. */
export const feedbackPlan = {
  runId: 'untouched',
  href: 'untouched',
  by: 'untouched',
  rating: 'untouched',
  corrected: 'untouched',
  sample: 'untouched',
  at: 'untouched',
  connection: 'untouched',
  question: 'refined',
  comment: 'text',
} as const satisfies GatePlan;

export const agentPlan = {
  name: 'untouched',
  layer: 'untouched',
  revision: 'untouched',
  label: 'label',
  connections: 'untouched',
  problems: problem,
} as const satisfies GatePlan;

export const preferencePlan = {
  key: 'untouched',
  connection: 'untouched',
  lastUsed: 'untouched',
} as const satisfies GatePlan;

/** A pin of the caller, whose own words it holds. */
export const pinPlan = {
  id: 'untouched',
  question: 'untouched',
  connection: 'untouched',
  title: 'untouched',
  timezone: 'untouched',
  agent: 'untouched',
  createdAt: 'untouched',
} as const satisfies GatePlan;

export const dismissalPlan = {
  id: 'untouched',
  runId: 'untouched',
  rating: 'untouched',
  connection: 'untouched',
  dismissedBy: 'untouched',
  dismissedAt: 'untouched',
} as const satisfies GatePlan;

export const problemListPlan = { problems: problem } as const satisfies GatePlan;

export const deadLetterPlan = { '*': 'untouched' } as const satisfies GatePlan;
