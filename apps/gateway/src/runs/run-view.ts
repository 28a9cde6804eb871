import type { Row, Run, RunView, Step } from '@querent/contracts';
import { columnsFor } from '../results/opaque-columns';
import { statementWithValues } from './statement-with-values';

/** Number of rows in a run view; the rest are under `result.href`. */
export const viewRows = 50;

export interface ViewParts {
  /** The result's first rows. */
  rows: Row[];
  steps: Step[];
  /** Whether the caller may see SQL, physical names and drivers' messages. */
  sqlRead: boolean;
}

/** The parts of a run that a caller may see. Members are listed one by one, so a new member is private by default. */
export function runView(run: Run, { rows, steps, sqlRead }: ViewParts): RunView {
  const { data, request } = run;
  const at = `/v1/queries/${run.id}`;
  return {
    id: run.id,
    status: run.status,
    question: request.question,
    connection: request.connection,
    locale: request.locale,
    conversationId: request.conversationId,
    createdAt: run.createdAt,
    updatedAt: run.updatedAt,
    finishedAt: run.finishedAt,
    mode: data.mode,
    intent: data.intent && (sqlRead ? data.intent : withoutModelNames(data.intent)),
    refinedQuestion: data.refinedQuestion,
    clarification: data.clarification,
    clarifications: data.clarifications,
    cache: data.cache,
    answer: answerView(run),
    result: data.result && {
      columns: columnsFor(data.result.columns, sqlRead),
      rowCount: data.result.rowCount,
      truncated: data.result.truncated,
      rows: rows.slice(0, viewRows),
      href: `${at}/result`,
    },
    chart: data.chart && { spec: data.chart.spec, href: `${at}/chart.svg` },
    sql: sqlRead && data.compiled ? statementWithValues(data.compiled.sql, data.compiled.params) : null,
    attempts: sqlRead ? data.attempts : data.attempts.map(({ n, at: when }) => ({ n, at: when })),
    steps,
    error: data.error,
    usage: data.usage,
  };
}

/** A pause has the clarification as its answer, which rests on no assumptions yet. */
function answerView({ status, data: { answer, disclosures } }: Run): RunView['answer'] {
  if (answer === null) return null;
  const { text, chartType, suggestions } = answer;
  return { text, chartType, suggestions, assumptions: status === 'succeeded' ? disclosures : [] };
}

/**
 * Ids of derived metrics contain column names (`sum_orders_total`), so without `sql:read` the label replaces the id.
 */
const withoutModelNames = (intent: NonNullable<RunView['intent']>): NonNullable<RunView['intent']> => ({
  ...intent,
  metrics: intent.metrics.map(({ label, level }) => ({ id: label, label, level })),
});

/**
 * Weak ETag of a run view. It depends on the run's version, its last event, whether its result may still be read, and
 * the reader: with `sql:read`, the business user who asked, or another one, to whom the question is shown gated.
 */
export const runTag = (
  run: Run,
  lastSeq: number,
  { reader, resultOpen }: { reader: 's' | 'b' | 'o'; resultOpen: boolean },
): string => `W/"${run.version}-${lastSeq}-${reader}${resultOpen ? '' : '-withdrawn'}"`;
