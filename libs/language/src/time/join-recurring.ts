import { readRecurring } from './weekday-reading';
import type { TimeAtom } from './time-atom';

const TO = /^\s?(?:to|through|thru|until|till|-|–|~|到|至)\s?$/iu;
const AND = /^(?:\s?(?:、|,|，)\s?(?:and |or )?|\s?(?:和|与|及|以及|或|或者|跟)\s?| and | or | & )$/iu;
const BEFORE = { to: /(?:from|between|从|自)\s?$/iu, and: /(?:both|between)\s$/iu };
const AFTER = /^(?:之间|期间|这几天|这两天)/u;

/** 周一到周五, "Mondays and Fridays": joins recurring days into one time. */
export function joinRecurring(text: string, atoms: readonly TimeAtom[]): TimeAtom[] {
  const joined: TimeAtom[] = [];
  for (const atom of atoms) {
    const last = joined.at(-1);
    const both = last && joinPair(text, last, atom);
    if (both) joined[joined.length - 1] = both;
    else joined.push(atom);
  }
  return joined;
}

function joinPair(text: string, first: TimeAtom, second: TimeAtom): TimeAtom | null {
  const [one, two] = [first.recurs, second.recurs];
  if (!one || !two || one.unit === 'time_of_day' || two.unit !== one.unit) return null;
  const gap = text.slice(first.end, second.start);
  const isStretch = TO.test(gap) && one.values.length === 1 && two.values.length === 1;
  if (!isStretch && !AND.test(gap)) return null;
  const values = isStretch
    ? between(one.values[0] ?? 1, two.values[0] ?? 1, one.unit === 'weekday' ? 7 : 12)
    : [...one.values, ...two.values];
  const before = (isStretch ? BEFORE.to : BEFORE.and).exec(text.slice(0, first.start))?.[0] ?? '';
  const after = isStretch ? (AFTER.exec(text.slice(second.end))?.[0] ?? '') : '';
  return {
    ...readRecurring(
      one.unit,
      [...new Set(values)].sort((a, b) => a - b),
    ),
    start: first.start - before.length,
    end: second.end + after.length,
  };
}

/** The values from one to the other, wrapping at the end of the week or year. */
function between(first: number, last: number, most: number): number[] {
  const many = ((last - first + most) % most) + 1;
  return Array.from({ length: many }, (_, at) => ((first - 1 + at) % most) + 1);
}
