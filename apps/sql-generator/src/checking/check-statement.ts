import { fixStatement, lintStatement, unpackRows, type Finding, type LintSubject } from '@querent/lint';
import { guardStatement } from '@querent/sql';

/** A model's statement after the checks. Findings are technical texts, for the model and the log. */
export interface CheckedStatement {
  /** The statement to run. */
  sql: string;
  /** The statement as written, if it was corrected; else null. */
  original: string | null;
  fixes: string[];
  errors: Finding[];
  doubts: Finding[];
  /** Number of result columns; null if unknown. */
  columns: number | null;
}

/**
 * Checks a statement before anything runs: lint, automatic fixes that have exactly one safe correction, then the guard
 * that the executor also applies.
 */
export async function checkStatement(sql: string, subject: LintSubject): Promise<CheckedStatement> {
  try {
    return await check(sql, subject);
  } catch (error) {
    return { sql, original: null, fixes: [], errors: [checkFailed(error)], doubts: [], columns: null };
  }
}

/**
 * Finding for a statement on which a check threw. A model may write anything, so such a statement is refused: it must
 * neither run unchecked nor fail the job.
 */
export const checkFailed = (error: unknown): Finding => ({
  rule: 'unchecked',
  severity: 'error',
  fragment: '',
  message: `The statement could not be checked: ${error instanceof Error ? error.message : String(error)}`,
});

async function check(sql: string, subject: LintSubject): Promise<CheckedStatement> {
  // Packed rows are not unpacked for a question about a figure: the model gets a finding instead.
  const rows = subject.strategy === null || subject.strategy === 'summary' ? { sql, fixes: [] } : await unpackRows(sql);
  const first = await lintStatement(rows.sql, subject);
  const { sql: fixed, fixes: corrected } =
    first.findings.length === 0 ? { sql: rows.sql, fixes: [] } : await fixStatement(rows.sql, subject);
  const fixes = [...rows.fixes, ...corrected];
  const { findings, columns } = corrected.length === 0 ? first : await lintStatement(fixed, subject);
  const errors = findings.filter(({ severity }) => severity === 'error');
  return {
    sql: fixed,
    original: fixes.length === 0 ? null : sql,
    fixes,
    errors: errors.length > 0 ? errors : await refusals(fixed, subject),
    doubts: findings.filter(({ severity }) => severity === 'doubt'),
    columns,
  };
}

async function refusals(sql: string, { catalogue, grantedFunctions }: LintSubject): Promise<Finding[]> {
  const verdict = await guardStatement(sql, catalogue, { grantedFunctions });
  return verdict.ok ? [] : [{ rule: verdict.code, severity: 'error', fragment: '', message: verdict.reason }];
}
