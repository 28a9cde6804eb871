import type { Unit } from '@querent/lexicon';

/** What it costs that "with" says anything else of listed things than that something is shown with them. */
const HAVING_LISTED = 0.3;

/**
 * "List the orders with their customer and date", "list orders with number and date": what is named behind "with" is to
 * be shown, and no condition that it is known.
 */
export function withListedColumns(units: readonly Unit[]): readonly Unit[] {
  const list = units.find(({ meaning }) => isPlain(meaning, 'list'));
  const first =
    list &&
    units.find(({ meaning, start }) => (meaning.type === 'thing' || meaning.type === 'term') && list.start < start);
  const from = first?.start ?? Infinity;
  const withs = units.filter(({ meaning, text, start }) => text === 'with' && from < start && isPlain(meaning, 'with'));
  if (withs.length === 0) return units;
  const theirs = new Set(units.flatMap(({ meaning, start }) => (isPlain(meaning, 'their') ? [start] : [])));
  const ands = new Set(
    units.flatMap(({ meaning, start }) => (isPlain(meaning, 'and') || isPlain(meaning, 'comma') ? [start] : [])),
  );
  const columns = units.filter(({ meaning }) => meaning.type === 'attribute' || meaning.type === 'measure');
  const listed = new Set(columns.flatMap(({ start, end }) => (ands.has(end + 1) || ands.has(end) ? [start] : [])));
  const isOfTheirs = ({ start, end }: Unit): boolean => theirs.has(start) || theirs.has(end + 1);
  const shown = new Set(
    withs.filter((unit) => !isOfTheirs(unit) && listed.has(unit.end + 1)).map(({ start }) => start),
  );
  const shows = (unit: Unit): boolean =>
    unit.text === 'with' && unit.meaning.type === 'operator' && (shown.has(unit.start) || isOfTheirs(unit));
  const of = withs.flatMap((unit): Unit[] =>
    shown.has(unit.start) ? [{ ...unit, meaning: { type: 'operator', operator: { op: 'plain', word: 'their' } } }] : [],
  );
  return [...units.map((unit) => (shows(unit) ? { ...unit, cost: unit.cost + HAVING_LISTED } : unit)), ...of];
}

const isPlain = (meaning: Unit['meaning'], word: string): boolean =>
  meaning.type === 'operator' && meaning.operator.op === 'plain' && meaning.operator.word === word;
