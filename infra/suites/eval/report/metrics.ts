import { proportion, type Proportion } from './proportion';
import type { Verdict } from './verdict';

/** One share that is counted over verdicts. */
interface Metric {
  title: string;
  what: string;
  /** Null if the question does not count. */
  of: (verdict: Verdict) => boolean | null;
}

const dueAnswer = (verdict: Verdict): boolean => verdict.expect === 'answer';

/** All shares of questions by their name in thresholds, in the order of the report. */
export const metrics = {
  precision: {
    title: 'precision when answered',
    what: 'of the answers given, those that were due and hold the rows of the gold',
    of: (verdict) => (verdict.outcome !== 'answered' ? null : dueAnswer(verdict) ? verdict.rowsRight : false),
  },
  answered: {
    title: 'answered',
    what: 'of the questions that have an answer, those that were answered',
    of: (verdict) => (dueAnswer(verdict) ? verdict.outcome === 'answered' : null),
  },
  accuracy: {
    title: 'execution accuracy',
    what: 'of the questions with gold rows, those answered with the same rows',
    of: (verdict) => (dueAnswer(verdict) && verdict.comparable ? verdict.rowsRight === true : null),
  },
  withoutModel: {
    title: 'answered without a model',
    what: 'of the questions that have an answer, those answered without a call of a language model',
    of: (verdict) => (dueAnswer(verdict) ? verdict.outcome === 'answered' && verdict.llmCalls === 0 : null),
  },
  askPrecision: {
    title: 'ambiguity precision',
    what: 'of the questions asked back, those where one was due (not counted: where asking is as good as refusing)',
    of: (verdict) => (verdict.asked === null || verdict.mayAsk ? null : verdict.mustAsk),
  },
  askRecall: {
    title: 'ambiguity recall',
    what: 'of the questions that leave something open, those asked back about',
    of: (verdict) => (verdict.mustAsk ? verdict.asked !== null : null),
  },
  triggers: {
    title: 'trigger right',
    what: 'of the questions rightly asked back, those about what is open',
    of: (verdict) => (verdict.mustAsk ? verdict.triggerRight : null),
  },
  refusals: {
    title: 'refusals right',
    what: 'of the questions that the data cannot answer, those not answered',
    of: (verdict) => (verdict.expect === 'refuse' ? verdict.right : null),
  },
  talk: {
    title: 'talk right',
    what: 'of greetings and questions about the product, those answered in words',
    of: (verdict) => (verdict.expect === 'chat' ? verdict.right : null),
  },
  types: { title: 'type of intent right', what: 'where the set says which it is', of: (verdict) => verdict.typeRight },
  ended: {
    title: 'ended orderly',
    what: 'of all questions, those that did not fail',
    of: (verdict) => verdict.outcome !== 'failed',
  },
  right: { title: 'all as expected', what: 'of all questions', of: (verdict) => verdict.right },
} as const satisfies Record<string, Metric>;
export type MetricName = keyof typeof metrics;
export const metricNames = Object.keys(metrics) as MetricName[];

export type MetricValues = Record<MetricName, Proportion>;

/** Dimensions by which the figures are broken down. */
export const groupings = {
  connection: (verdict: Verdict) => verdict.connection,
  language: (verdict: Verdict) => verdict.locale,
  set: (verdict: Verdict) => verdict.set,
  kind: (verdict: Verdict) => verdict.kind,
};
export type Grouping = keyof typeof groupings;

export interface QuestionFigures {
  overall: MetricValues;
  by: Record<Grouping, Record<string, MetricValues>>;
}

export function questionFigures(verdicts: readonly Verdict[]): QuestionFigures {
  const by = Object.fromEntries(
    Object.entries(groupings).map(([name, groupOf]) => [name, byGroup(verdicts, groupOf)]),
  ) as QuestionFigures['by'];
  return { overall: valuesOf(verdicts), by };
}

function byGroup(verdicts: readonly Verdict[], groupOf: (verdict: Verdict) => string): Record<string, MetricValues> {
  const names = [...new Set(verdicts.map(groupOf))].sort();
  return Object.fromEntries(
    names.map((name) => [name, valuesOf(verdicts.filter((verdict) => groupOf(verdict) === name))]),
  );
}

function valuesOf(verdicts: readonly Verdict[]): MetricValues {
  return Object.fromEntries(
    metricNames.map((name) => [name, proportion(verdicts.map(metrics[name].of))]),
  ) as MetricValues;
}
