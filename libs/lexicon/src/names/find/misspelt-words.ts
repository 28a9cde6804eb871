import { isFunctionWord } from '@querent/language';
import { type Piece, singularOf } from '../pieces';
import { REAL_WORDS } from './real-words';
import { costOf } from '../rules';
import type { SpellingIndex } from './spelling-index';
import type { TextPieces } from './text-pieces';

/** Alternative keys for pieces of a text. */
export interface Correction {
  keys: readonly string[];
  /** Number of pieces that they replace. */
  pieces: number;
  cost: number;
}

/** Shorter words have too many neighbours. */
const SHORTEST = 4;
const SHORTEST_SURE = 6;
/** Two mistakes are corrected only in words of this length. */
const SHORTEST_TWICE_WRONG = 8;
/** Minimum length of each of two joined words: a shorter one matches anywhere. */
const SHORTEST_GLUED = 3;
const LONGEST_GLUED = 40;
const MOST_NEAR = 3;
/** A question has one or two misspellings. If more words are unknown, they are not misspellings. */
const MOST_UNKNOWN = 24;

/** For each piece of a text the corrections that begin with it: similar words, missing and superfluous spaces. */
export function correctionsOf({ pieces }: TextPieces, words: SpellingIndex): ReadonlyMap<number, Correction[]> {
  const found = new Map<number, Correction[]>();
  const add = (at: number, corrections: Correction[]): void => {
    if (corrections.length > 0) found.set(at, [...(found.get(at) ?? []), ...corrections]);
  };
  const strange = new Map<string, Correction[]>();
  for (const [at, piece] of pieces.entries()) {
    if (piece.kind !== 'word') continue;
    add(at, joined(piece, pieces[at + 1], words));
    if (!isUnknown(piece, words)) continue;
    const known = strange.get(piece.surface);
    if (known === undefined && strange.size >= MOST_UNKNOWN) return new Map();
    const corrections = known ?? [...nearWords(piece, words), ...split(piece, words)];
    strange.set(piece.surface, corrections);
    add(at, corrections);
  }
  return found;
}

/** Only words that do not exist are misspellings. */
function isUnknown({ key, surface }: Piece, words: SpellingIndex): boolean {
  return (
    /^[a-z]+$/.test(surface) &&
    surface.length >= SHORTEST &&
    !words.has(key) &&
    !words.has(surface) &&
    !isReal(key) &&
    !isReal(surface)
  );
}

const isReal = (word: string): boolean => REAL_WORDS.has(word) || isFunctionWord(word, 'en');

function nearWords({ key }: Piece, words: SpellingIndex): Correction[] {
  const once = words.near(key, 1, MOST_NEAR);
  const near = once.length > 0 || key.length < SHORTEST_TWICE_WRONG ? once : words.near(key, 2, MOST_NEAR);
  const isSure = once.length > 0 && key.length >= SHORTEST_SURE;
  return near
    .filter((word) => word.length >= SHORTEST && !isDerived(key, word))
    .map((word) => ({
      keys: [word],
      pieces: 1,
      cost: costOf(isSure || isSwapped(key, word) ? 'misspelt' : 'misspeltShort'),
    }));
}

/** Whether two neighbouring letters are swapped: a typing error, also in short words. */
function isSwapped(one: string, other: string): boolean {
  const at = [...one].findIndex((letter, index) => letter !== other[index]);
  return (
    at >= 0 &&
    one.length === other.length &&
    one.slice(0, at) + one.charAt(at + 1) + one.charAt(at) + one.slice(at + 2) === other
  );
}

/** "Pricey" and "ordered" are derived from a known word, not misspelled. */
function isDerived(word: string, base: string): boolean {
  const stem = word.startsWith(base) ? base : base.replace(/[ey]$/, '');
  return (
    word.startsWith(stem) &&
    /^(?:e?r|or|e?d|ed|ing|l?y|al|ive|ion|ment|ness|less|ful|able)$/.test(word.slice(stem.length))
  );
}

/** "orderamount", if the model has both words. */
function split({ surface }: Piece, words: SpellingIndex): Correction[] {
  if (surface.length > LONGEST_GLUED) return [];
  const found: Correction[] = [];
  for (let at = SHORTEST_GLUED; at <= surface.length - SHORTEST_GLUED; at++) {
    const keys = [singularOf(surface.slice(0, at)), singularOf(surface.slice(at))];
    if (keys.every((key) => words.has(key))) found.push({ keys, pieces: 1, cost: costOf('glued') });
  }
  return found;
}

/** "ware house" and "sign up", if the model has one word for them. */
function joined(piece: Piece, next: Piece | undefined, words: SpellingIndex): Correction[] {
  if (next?.kind !== 'word' || next.start > piece.end + 1) return [];
  const key = singularOf(piece.surface + next.surface);
  return key.length >= 2 * SHORTEST_GLUED && words.has(key) ? [{ keys: [key], pieces: 2, cost: costOf('glued') }] : [];
}
