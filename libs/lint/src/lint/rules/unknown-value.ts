import { nearestNames } from '@querent/language';
import type { BoundStatement } from '../bind/bound-query';
import type { Finding } from '../lint-report';
import type { LintRule } from '../lint-rule';
import { columnKind } from '../reading/column-kind';
import { valueTestsIn } from '../reading/value-tests';
import { textOf } from '../sql-text';

/** Text columns; `other` are enumerations and domains, whose values are known as texts. */
const TEXTUAL: ReadonlySet<string> = new Set(['text', 'other']);

/** A test for a value that no row contains, of a column with completely known values. */
export const unknownValue: LintRule = (statement: BoundStatement, subject) =>
  valueTestsIn(statement).flatMap(({ node, column: { origin }, literals, passes }): Finding[] => {
    if (!origin || !TEXTUAL.has(columnKind(origin.type)) || origin.type.endsWith('[]')) return [];
    const { table, column } = origin;
    const known = subject.values.find((one) => one.table === table && one.column === column)?.values;
    const missing =
      known === undefined ? [] : literals.filter((literal) => !known.some((stored) => passes(stored, literal)));
    if (known === undefined || missing.length === 0) return [];
    return [
      {
        rule: 'unknown_value',
        severity: 'doubt',
        fragment: textOf(node),
        message: `No row of ${table}.${column} has the value ${missing.map((value) => JSON.stringify(value)).join(' or ')}.`,
        nearest: [...new Set(missing.flatMap((value) => nearValues(value, known)))].slice(0, MOST_NEAR),
        unstored: { table, column, values: missing },
      },
    ];
  });

const MOST_NEAR = 5;

/** A value that contains the written one, or vice versa, is as near as a typo. */
function nearValues(value: string, known: readonly string[]): string[] {
  const lower = value.toLowerCase().replace(/[%_]/g, '');
  const within = known.filter(
    (other) =>
      other !== '' && lower !== '' && (other.toLowerCase().includes(lower) || lower.includes(other.toLowerCase())),
  );
  return [...new Set([...within, ...nearestNames(value, known)])].slice(0, MOST_NEAR);
}
