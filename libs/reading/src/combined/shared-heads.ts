import type { ColumnRef } from '@querent/contracts';
import type { Unit } from '@querent/lexicon';

/** Two or three words before a shared last word ("first and last name"), and two or three behind a shared first one. */
const BEFORE = /(?<![a-z])(?:([a-z]{3,}), )?([a-z]{3,}) (?:and|or) ([a-z]{3,}) ([a-z]{3,})(?![a-z])/g;
const BEHIND = /(?<![a-z])([a-z]{3,}) of (?:(?:the|all|each) )*([a-z]{3,}) and (?:the )?([a-z]{3,})(?![a-z])/g;
/** Each list is looked up separately; a question has few lists of names. */
const MOST_LISTS = 4;
/** A unit up to this cost is certainly a name. */
const SURE = 0.3;

/**
 * Adds units for names that share a word: "first and last name" also names the first name, and in "names of the home
 * and the away team" each team has a name. Every part has to name a column of the same table.
 * @param unitsIn returns the units of the model's names in a text
 */
export function sharedHeads(text: string, unitsIn: (text: string) => readonly Unit[]): Unit[] {
  const before = [...text.matchAll(BEFORE)].slice(0, MOST_LISTS).flatMap((found): Unit[] => {
    const [whole, first, second = '', last = '', head = ''] = found;
    const at = found.index;
    const lead = first === undefined ? 0 : first.length + 2;
    const parts = [
      ...(first === undefined ? [] : [wordAt(first, at)]),
      wordAt(second, at + lead),
      wordAt(last, at + whole.length - head.length - 1 - last.length),
    ];
    return partsOfOne(parts, (word) => `${word} ${head}`, unitsIn).slice(0, -1);
  });
  const behind = [...text.matchAll(BEHIND)].slice(0, MOST_LISTS).flatMap((found): Unit[] => {
    const [whole, head = '', one = '', other = ''] = found;
    const end = found.index + whole.length;
    const parts = [
      { ...wordAt(one, found.index), end: found.index + whole.indexOf(one, head.length) + one.length },
      wordAt(other, end - other.length),
    ];
    return partsOfOne(parts, (word) => `${head} of ${word}`, unitsIn);
  });
  return [...before, ...behind];
}

interface Part {
  word: string;
  start: number;
  end: number;
}

const wordAt = (word: string, start: number): Part => ({ word, start, end: start + word.length });

/** The columns of one table that the parts name together with their head; none if one part names no column of it. */
function partsOfOne(
  parts: readonly Part[],
  nameOf: (word: string) => string,
  unitsIn: (text: string) => readonly Unit[],
): Unit[] {
  const named = parts.map(({ word, start, end }) => {
    const name = nameOf(word);
    const units = unitsIn(name).filter(
      (one) => columnOf(one) !== null && one.start === 0 && one.end === name.length && one.cost < SURE,
    );
    return units.map((unit) => ({ ...unit, start, end, text: word, form: 'inflected' as const }));
  });
  const tables = named.map((units) => new Set(units.map((unit) => columnOf(unit)?.table)));
  const isOfAll = (unit: Unit): boolean => tables.every((known) => known.has(columnOf(unit)?.table));
  return named.flatMap((units) => units.filter(isOfAll).slice(0, 1));
}

const columnOf = ({ meaning }: Unit): ColumnRef | null =>
  meaning.type === 'attribute' || meaning.type === 'measure' ? meaning.column : null;
