import { SAMPLE_LIMITS } from '@querent/catalog';
import type { Run } from '@querent/contracts';
import { findTimeExpressions } from '@querent/language';
import { statementWithValues } from '../runs/statement-with-values';

/** The day on which a statement is run, as PostgreSQL says it. */
const TODAY_IN_SQL =
  /\b(?:now\s*\(|current_(?:date|timestamp|time)\b|localtimestamp\b|clock_timestamp\s*\(|statement_timestamp\s*\()/i;

/** The question of a run in words that need no conversation; null where it may go on from the question before. */
export function questionByItself({ request, data }: Run): string | null {
  const goesOn = data.context !== null && data.semanticQuery === null;
  const question = (data.refinedQuestion ?? data.restatedQuestion ?? request.question)
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return goesOn || question === '' || question.length > SAMPLE_LIMITS.question ? null : question;
}

/**
 * Whether a statement that answers a question today answers it on another day: where the question counts from today,
 * the statement must too.
 */
export function outlivesToday(question: string, sql: string, { today }: Run['request']): boolean {
  const relative = findTimeExpressions(question, { today }).some(({ kind }) => kind === 'relative');
  return !relative || TODAY_IN_SQL.test(sql);
}

/**
 * The question and the statement of a run's answer, values spelt in, where the same statement answers the same question
 * again; else null.
 */
export function reusableAnswer(run: Run): { question: string; sql: string } | null {
  const question = questionByItself(run);
  const { compiled } = run.data;
  if (run.status !== 'succeeded' || compiled === null || question === null) return null;
  const sql = statementWithValues(compiled.sql, compiled.params);
  // The words submitted count too: refining may have made "last year" a year.
  const lasting = outlivesToday(question, sql, run.request) && outlivesToday(run.request.question, sql, run.request);
  return lasting && sql.length <= SAMPLE_LIMITS.sql ? { question, sql } : null;
}
