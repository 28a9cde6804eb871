import type { ColumnRef, Filter, SemanticQuery } from '@querent/contracts';
import type { SemanticModel } from '@querent/model';

/** Whether every filter that the query's metrics are meaningless without, and that `before` had, is in `after` too. */
export function keepsRequired(before: SemanticQuery, after: SemanticQuery, model: SemanticModel): boolean {
  const required = after.measures.flatMap(({ what }) => (what.kind === 'metric' ? requiredBy(model, what.id, []) : []));
  return required.every((column) => !mentions(before, column) || mentions(after, column));
}

function requiredBy(model: SemanticModel, id: string, trail: readonly string[]): ColumnRef[] {
  const metric = model.metrics[id];
  if (metric === undefined || trail.includes(id)) return [];
  const own = metric.requires.flatMap((filter) => model.filters[filter]?.column ?? []);
  return [...own, ...Object.keys(metric.children).flatMap((child) => requiredBy(model, child, [...trail, id]))];
}

function mentions({ filters, dimensions, compare }: SemanticQuery, column: ColumnRef): boolean {
  const same = (one: ColumnRef | undefined): boolean => one?.table === column.table && one.column === column.column;
  const filtered = (filter: Filter): boolean =>
    filter.kind === 'or' ? filter.filters.every(filtered) : 'column' in filter && same(filter.column);
  return filters.some(filtered) || dimensions.some((one) => same(one.column)) || same(compare?.column);
}
