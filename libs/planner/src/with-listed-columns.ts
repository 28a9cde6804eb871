import type { Unit } from '@querent/lexicon';

/** What it costs that "with" says that listed things have what is listed with them. */
const HAVING_LISTED = 0.3;

/**
 * "List the orders with their customer and date", "list orders with number and date": what is named behind "with" is to be
 * shown, and no condition that it is known.
 */
export function withListedColumns(units: readonly Unit[]): readonly Unit[] {
  const isWith = ({ meaning, text }: Unit): boolean => text === 'with' && isPlain(meaning, 'with');
  const list = units.find(({ meaning }) => isPlain(meaning, 'list'));
  if (list === undefined || !units.some(isWith)) return units;
  const theirs = new Set(units.flatMap(({ meaning, start }) => (isPlain(meaning, 'their') ? [start] : [])));
  const ands = new Set(units.flatMap(({ meaning, start }) => (isPlain(meaning, 'and') || isPlain(meaning, 'comma') ? [start] : [])));
  const columns = units.filter(({ meaning }) => meaning.type === 'attribute' || meaning.type === 'measure');
  const isListed = new Set(columns.flatMap(({ start, end }) => (ands.has(end + 1) || ands.has(end) ? [start] : [])));
  const shows = ({ start, end }: Unit): boolean => list.start < start && (theirs.has(start) || theirs.has(end + 1) || isListed.has(end + 1));
  return units.map((unit) => (isWith(unit) && shows(unit) ? { ...unit, cost: unit.cost + HAVING_LISTED } : unit));
}

const isPlain = (meaning: Unit['meaning'], word: string): boolean =>
  meaning.type === 'operator' && meaning.operator.op === 'plain' && meaning.operator.word === word;
