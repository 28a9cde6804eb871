import type { ColumnRef, Filter } from '@querent/contracts';
import type { Facts } from './facts';
import type { SetMeaning } from './meanings/rows-and-figures';
import { withoutBounds } from './meanings/build-meanings';
import { type Existence, isOfAny, OPPOSITE } from './filters';
import { periodFilter, clockOf } from './period-filters';
import { type Attached, attach } from './attach';

/**
 * Narrows the rows of a thing to those of a set: "orders of VIP customers". Null if the set has an order, a limit or
 * asked columns, or if a period has no unambiguous time column.
 */
export function narrowed(facts: Facts, thing: string, by: SetMeaning): Attached | null {
  const plain = withoutBounds(by);
  if (
    by.order.length > 0 ||
    by.limit !== null ||
    plain === null ||
    by.select.length > 0 ||
    by.near !== null ||
    by.distinct
  )
    return null;
  const isEvent = facts.isEvent(by.thing);
  const [clock = null, ...others] = by.clock !== null || !isEvent ? [by.clock] : facts.clocks(by.thing);
  if (by.periods.some(({ column }) => column === null) && (clock === null || others.length > 0)) return null;
  const timed = by.periods.map((use) => ({ use, column: use.column ?? clockOf(facts, use, clock) }));
  if (timed.some(({ column }) => column === null)) return null;
  const periods = timed.map(({ use, column }) => periodFilter(facts, use, column as ColumnRef));
  // The join implies that the owner has rows of this kind. A count of them is a bound on the owner.
  const own = plain.filters.filter((filter) => !isImplied(facts, thing, filter, by.thing));
  const counted = own.map((filter) =>
    filter.kind === 'exists' && filter.table === thing && !filter.all ? numberOf(by.thing, filter) : filter,
  );
  return attach(facts, thing, by.thing, [...counted, ...periods], isEvent);
}

/** Whether the join already implies an "exists" condition: the client of an order line has orders. */
export const isImplied = (facts: Facts, thing: string, filter: Filter, owner: string): boolean =>
  isOfAny(filter) &&
  filter.filters.length === 0 &&
  (filter.table === thing ||
    (facts.way(thing, filter.table)?.kind === 'lookup' && facts.pathPasses(thing, filter.table, owner)));

/** A bound on how many rows an owner has, as a condition on the owner: visits of doctors with more than 40 visits. */
function numberOf(thing: string, { table, filters, negated, count }: Existence): Filter {
  const { op, value } = count ?? { op: negated ? ('=' as const) : ('>=' as const), value: negated ? 0 : 1 };
  const where = filters.length > 0 ? { where: filters } : {};
  return {
    kind: 'bound',
    thing,
    measure: { label: '', what: { kind: 'aggregate', fn: 'count', table }, ...where },
    op: count && negated ? OPPOSITE[op] : op,
    value,
  };
}

/**
 * A set with one row, the first by an order, as a condition on its extreme: loans of the oldest member, concerts in the
 * stadium with the highest capacity. Ties are all included. Null if the set is not such a row, or is ordered by a
 * column of another table.
 */
export function firstRowAsCondition(facts: Facts, thing: string, by: SetMeaning): SetMeaning | null {
  const [order, ...more] = by.order;
  if (order === undefined || more.length > 0 || by.limit !== 1 || by.rank !== null) return null;
  const { column, direction, ...rest } = order;
  const isOther = ({ table, column: name }: ColumnRef): boolean => table !== column.table || name !== column.column;
  const isPlain =
    by.periods.length + by.having.length + by.select.filter(isOther).length === 0 && rest.since === undefined;
  if (!isPlain || column.table !== by.thing || facts.model.entities[by.thing] !== undefined) return null;
  if (facts.way(thing, by.thing)?.kind !== 'lookup' || !hasExtremes(facts, column)) return null;
  const first: Filter = { kind: 'compare_aggregate', column, op: '=', fn: direction === 'asc' ? 'min' : 'max' };
  const filters = [...by.filters.filter((one) => !isKnown(one, column)), first];
  return { ...by, order: [], limit: null, select: [], filters };
}

const hasExtremes = (facts: Facts, column: ColumnRef): boolean => facts.isAmount(column) || facts.isTime(column);

/** The extreme implies that the column is not null. */
const isKnown = (one: Filter, { table, column }: ColumnRef): boolean =>
  one.kind === 'null' && one.negated && one.column.table === table && one.column.column === column;
