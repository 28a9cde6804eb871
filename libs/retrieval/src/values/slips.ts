import { characterSounds } from '@querent/lexicon';
import { haveSimilarShape } from './similar-characters';

/** How a text differs from a similar one; null: not a typical typo. */
export type Slip = { edits: number; by: 'sound' | 'hand' };

/** Minimum lengths: two edits need a text whose rest is still distinctive. */
const SHORTEST = { once: 4, twice: 9, hanOnce: 3, hanGapped: 4, hanTwice: 8 } as const;

/**
 * The typo by which a stored name was probably misspelt. Both texts are without spaces; the first letter of a Latin
 * name must match.
 */
export function slipOf(written: string, name: string): Slip | null {
  if (written === name) return { edits: 0, by: 'hand' };
  return HAN.test(name) ? hanSlip([...written], [...name]) : latinSlip(written, name);
}

const HAN = /\p{Script=Han}/u;

function latinSlip(written: string, name: string): Slip | null {
  const length = Math.min(written.length, name.length);
  const allowed = length >= SHORTEST.twice ? 2 : length >= SHORTEST.once ? 1 : 0;
  if (Math.abs(written.length - name.length) > allowed || isInflected(written, name)) return null;
  const swappedFirst = written[0] === name[1] && written[1] === name[0];
  if (written[0] !== name[0] && !swappedFirst) return null;
  const edits = boundedDistance(written, name, allowed);
  if (
    edits > allowed ||
    (edits === 1 && written.length === name.length && length <= SHORT && !isLikelyLetter(written, name))
  )
    return null;
  return { edits, by: 'hand' };
}

const SHORT = 6;
/** Rows and slanted columns of a QWERTY keyboard: adjacent letters. */
const KEYBOARD = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'qaz', 'wsx', 'edc', 'rfv', 'tgb', 'yhn', 'ujm', 'ik', 'ol'];

/** In a short word, only an adjacent key or another vowel counts as a typo; otherwise it is a different word. */
function isLikelyLetter(written: string, name: string): boolean {
  const at = [...written].findIndex((letter, index) => letter !== name[index]);
  const [typed = '', meant = ''] = [written[at], name[at]];
  if (written[at + 1] === meant && name[at + 1] === typed) return true;
  return (
    /^[aeiouy]{2}$/.test(typed + meant) ||
    KEYBOARD.some(
      (row) => row.includes(typed) && row.includes(meant) && Math.abs(row.indexOf(typed) - row.indexOf(meant)) === 1,
    )
  );
}

const ENDING = /^(?:|s|es|d|ed|r|er|or|y|ly|ily|ing|ion|al|ive|e|ies|ied|ier|ment|ness|less|ful|able)$/;
const SHORTEST_STEM = 3;

/** "Printed" is no typo of "printer", nor "priced" of "price": inflections are separate words. */
function isInflected(written: string, name: string): boolean {
  let common = 0;
  while (common < written.length && written[common] === name[common]) common++;
  return common >= SHORTEST_STEM && ENDING.test(written.slice(common)) && ENDING.test(name.slice(common));
}

function hanSlip(written: string[], name: string[]): Slip | null {
  if (written.length === name.length) return substituted(written, name);
  const [short, long] = written.length < name.length ? [written, name] : [name, written];
  if (long.length - short.length !== 1) return null;
  const at = long.findIndex(
    (_, index) => [...long.slice(0, index), ...long.slice(index + 1)].join('') === short.join(''),
  );
  if (at < 0) return null;
  const doubled = long === written && (long[at] === long[at - 1] || long[at] === long[at + 1]);
  const enough = doubled ? SHORTEST.hanOnce : SHORTEST.hanGapped;
  // A character before or after a name makes another word or a longer name; only inside is it a typo.
  const inside = at > 0 && at < long.length - 1;
  return name.length >= enough && (doubled || (inside && long === name)) ? { edits: 1, by: 'hand' } : null;
}

function substituted(written: string[], name: string[]): Slip | null {
  const differing = name.flatMap((char, at) => (char === written[at] ? [] : [at]));
  const [first = 0, second = 0, third] = differing;
  if (third !== undefined) return null;
  const swapped =
    differing.length === 2 &&
    second === first + 1 &&
    written[first] === name[second] &&
    written[second] === name[first];
  if (swapped) return name.length >= SHORTEST.hanOnce ? { edits: 1, by: 'hand' } : null;
  if (differing.length === 2 && name.length < SHORTEST.hanTwice) return null;
  const alike = differing.map((at) => likeness(written[at] ?? '', name[at] ?? ''));
  if (alike.includes(null)) return null;
  // The rest of a name of two characters is one, which is in many words.
  return name.length >= SHORTEST.hanOnce
    ? { edits: differing.length, by: alike.every((by) => by === 'sound') ? 'sound' : 'hand' }
    : null;
}

function likeness(a: string, b: string): 'sound' | 'hand' | null {
  const sounds = characterSounds(a);
  if (characterSounds(b).some((sound) => sounds.includes(sound))) return 'sound';
  return haveSimilarShape(a, b) ? 'hand' : null;
}

/** Damerau-Levenshtein distance (optimal string alignment); larger distances are returned as `most + 1`. */
function boundedDistance(a: string, b: string, most: number): number {
  let [before, previous] = [[] as number[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      const swapped =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (before[j - 2] ?? 0) + 1 : Infinity;
      current.push(Math.min((previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + same, swapped));
    }
    if (Math.min(...current) > most) return most + 1;
    [before, previous] = [previous, current];
  }
  return previous[b.length] ?? 0;
}
