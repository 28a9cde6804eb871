import { SAMPLE_LIMITS } from '@querent/catalog';
import type { Run } from '@querent/contracts';
import { findTimeExpressions } from '@querent/language';
import { statementWithValues } from '../runs/statement-with-values';

/** PostgreSQL expressions that yield the current date or time. */
const TODAY_IN_SQL =
  /\b(?:now\s*\(|current_(?:date|timestamp|time)\b|localtimestamp\b|clock_timestamp\s*\(|statement_timestamp\s*\()/i;

/** The question of a run, understandable without its conversation; null if it may depend on the previous question. */
export function questionByItself({ request, data }: Run): string | null {
  const dependsOnPrevious = data.context !== null && data.semanticQuery === null;
  const question = (data.refinedQuestion ?? data.restatedQuestion ?? request.question)
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return dependsOnPrevious || question === '' || question.length > SAMPLE_LIMITS.question ? null : question;
}

/**
 * Whether a statement still answers its question on another day: if the question has dates relative to today, so must
 * the statement.
 */
export function outlivesToday(question: string, sql: string, { today }: Run['request']): boolean {
  const relative = findTimeExpressions(question, { today }).some(({ kind }) => kind === 'relative');
  return !relative || TODAY_IN_SQL.test(sql);
}

/**
 * The question and statement of a run's answer, with parameter values inlined; null if the statement would not answer
 * the same question again.
 */
export function reusableAnswer(run: Run): { question: string; sql: string } | null {
  const question = questionByItself(run);
  const { compiled } = run.data;
  if (run.status !== 'succeeded' || compiled === null || question === null) return null;
  const sql = statementWithValues(compiled.sql, compiled.params);
  // The submitted question is checked too: the refined one may have replaced "last year" by a year.
  const lasting = outlivesToday(question, sql, run.request) && outlivesToday(run.request.question, sql, run.request);
  return lasting && sql.length <= SAMPLE_LIMITS.sql ? { question, sql } : null;
}
