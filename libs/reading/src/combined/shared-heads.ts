import type { ColumnRef } from '@querent/contracts';
import type { Unit } from '@querent/lexicon';

/** Two words, or three, before the one that they share, and two or three behind it. */
const BEFORE = /(?<![a-z])(?:([a-z]{3,}), )?([a-z]{3,}) (?:and|or) ([a-z]{3,}) ([a-z]{3,})(?![a-z])/g;
const BEHIND = /(?<![a-z])([a-z]{3,}) of (?:(?:the|all|each) )*([a-z]{3,}) and (?:the )?([a-z]{3,})(?![a-z])/g;
/** Each is looked up by itself; a longer list is hardly one of names. */
const MOST_LISTS = 4;
/** A name up to this cost is one for sure. */
const SURE = 0.3;

/**
 * Units of names that share their last word: "first and last name" is also a first name, and in "names of the home and
 * the away team" each is a name. Every part has to be a name of one table's columns.
 *
 * @param unitsIn the units of the model's names in a text
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

/** The columns of one table that the parts are called by with their head; none where one of them is no name of it. */
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
