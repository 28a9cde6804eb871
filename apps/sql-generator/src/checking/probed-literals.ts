import { MAX_EXPLORATIONS, type Exploration } from '@querent/contracts';
import { literalProbe, type Finding, type LintSubject, type ProbedLiteral } from '@querent/lint';

/** What is known of the literals that a statement compares stored columns with. */
export type LiteralVerdict =
  /** Every one may be stored. */
  | { state: 'stored' }
  /** `unstored`: literals that the database does not hold. */
  | { state: 'missing'; findings: Finding[] }
  /** Only the database can tell, by this statement. */
  | { state: 'unknown'; probe: string };

/**
 * Judges the literals of a statement by what the database was asked, and asks it where it was not. Where it could not
 * answer, or has been asked too often for one question, the known values decide: null.
 */
export async function literalVerdict(
  sql: string,
  subject: LintSubject,
  explorations: readonly Exploration[],
): Promise<LiteralVerdict | null> {
  const probe = await literalProbe(sql, subject);
  if (probe === null) return { state: 'stored' };
  const made = explorations.find((exploration) => exploration.sql === probe.sql);
  if (made === undefined) return explorations.length < MAX_EXPLORATIONS ? { state: 'unknown', probe: probe.sql } : null;
  if (made.state !== 'done' || made.truncated) return null;
  const stored = new Set(made.values.map(([position]) => Number(position)));
  const missing = probe.literals.filter((_, at) => !stored.has(at + 1));
  return missing.length === 0 ? { state: 'stored' } : { state: 'missing', findings: missing.map(findingOf) };
}

/** Whether an exploration was made to judge this statement's literals. */
export async function isProbeOf(exploration: Exploration, sql: string, subject: LintSubject): Promise<boolean> {
  return (await literalProbe(sql, subject).catch(() => null))?.sql === exploration.sql;
}

const findingOf = ({ table, column, value, fragment }: ProbedLiteral): Finding => ({
  rule: 'unknown_value',
  severity: 'doubt',
  fragment,
  message: `No row of ${table}.${column} has the value ${JSON.stringify(value)}.`,
  unstored: { table, column, values: [value] },
});
