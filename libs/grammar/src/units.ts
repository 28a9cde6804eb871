import type { ColumnRef, ElapsedUnit, Measure } from '@querent/contracts';
import { canonicalUnit, isConvertible, unitFactor } from '@querent/language';
import { isCounted } from '@querent/model';
import type { Facts } from './facts';
import type { BoundMeaning } from './meanings/comparisons';

/** Unit suffixes of physical column names, of at least two letters: cap_kg, wait_min. */
const IN_NAME = /(?:^|_)(kgs?|tons?|tonnes?|km|hl|mins?|minutes?|hrs?|hours?|days?|secs?|seconds?|sqm|m2)$/iu;

/**
 * The canonical unit of a column's values, or null: declared, in one of its names, from a metric of the column, or in
 * its physical name. Memoised for each model.
 */
export function unitOf(facts: Facts, column: ColumnRef): string | null {
  const known = unitsOf.get(facts) ?? new Map<string, string | null>();
  unitsOf.set(facts, known);
  const key = `${column.table}.${column.column}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const unit = declaredOf(facts, column) ?? IN_NAME.exec(column.column)?.[1];
  const canonical = unit === undefined || unit === '' ? null : canonicalUnit(unit.toLowerCase());
  known.set(key, canonical);
  return canonical;
}

const unitsOf = new WeakMap<Facts, Map<string, string | null>>();

function declaredOf(facts: Facts, column: ColumnRef): string | undefined {
  const { unit: own, label, synonyms } = facts.column(column) ?? {};
  if (own) return own.en ?? own.zh;
  const named = [label?.en, label?.zh, ...(synonyms?.en ?? []), ...(synonyms?.zh ?? [])];
  const called = named.find((name) => name !== undefined && isConvertible(canonicalUnit(name.toLowerCase())));
  if (called !== undefined) return called;
  if (facts.isOnScale(column, 'age')) return '岁';
  const made = Object.values(facts.model.metrics).find(({ id, unit }) => {
    const amount = unit ? facts.aggregateOf({ kind: 'metric', id, form: 'value' }) : null;
    return amount?.column.table === column.table && amount.column.column === column.column;
  });
  return made?.unit?.en ?? made?.unit?.zh;
}

/** The canonical unit of a measure: that of its metric, else of the aggregated column, or null. */
export function unitOfMeasure(facts: Facts, what: Measure['what']): string | null {
  const unit = what.kind === 'metric' ? facts.model.metrics[what.id]?.unit : undefined;
  const written = unit?.en ?? unit?.zh;
  if (written !== undefined && written !== '') return canonicalUnit(written.toLowerCase());
  if (what.kind === 'aggregate' && what.since && !isCounted(what.fn)) return what.since.unit;
  const isCount = what.kind === 'aggregate' && isCounted(what.fn);
  const column = isCount ? undefined : facts.aggregateOf(what)?.column;
  return column ? unitOf(facts, column) : null;
}

/**
 * Converts a bound to the unit of the stored amounts: over 9 tons becomes over 9000 for kg. Null if the two units
 * measure different quantities: a weight cannot exceed 2 hours.
 */
export function inUnit(bound: BoundMeaning, kept: string | null): BoundMeaning | null {
  const { unit, value, to } = bound;
  if (unit === null || kept === null || unit === kept) return bound;
  const factor = unitFactor(unit, kept);
  if (factor === null) return isConvertible(unit) && isConvertible(kept) ? null : bound;
  return { ...bound, unit: kept, value: value * factor, to: to === null ? null : to * factor };
}

/** Canonical units of time. */
export const UNITS_OF_TIME: ReadonlySet<string> = new Set(['second', 'minute', 'hour', 'day', 'week', 'month', 'year']);

/** Whether a measure may be a duration: its unit is one of time, or it has none and is neither a count nor money. */
export function mayBeLong(facts: Facts, what: Measure['what']): boolean {
  const unit = unitOfMeasure(facts, what);
  if (unit !== null) return UNITS_OF_TIME.has(unit);
  const column = facts.aggregateOf(what)?.column;
  const format = what.kind === 'metric' ? facts.model.metrics[what.id]?.format : column && facts.column(column)?.format;
  const isCount = what.kind === 'aggregate' && what.fn.startsWith('count');
  return (
    !isCount &&
    format !== 'currency' &&
    format !== 'percent' &&
    (column === undefined || !facts.isOnScale(column, 'price'))
  );
}

/** Names of durations. */
const CALLED_A_LENGTH =
  /(?<![a-z])(?:durations?|(?<!on[ -])times?|waits?|delays?|turnarounds?|days|hours|minutes|seconds)$|(?:时长|用时|耗时|历时|时间|周期|天数|小时数|分钟数|秒数)$/iu;

/** Whether a measure is a duration, by its unit or its name: what is slow takes long. */
export function isLengthOfTime(facts: Facts, what: Measure['what'] | undefined): boolean {
  if (what === undefined) return false;
  const unit = unitOfMeasure(facts, what);
  if (unit !== null) return UNITS_OF_TIME.has(unit);
  const column = facts.aggregateOf(what)?.column;
  const { label } = (what.kind === 'metric' ? facts.model.metrics[what.id] : column && facts.column(column)) ?? {};
  const isDay = column !== undefined && facts.isDate(column);
  return !isDay && [label?.zh, label?.en].some((name) => name !== undefined && CALLED_A_LENGTH.test(name));
}

/**
 * The unit in which the model's metrics measure the time between two timestamps of a table; null if none does, or
 * several differ.
 */
export function unitBetweenMoments(facts: Facts, table: string): ElapsedUnit | null {
  const known = betweenMoments.get(facts) ?? new Map<string, ElapsedUnit | null>();
  betweenMoments.set(facts, known);
  const found = known.get(table);
  if (found !== undefined) return found;
  const units = Object.values(facts.model.metrics).flatMap(({ id, table: home, expression = '' }): ElapsedUnit[] => {
    const unit =
      home === table && BETWEEN_TIMES.test(expression)
        ? unitOfMeasure(facts, { kind: 'metric', id, form: 'value' })
        : null;
    return unit === 'minute' || unit === 'hour' ? [unit] : [];
  });
  const [only = null, ...more] = new Set(units);
  const unit = more.length === 0 ? only : null;
  known.set(table, unit);
  return unit;
}

const betweenMoments = new WeakMap<Facts, Map<string, ElapsedUnit | null>>();

const BETWEEN_TIMES = /(?<![a-z_])extract\s*\(\s*epoch(?![a-z_])/iu;
