import { lintSubjectOf, type SemanticModel } from '@querent/model';
import { guardStatement, type GuardCode } from '@querent/sql';
import { lintStatement } from '@querent/lint';

/**
 * Whether a statement may serve as an example. `sql` is deparsed from its tree: one SELECT, without comments. `why` is
 * the guard's code, or `lint`; `detail` is technical.
 */
export type StatementCheck = { ok: true; sql: string } | { ok: false; why: GuardCode | 'lint'; detail: string };

/** Checks a statement against the model as the guard and the lint would, without running anything. */
export async function checkStatement(sql: string, model: SemanticModel): Promise<StatementCheck> {
  const subject = lintSubjectOf(model, null);
  const verdict = await guardStatement(sql, subject.catalogue, { grantedFunctions: subject.grantedFunctions });
  if (!verdict.ok) return { ok: false, why: verdict.code, detail: `${verdict.code}: ${verdict.reason}` };
  const { findings } = await lintStatement(verdict.sql, subject);
  const error = findings.find(({ severity }) => severity === 'error');
  return error === undefined
    ? { ok: true, sql: verdict.sql }
    : { ok: false, why: 'lint', detail: `${error.rule}: ${error.message}` };
}
