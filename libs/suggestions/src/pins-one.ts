import type { Asked } from './asked';

/** Whether the conditions leave one named thing: a certain product, a certain school. */
export function pinsOne({ query, model }: Asked): boolean {
  const { name } = query.subject;
  return query.filters.some((filter) => {
    if (filter.kind !== 'compare' || filter.op !== '=' || filter.column.table !== name) return false;
    const field = model.entities[name]?.fields[filter.column.column];
    const column = model.tables[name]?.columns[filter.column.column];
    return (field ?? column)?.role === 'name' || (column?.unique ?? false);
  });
}
