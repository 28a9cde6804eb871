import type { ColumnRef, CompareOperator, ElapsedUnit, Filter } from '@querent/contracts';
import { unitFactor } from '@querent/language';
import { timeKindOf } from '@querent/compiler';
import type { Facts } from './facts';
import { OPPOSITE } from './filters';
import { unitOf } from './units';
import type { AgainstMeaning, BoundMeaning, ConditionMeaning, LengthMeaning } from './meanings/comparisons';

/** Comparisons between two columns of one row, or of a row and of one that it looks up. */

/** The table whose rows have both columns, or null. */
export function homeOfPair(facts: Facts, one: ColumnRef, other: ColumnRef): string | null {
  if (one.table === other.table) return one.column === other.column ? null : one.table;
  if (facts.way(one.table, other.table)?.kind === 'lookup') return one.table;
  return facts.way(other.table, one.table)?.kind === 'lookup' ? other.table : null;
}

/** A comparison of two columns as a condition on the rows that have both; null if they are not comparable. */
export function conditionOnPair(
  facts: Facts,
  column: ColumnRef,
  { other, op, by }: AgainstMeaning,
): ConditionMeaning | null {
  const thing = homeOfPair(facts, column, other);
  if (thing === null) return null;
  const condition = (filters: Filter[]): ConditionMeaning => ({
    cat: 'condition',
    thing,
    filters,
    head: null,
    predicate: true,
  });
  if (by === null) {
    const fits = areComparable(facts, column, other) || (isEquality(op) && areAlike(facts, column, other));
    return fits ? condition([{ kind: 'compare_columns', column, op, other }]) : null;
  }
  // "5 days before" is a distance in one direction.
  if (isEquality(op)) return null;
  const isLater = op.startsWith('>');
  const [later, earlier] = isLater ? [column, other] : [other, column];
  const filters = distanceFilters(facts, later, earlier, by);
  if (filters === null) return null;
  // "Within 5 days after" excludes what happened before.
  const isOpen = by.op === '<' || by.op === '<=' || by.op === '=';
  const unit = filters.find((one) => one.by)?.by?.unit ?? null;
  const least = {
    kind: 'compare_columns' as const,
    column: later,
    op: '>=' as const,
    other: earlier,
    by: { value: 0, unit },
  };
  return condition(isOpen && by.op !== '=' ? [least, ...filters] : filters);
}

/** A bound on the time from one column to another. */
export function boundedLength(
  facts: Facts,
  { from, to, unit }: LengthMeaning,
  bound: BoundMeaning,
): ConditionMeaning | null {
  const thing = homeOfPair(facts, from, to);
  const filters = unit !== null && bound.unit === null ? null : distanceFilters(facts, to, from, bound);
  return thing === null || filters === null ? null : { cat: 'condition', thing, filters, head: null, predicate: true };
}

type PairFilter = Extract<Filter, { kind: 'compare_columns' }>;

/** A bound on the difference of two columns; null if its unit does not measure that difference. */
function distanceFilters(
  facts: Facts,
  column: ColumnRef,
  other: ColumnRef,
  { op, value, to, unit }: BoundMeaning,
): PairFilter[] | null {
  const counted = facts.isDate(column) ? lengthIn(facts, column, other, unit) : amountIn(facts, column, other, unit);
  if (counted === null) return null;
  const filter = (by: CompareOperator, amount: number): PairFilter => ({
    kind: 'compare_columns',
    column,
    op: by,
    other,
    by: { value: amount * counted.factor, unit: counted.unit },
  });
  if (op !== 'between') return [filter(op, value)];
  return to === null ? null : [filter('>=', value), filter('<=', to)];
}

interface Counted {
  unit: ElapsedUnit | null;
  factor: number;
}

/** Days and weeks measure any two times; hours and minutes only two timestamps of one type. */
function lengthIn(facts: Facts, column: ColumnRef, other: ColumnRef, unit: string | null): Counted | null {
  if (!facts.isDate(other)) return null;
  if (unit === 'day' || unit === 'week') return { unit: 'day', factor: unit === 'week' ? 7 : 1 };
  return (unit === 'hour' || unit === 'minute') && areMoments(facts, column, other) ? { unit, factor: 1 } : null;
}

function amountIn(facts: Facts, column: ColumnRef, other: ColumnRef, unit: string | null): Counted | null {
  if (!areComparable(facts, column, other)) return null;
  const kept = unitOf(facts, column);
  const factor = unit === null || kept === null ? 1 : unitFactor(unit, kept);
  return factor === null ? null : { unit: null, factor };
}

/** Whether both columns are timestamps of one type, so that their difference has hours. */
export function areMoments(facts: Facts, one: ColumnRef, other: ColumnRef): boolean {
  const [kind, another] = [one, other].map((ref) => {
    const column = facts.column(ref);
    return column && timeKindOf(column);
  });
  return kind === another && (kind === 'timestamp' || kind === 'timestamptz');
}

/** Whether both are times, or amounts of one unit. */
function areComparable(facts: Facts, one: ColumnRef, other: ColumnRef): boolean {
  if (facts.isDate(one) && facts.isDate(other)) return true;
  if (!facts.isAmount(one) || !facts.isAmount(other) || facts.isYear(one) !== facts.isYear(other)) return false;
  const [unit, another] = [unitOf(facts, one), unitOf(facts, other)];
  const isMoney = (ref: ColumnRef): boolean => facts.column(ref)?.format === 'currency';
  return unit === another && isMoney(one) === isMoney(other);
}

/** Whether both are texts that may be equal: the city of departure and the city of arrival. */
function areAlike(facts: Facts, one: ColumnRef, other: ColumnRef): boolean {
  const [column, another] = [facts.column(one), facts.column(other)];
  return (
    column?.category === 'text' &&
    another?.category === 'text' &&
    !column.cast &&
    !another.cast &&
    facts.refersTo(one) === facts.refersTo(other)
  );
}

const isEquality = (op: CompareOperator): boolean => op === '=' || op === '!=';

/**
 * The negations of a comparison of columns: its opposite, and "opposite or missing" if the first column is nullable.
 * "Not paid by the due date" may include what was never paid.
 */
export function deniedPair(facts: Facts, found: ConditionMeaning): ConditionMeaning[] {
  const [filter, ...more] = found.filters;
  if (filter?.kind !== 'compare_columns' || more.length > 0) return [];
  const opposite: Filter = { ...filter, op: OPPOSITE[filter.op] };
  const isKnown = facts.column(filter.column)?.nullable === false;
  const orMissing: Filter = {
    kind: 'or',
    filters: [opposite, { kind: 'null', column: filter.column, negated: false }],
  };
  return [{ ...found, filters: [opposite] }, ...(isKnown ? [] : [{ ...found, filters: [orMissing] }])];
}

/** The time from one column to another; null if no row has both, or if they hold no dates. */
export function lengthOf(facts: Facts, from: ColumnRef, to: ColumnRef): LengthMeaning | null {
  const isOfRow = homeOfPair(facts, from, to) !== null && facts.isDate(from) && facts.isDate(to);
  return isOfRow ? { cat: 'length', from, to, unit: null } : null;
}
