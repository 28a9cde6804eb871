import type { ColumnRef, Filter } from '@querent/contracts';
import type { ConditionMeaning } from '../meaning';

export function condition(
  column: ColumnRef,
  filters: Filter[],
  head: ConditionMeaning['head'] = null,
): ConditionMeaning {
  return { cat: 'condition', thing: column.table, filters, head };
}

export function onlyColumn<T>(columns: readonly ColumnRef[], build: (column: ColumnRef) => T | null): T | null {
  const [column, ...more] = columns;
  return column && more.length === 0 ? build(column) : null;
}
