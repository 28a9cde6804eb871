import type { Unit } from '@querent/lexicon';
import { type Reading, unitsOf } from '@querent/reading';

/**
 * Without the readings that take a word for a stored state where another takes it for an event of the period beside it:
 * the grants approved this year were approved in it, whatever state they are in now.
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

/** Whether a unit is an event in whose time the rows of a reading are. */
function isDated({ meaning }: Unit, { query }: Reading): boolean {
  if (meaning.type !== 'event' || meaning.absent) return false;
  const { table, column } = meaning.column;
  return query.filters.some(
    (one) => one.kind === 'time' && !one.negated && one.column.column === column && one.column.table === table,
  );
}
