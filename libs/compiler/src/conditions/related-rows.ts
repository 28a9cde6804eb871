import type { Filter } from '@querent/contracts';

/**
 * Splits conditions on related rows into those that one row can satisfy. "Customers who bought a phone
 * and a laptop in 2025" needs two items, each in 2025: where one column must equal several values, each
 * value gets a row of its own, and all other conditions hold for each of them.
 */
export function relatedRows(filters: readonly Filter[]): Filter[][] {
  const contested = filters.find((filter) => equalities(filters, filter).length > 1);
  if (!contested) return [[...filters]];
  const rivals = equalities(filters, contested);
  const others = filters.filter((filter) => !rivals.includes(filter));
  return rivals.flatMap((rival) => relatedRows([...others, rival]));
}

/** The filters that want the same column to equal different single values. */
function equalities(filters: readonly Filter[], like: Filter): Filter[] {
  const wanted = equality(like);
  if (!wanted) return [];
  const same = filters.filter((filter) => equality(filter)?.column === wanted.column);
  return new Set(same.map((filter) => equality(filter)?.value)).size > 1 ? same : [];
}

function equality(filter: Filter): { column: string; value: string } | undefined {
  if (filter.kind === 'compare' && filter.op === '=')
    return { column: columnKey(filter.column), value: String(filter.value) };
  if (filter.kind === 'in' && !filter.negated && filter.values.length === 1)
    return { column: columnKey(filter.column), value: String(filter.values[0]) };
  return undefined;
}

const columnKey = ({ table, column }: { table: string; column: string }): string => `${table}\u0000${column}`;
