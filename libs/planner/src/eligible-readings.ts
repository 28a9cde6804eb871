import type { SemanticQuery } from '@querent/contracts';
import { CompileError, compileQuery } from '@querent/compiler';
import type { Unit } from '@querent/lexicon';
import { signatureOf } from '@querent/model';
import { type Reading, unitsOf } from '@querent/reading';
import { keyOf } from './answers/condition-id';
import type { PlanInput } from './plan-input';

/**
 * Readings above this cost are not answered. A reading of another meaning within the margin of the best one is asked
 * about.
 */
export const CEILING = 0.8;

export const MARGIN = 0.12;

/** Drops readings that cannot be compiled. Readings beyond the margin of the cheapest are not tested. */
export function withoutUncompiled(readings: readonly Reading[], input: PlanInput): Reading[] {
  let most = Infinity;
  return readings.filter(({ query, cost }) => {
    if (cost > most) return true;
    const isReadable = canBeCompiled(query, input);
    if (isReadable) most = Math.min(most, cost + MARGIN);
    return isReadable;
  });
}

/** Drops a reading of higher cost that differs only in the columns shown, with one selection including the other. */
export function withoutMoreShown(readings: readonly Reading[]): Reading[] {
  const keyed = readings.map((reading) => ({
    reading,
    rows: signatureOf({ ...reading.query, select: [], distinct: false }),
    shown: new Set(reading.query.select.map(keyOf)),
  }));
  const isIncluded = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
    [...one].every((key) => other.has(key));
  return keyed
    .filter(
      ({ rows, shown }, at) =>
        !keyed
          .slice(0, at)
          .some((other) => other.rows === rows && (isIncluded(other.shown, shown) || isIncluded(shown, other.shown))),
    )
    .map(({ reading }) => reading);
}

/**
 * Removes readings in which a word names a stored state, if in another reading it names an event with the period beside
 * it. "Grants approved this year" are those approved in that year, even if their state has changed since.
 */
export function withoutDatedStates(readings: readonly Reading[]): Reading[] {
  if (readings.length < 2) return [...readings];
  const read = readings.map((reading) => ({ reading, units: unitsOf(reading.item) }));
  const dated = read.flatMap(({ reading, units }) => units.filter((unit) => isDated(unit, reading)));
  const isState = ({ meaning, start, end }: Unit): boolean =>
    (meaning.type === 'value' || meaning.type === 'flag') &&
    dated.some((event) => event.start < end && start < event.end);
  const left = read.filter(({ units }) => !units.some(isState)).map(({ reading }) => reading);
  return left.length > 0 ? left : [...readings];
}

/**
 * Whether a query can be compiled to a statement; a reading that cannot is dropped. Of the compile errors, only a
 * missing join path counts here. Several paths, and a term with several values, become a clarification later.
 */
export function canBeCompiled(query: SemanticQuery, { model, locale, today, timezone }: PlanInput): boolean {
  try {
    compileQuery(query, model, { locale, today, timezone, maxRows: 1 });
    return true;
  } catch (error) {
    if (error instanceof CompileError) return error.code !== 'unreachable';
    throw error;
  }
}

/** Whether a unit is an event whose time restricts the rows of a reading. */
function isDated({ meaning }: Unit, { query }: Reading): boolean {
  if (meaning.type !== 'event' || meaning.absent) return false;
  const { table, column } = meaning.column;
  return query.filters.some(
    (one) => one.kind === 'time' && !one.negated && one.column.column === column && one.column.table === table,
  );
}
