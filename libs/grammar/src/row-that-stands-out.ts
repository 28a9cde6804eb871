import type { ColumnRef, Filter } from '@querent/contracts';
import type { Facts } from './facts';
import type { SetMeaning } from './meanings/rows-and-figures';

/**
 * A set with one row, the first by an order, as a condition on its extreme: loans of the oldest member, concerts in the
 * stadium with the highest capacity. Ties are all included. Null if the set is not such a row, or is ordered by a
 * column of another table.
 */
export function asStandingOut(facts: Facts, thing: string, by: SetMeaning): SetMeaning | null {
  const [order, ...more] = by.order;
  if (order === undefined || more.length > 0 || by.limit !== 1 || by.rank !== null) return null;
  const { column, direction, ...rest } = order;
  const isOther = ({ table, column: name }: ColumnRef): boolean => table !== column.table || name !== column.column;
  const isPlain =
    by.periods.length + by.having.length + by.select.filter(isOther).length === 0 && rest.since === undefined;
  if (!isPlain || column.table !== by.thing || facts.model.entities[by.thing] !== undefined) return null;
  if (facts.way(thing, by.thing)?.kind !== 'lookup' || !mayStandOut(facts, column)) return null;
  const first: Filter = { kind: 'compare_aggregate', column, op: '=', fn: direction === 'asc' ? 'min' : 'max' };
  const filters = [...by.filters.filter((one) => !isKnown(one, column)), first];
  return { ...by, order: [], limit: null, select: [], filters };
}

const mayStandOut = (facts: Facts, column: ColumnRef): boolean => facts.isAmount(column) || facts.isTime(column);

/** The extreme implies that the column is not null. */
const isKnown = (one: Filter, { table, column }: ColumnRef): boolean =>
  one.kind === 'null' && one.negated && one.column.table === table && one.column.column === column;
