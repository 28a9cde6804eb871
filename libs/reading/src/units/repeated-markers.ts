import type { Unit } from '@querent/lexicon';

const REPEATED = /^(?:of|for|among)$/iu;
/** Letters between a marker and its value: a space, and "the" or "our". */
const BEFORE_VALUE = [1, ' the '.length];

/**
 * "The average score of paid orders and of unpaid ones": a marker that is said again keeps apart what it is said of.
 * Each of the two has a figure of its own, as in "paid versus unpaid".
 */
export function withRepeatedMarkers(units: readonly Unit[]): readonly Unit[] {
  const joins = units.filter(({ meaning, text }) => text === 'and' && isPlain(meaning, 'and'));
  if (joins.length === 0) return units;
  const columns = new Map<number, Set<string>>();
  for (const { meaning, start } of units) {
    if (meaning.type !== 'value') continue;
    const known = columns.get(start) ?? new Set<string>();
    columns.set(start, known.add(`${meaning.column.table} ${meaning.column.column}`));
  }
  const markers = units.filter(({ meaning, text }) => REPEATED.test(text) && isPlain(meaning, 'of'));
  const figureAt = Math.min(...units.flatMap(({ meaning, start }) => (isFigure(meaning) ? [start] : [])));
  const columnsBehind = ({ end }: Unit): string[] =>
    BEFORE_VALUE.flatMap((length) => [...(columns.get(end + length) ?? [])]);
  const isApart = ({ start, end }: Unit): boolean => {
    const second = markers.find((marker) => marker.start === end + 1);
    const [first] = second ? markers.filter((marker) => marker.end < start && marker.text === second.text) : [];
    if (!first || !second || figureAt > first.start) return false;
    const known = new Set(columnsBehind(first));
    return columnsBehind(second).some((column) => known.has(column));
  };
  const apart = new Set(joins.filter(isApart));
  return units.map((unit) => (apart.has(unit) ? { ...unit, meaning: AGAINST } : unit));
}

const AGAINST: Unit['meaning'] = { type: 'operator', operator: { op: 'plain', word: 'than' } };

const isFigure = (meaning: Unit['meaning']): boolean => meaning.type === 'measure' || meaning.type === 'metric';

const isPlain = (meaning: Unit['meaning'], word: string): boolean =>
  meaning.type === 'operator' && meaning.operator.op === 'plain' && meaning.operator.word === word;
