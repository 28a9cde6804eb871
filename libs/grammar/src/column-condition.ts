import type { ColumnRef, Filter } from '@querent/contracts';
import type { ConditionMeaning } from './meanings/comparisons';

/** A condition on rows of the table of its column. */
export function condition(
  column: ColumnRef,
  filters: Filter[],
  head: ConditionMeaning['head'] = null,
): ConditionMeaning {
  return { cat: 'condition', thing: column.table, filters, head };
}

/** What is built of the column, where there is exactly one; else null. */
export function onlyColumn<T>(columns: readonly ColumnRef[], build: (column: ColumnRef) => T | null): T | null {
  const [column, ...more] = columns;
  return column && more.length === 0 ? build(column) : null;
}
