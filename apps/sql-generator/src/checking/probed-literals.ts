import { MAX_EXPLORATIONS, type Exploration } from '@querent/contracts';
import { literalProbe, type Finding, type LintSubject, type ProbedLiteral } from '@querent/lint';

/** Whether the literals that a statement compares with columns are stored. */
export type LiteralVerdict =
  /** Each literal is stored or may be. */
  | { state: 'stored' }
  /** The findings name literals that the database does not hold. */
  | { state: 'missing'; findings: Finding[] }
  /** Only the database knows; `probe` is the statement to ask it. */
  | { state: 'unknown'; probe: string };

/**
 * Checks the literals of a statement against the probes made so far, or requests a probe. Null if the probe failed or
 * the limit of probes per question is reached; then the values known to the model decide.
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

/** Whether an exploration is the probe of this statement's literals. */
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
