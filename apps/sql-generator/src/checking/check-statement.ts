import { fixStatement, lintStatement, unpackRows, type Finding, type LintSubject } from '@querent/lint';
import { guardStatement } from '@querent/sql';

/** A statement that a model wrote, as our checks leave it. Findings are technical: for the model and the log. */
export interface CheckedStatement {
  /** As it would run. */
  sql: string;
  /** As the model wrote it, where that was corrected. */
  original: string | null;
  fixes: string[];
  errors: Finding[];
  doubts: Finding[];
  /** Columns of its result; null where that cannot be told. */
  columns: number | null;
}

/**
 * Lint, then what has exactly one safe correction, then the guard that the executor will ask too: all before anything
 * runs.
 */
export async function checkStatement(sql: string, subject: LintSubject): Promise<CheckedStatement> {
  try {
    return await check(sql, subject);
  } catch (error) {
    return { sql, original: null, fixes: [], errors: [stumbled(error)], doubts: [], columns: null };
  }
}

/**
 * What a check stumbles over is refused: it comes from a model, which may write anything, and must neither run
 * unchecked nor end the job.
 */
export const stumbled = (error: unknown): Finding => ({
  rule: 'unchecked',
  severity: 'error',
  fragment: '',
  message: `The statement could not be checked: ${error instanceof Error ? error.message : String(error)}`,
});

async function check(sql: string, subject: LintSubject): Promise<CheckedStatement> {
  // A figure is not to be packed out of a list: there the model is told so.
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
