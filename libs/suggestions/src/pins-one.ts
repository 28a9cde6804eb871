import type { Asked } from './asked';

/** Whether the conditions select a single named thing, such as one product or one school. */
export function pinsOne({ query, model }: Asked): boolean {
  const { name } = query.subject;
  return query.filters.some((filter) => {
    if (filter.kind !== 'compare' || filter.op !== '=' || filter.column.table !== name) return false;
    const field = model.entities[name]?.fields[filter.column.column];
    const column = model.tables[name]?.columns[filter.column.column];
    return (field ?? column)?.role === 'name' || (column?.unique ?? false);
  });
}
