import { nearestNames } from '@querent/language';
import type { BoundStatement } from '../bind/bound-query';
import type { Finding } from '../lint-report';
import type { LintRule } from '../lint-rule';
import { comparisonsIn } from '../reading/comparisons';
import { columnKind } from '../reading/column-kind';
import { literalText, textOf } from '../sql-text';

/** A filter on a value that no row has, of a column whose values are all known. */
export const unknownValue: LintRule = (statement: BoundStatement, subject) =>
  comparisonsIn(statement).flatMap(({ node, operator, column: { origin }, literals }): Finding[] => {
    if (!origin || !['=', 'IN'].includes(operator) || columnKind(origin.type) !== 'text') return [];
    const known = subject.values.find(({ table, column }) => table === origin.table && column === origin.column);
    const missing = literals.flatMap((literal) => literalText(literal) ?? []).filter((value) => known && !known.values.includes(value));
    return missing.map((value) => ({
      rule: 'unknown_value',
      severity: 'doubt',
      fragment: textOf(node),
      message: `No row of ${origin.table}.${origin.column} has the value ${JSON.stringify(value)}.`,
      nearest: nearValues(value, known?.values ?? []),
    }));
  });

/** A value that holds the written one, or is held by it, is as near as a slip of the pen. */
function nearValues(value: string, known: readonly string[]): string[] {
  const lower = value.toLowerCase();
  const within = known.filter((other) => other !== '' && (other.toLowerCase().includes(lower) || lower.includes(other.toLowerCase())));
  return [...new Set([...within, ...nearestNames(value, known)])].slice(0, 5);
}
