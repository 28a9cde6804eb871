import type { ColumnRef, Filter, Scalar, CompareOperator } from '@querent/contracts';
import type { ConditionMeaning } from './meanings/comparisons';
import type { Facts } from './facts';

/** A condition on the rows of the column's table. */
export function condition(
  column: ColumnRef,
  filters: Filter[],
  head: ConditionMeaning['head'] = null,
): ConditionMeaning {
  return { cat: 'condition', thing: column.table, filters, head };
}

/** Builds from the only column of a list; null if there are none or several. */
export function onlyColumn<T>(columns: readonly ColumnRef[], build: (column: ColumnRef) => T | null): T | null {
  const [column, ...more] = columns;
  return column && more.length === 0 ? build(column) : null;
}

/** A condition that related rows exist. */
export type Existence = Extract<Filter, { kind: 'exists' }>;

/** Whether the condition only requires a related row: not negated, without a count, and not "all". */
export const isOfAny = (one: Filter): one is Existence =>
  one.kind === 'exists' && !one.negated && one.count === undefined && !one.all;

/** Whether a condition states an event without a time. */
export const hasUndatedEvent = (facts: Facts, filters: readonly Filter[], clock: ColumnRef | null = null): boolean =>
  filters.some((one) =>
    one.kind === 'exists'
      ? facts.clock(one.table) !== null && one.filters.every(({ kind }) => kind !== 'time')
      : one.kind === 'null' &&
        facts.isTime(one.column) &&
        (!one.negated || (one.column.column !== clock?.column && !facts.isEventTime(one.column))),
  );

/**
 * Whether one condition requires a value of a column and the other excludes a value of it. Such a pair is redundant:
 * fiction that is not science is all fiction.
 */
export function isOpposed(one: Filter, other: Filter): boolean {
  const [a, b] = [valuesOf(one), valuesOf(other)];
  return (
    a !== null &&
    b !== null &&
    a.negated !== b.negated &&
    a.column.table === b.column.table &&
    a.column.column === b.column.column
  );
}

/** The values of a column that a condition requires or excludes; null for other conditions. */
export function valuesOf(filter: Filter): { column: ColumnRef; values: Scalar[]; negated: boolean } | null {
  if (filter.kind === 'in') return filter;
  if (filter.kind !== 'compare' || (filter.op !== '=' && filter.op !== '!=') || typeof filter.value === 'boolean')
    return null;
  return { column: filter.column, values: [filter.value], negated: filter.op === '!=' };
}

/** Whether a condition bounds an amount. */
export const isBound = (filter: Filter): boolean =>
  filter.kind === 'between' ||
  filter.kind === 'compare_aggregate' ||
  (filter.kind === 'compare' && /[<>]/.test(filter.op));

/** The operator that holds exactly where the other does not. */
export const OPPOSITE: Readonly<Record<CompareOperator, CompareOperator>> = {
  '=': '!=',
  '!=': '=',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
};
