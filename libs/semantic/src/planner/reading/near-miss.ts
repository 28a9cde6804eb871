import { REAL_WORDS } from '../lexicon/real-words';
import type { SpeltWords } from '../lexicon/spelt-words';
import type { Vocabulary } from '../lexicon/trie';
import type { Unit } from '../lexicon/units';

/** Shorter words have too many neighbours: `order`/`older`, `price`/`prize` are both real words. */
const SHORTEST_CORRECTED = 5;
/** Shorter ones may be anything. */
const SHORTEST_OFFERED = 4;
/** Two mistakes need a word long enough for what is left to tell. */
const SHORTEST_TWICE_WRONG = 8;
const SHORTEST_TWO_AWAY = 7;

/** What a misspelt word may have been meant as: one word that is taken, or several (or a name) that are offered. */
export interface NearMisses {
  taken: string | null;
  offered: string[];
}

interface Words {
  vocabulary: Vocabulary;
  known: ReadonlySet<string>;
  spelt: SpeltWords;
}

const NONE: NearMisses = { taken: null, offered: [] };

/**
 * Words of the model at Damerau-Levenshtein distance 1 from an unknown word, or 2 from a long one. A word that exists
 * is no misspelling, nor is one with an ending (priced, orderly); people's and places' names are offered, never taken.
 */
export function nearMisses({ key: word, surface }: Unit, { vocabulary, known, spelt }: Words): NearMisses {
  if (known.has(word) || surface.length < SHORTEST_OFFERED || !/^[a-z]+$/.test(word) || REAL_WORDS.has(word) || REAL_WORDS.has(surface)) return NONE;
  const near = oneAway(word, spelt);
  const found = near.length > 0 || word.length < SHORTEST_TWICE_WRONG ? near : spelt.near(word, 2).filter(({ length }) => length >= SHORTEST_TWO_AWAY);
  const [only] = found;
  if (only === undefined) return NONE;
  const sure = found.length === 1 && surface.length >= SHORTEST_CORRECTED && vocabulary.get(only) === 'word' && !isDerived(word, only) && isSlip(word, only);
  return sure ? { taken: only, offered: [] } : { taken: null, offered: found.slice(0, 3) };
}

/** In a short word a letter is mistyped for a neighbour on the keyboard or a vowel misheard for another; else it is a word of its own. */
function isSlip(word: string, meant: string): boolean {
  if (word.length > LONGEST_SHORT || word.length !== meant.length) return true;
  const at = Array.from(word).findIndex((letter, index) => letter !== meant[index]);
  const [typed = '', wanted = ''] = [word[at], meant[at]];
  const swapped = word[at + 1] === wanted && meant[at + 1] === typed;
  return swapped || /^[aeiouy]{2}$/.test(typed + wanted) || KEYBOARD.some((row) => Math.abs(row.indexOf(typed) - row.indexOf(wanted)) === 1 && row.includes(typed) && row.includes(wanted));
}

const LONGEST_SHORT = 6;
/** Rows and slanted columns of the usual keyboard: letters that stand side by side. */
const KEYBOARD = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'qaz', 'wsx', 'edc', 'rfv', 'tgb', 'yhn', 'ujm', 'ik', 'ol'];

/** "Pricey" and "ordered" are words made of a known one, not a known one misspelt. */
function isDerived(word: string, base: string): boolean {
  const ending = word.startsWith(base) ? word.slice(base.length) : word.startsWith(base.replace(/[ey]$/, '')) ? word.slice(base.length - 1) : '';
  return /^(?:e?r|or|l?y|al|ive|ion|ment|ness|less|ful|able)$/.test(ending);
}

/** Where there are several, in the order of `edits`: what is offered are the first of them. */
function oneAway(word: string, spelt: SpeltWords): string[] {
  const near = spelt.near(word, 1).filter((one) => one.length >= SHORTEST_OFFERED && /^[a-z]+$/.test(one));
  if (near.length < 2) return near;
  const wanted = new Set(near);
  return [...new Set(edits(word))].filter((candidate) => wanted.has(candidate));
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** Every word one edit away. The first letter stays: people rarely mistype it, and it keeps real words apart. */
function* edits(word: string): Generator<string> {
  for (let at = 1; at <= word.length; at++) {
    const head = word.slice(0, at);
    const tail = word.slice(at);
    if (tail !== '') yield head + tail.slice(1);
    if (tail.length > 1) yield head + tail.charAt(1) + tail.charAt(0) + tail.slice(2);
    for (const letter of LETTERS) {
      if (tail !== '') yield head + letter + tail.slice(1);
      yield head + letter + tail;
    }
  }
}
