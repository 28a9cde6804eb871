import type { ColumnRef, CompareOperator, Filter } from '@querent/contracts';
import type { Facts } from './facts';
import type { Key } from './meanings/rows-and-figures';

export const sameColumn = (a: ColumnRef, b: ColumnRef): boolean => a.table === b.table && a.column === b.column;

/** The subjects of a condition: its columns, or the term that it names. */
function aboutOf(filter: Filter): string[] {
  switch (filter.kind) {
    case 'exists':
      return filter.filters.length === 0 ? [`rows of ${filter.table}`] : filter.filters.flatMap(aboutOf);
    case 'bound':
      return [`figure of ${filter.thing}`];
    case 'or':
      return filter.filters.flatMap(aboutOf);
    case 'term':
      return [`term ${filter.id}`];
    case 'recurring':
      return [`${columnOf(filter.column)} by ${filter.times.unit}`];
    case 'compare_columns':
      return [`${columnOf(filter.column)} against ${columnOf(filter.other)}`];
    default: {
      const side = boundOf(filter);
      return [side === null ? columnOf(filter.column) : `${columnOf(filter.column)} ${side}`];
    }
  }
}

/** An upper bound does not replace a lower one. */
function replacedBy(filter: Filter): string[] {
  const about = aboutOf(filter);
  if (boundOf(filter) !== null && 'column' in filter) return [...about, columnOf(filter.column)];
  return about.flatMap((one) => [one, `${one} <`, `${one} >`]);
}

/** The side of a one-sided numeric bound, or null. */
const boundOf = (filter: Filter): '<' | '>' | null =>
  filter.kind === 'compare' && typeof filter.value === 'number' ? sideOf(filter.op) : null;

/** Whether an operator bounds from above (`<`) or from below (`>`); null for others. */
export const sideOf = (op: CompareOperator | 'between'): '<' | '>' | null =>
  op.startsWith('<') ? '<' : op.startsWith('>') ? '>' : null;

const columnOf = ({ table, column }: ColumnRef): string => `${table}.${column}`;

/** Conditions that the new ones do not replace, because they have other subjects. */
export function withoutReplaced(filters: readonly Filter[], by: readonly Filter[]): Filter[] {
  const replaced = new Set(by.flatMap(replacedBy));
  return filters.filter((filter) => !aboutOf(filter).every((about) => replaced.has(about)));
}

/** Conditions without that column. */
export function withoutColumn(filters: readonly Filter[], column: ColumnRef): Filter[] {
  const about = `${column.table}.${column.column}`;
  return filters.filter((filter) => !aboutOf(filter).some((one) => one === about || one.startsWith(`${about} `)));
}

/** Conditions that do not select a time, such as the latest year. */
export function withoutTimes(filters: readonly Filter[], facts: Facts): Filter[] {
  return filters.filter(
    (filter) =>
      !('column' in filter) ||
      filter.kind === 'null' ||
      filter.kind === 'compare_aggregate' ||
      filter.kind === 'compare_columns' ||
      filter.kind === 'recurring' ||
      !facts.isTime(filter.column),
  );
}

/** The table whose rows a condition concerns; null if it concerns several. */
export function ownerOf(filter: Filter, facts: Facts): string | null {
  if (filter.kind === 'exists') return null;
  if (filter.kind === 'bound') return filter.thing;
  if (filter.kind === 'term') {
    const term = facts.model.terms[filter.id];
    return term?.table ?? term?.candidates[0]?.table ?? null;
  }
  if (filter.kind !== 'or') return filter.column.table;
  const owners = new Set(filter.filters.map((one) => ownerOf(one, facts)));
  const [owner = null] = owners;
  return owners.size === 1 ? owner : null;
}

/** Cost of a column with the same name as a shown group: the shown one is more probable. */
const BESIDE_SHOWN_COST = 0.2;

/**
 * Cost of groupings by a column that shares a name with a different column by which the previous answer was grouped.
 */
export function besideShownCost(shown: readonly Key[], keys: readonly Key[], facts: Facts): number {
  const namesOf = (column: ColumnRef): string[] => {
    const { label, synonyms } = facts.column(column) ?? {};
    return [label?.zh, label?.en, ...(synonyms?.zh ?? []), ...(synonyms?.en ?? []), column.column].flatMap(
      (name) => name ?? [],
    );
  };
  const isBeside = ({ column }: Key): boolean => {
    if (column === null || shown.some((one) => one.column !== null && sameColumn(one.column, column))) return false;
    const names = new Set(namesOf(column));
    return shown.some((one) => one.column !== null && namesOf(one.column).some((name) => names.has(name)));
  };
  return keys.some(isBeside) ? BESIDE_SHOWN_COST : 0;
}
