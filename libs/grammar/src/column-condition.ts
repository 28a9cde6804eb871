import type { ColumnRef, Filter } from '@querent/contracts';
import type { ConditionMeaning } from './meanings/comparisons';

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
