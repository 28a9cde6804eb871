import type { ReadOnlyResult, ReadOnlyStatement } from '@querent/datasource';

/** The question to the database what a statement would cost; it is planned, never run (no ANALYZE). */
export function costQuestion(statement: ReadOnlyStatement): ReadOnlyStatement {
  return { ...statement, sql: `EXPLAIN (FORMAT JSON) ${statement.sql}`, maxRows: 1, probes: [] };
}

/** Why a statement would cost more than `most` (null: no bound), in technical words; null where it may run. @throws DatabaseFailure */
export async function costAbove(most: number | null, statement: ReadOnlyStatement, run: (one: ReadOnlyStatement) => Promise<ReadOnlyResult>): Promise<string | null> {
  if (most === null) return null;
  const cost = expectedCost(await run(costQuestion(statement)));
  return cost === null || cost <= most ? null : `expected to cost ${cost}, at most ${most} is allowed`;
}

/** The planner's total cost, in its own unit (a page read in sequence is 1); null where the answer does not hold one. */
export function expectedCost({ rows }: Pick<ReadOnlyResult, 'rows'>): number | null {
  const cell: unknown = rows[0]?.[0];
  const plans: unknown = typeof cell === 'string' ? JSON.parse(cell) : cell;
  const plan: unknown = Array.isArray(plans) ? plans[0] : null;
  const cost = memberOf(memberOf(plan, 'Plan'), 'Total Cost');
  return typeof cost === 'number' ? cost : null;
}

const memberOf = (value: unknown, name: string): unknown => (typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined);
