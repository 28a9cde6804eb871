import { stemEnglish } from '@querent/language';
import { wordsIn } from './derive/word-list';
import { ownText } from './own-text';

/** The smallest unit for comparing names: a word, one Han character, a number or a mark. */
export interface Piece {
  /** Equal for forms of one word: the singular of a word, a number without separators, otherwise the surface. */
  key: string;
  surface: string;
  start: number;
  end: number;
  kind: 'word' | 'han' | 'number' | 'mark';
}

/** Maximum number of pieces of a name; longer stored texts are descriptions that people do not type. */
export const MOST_PIECES = 24;

/** A digit or a letter that is not a Han character. */
const ALPHANUMERIC = String.raw`(?!\p{Script=Han})[\p{L}\p{N}\p{M}]`;
const PIECE = new RegExp(
  [
    String.raw`(?<han>\p{Script=Han})`,
    String.raw`(?<number>(?:\d+(?:,\d{3})+|\d+)(?:\.\d+)?(?!${ALPHANUMERIC}))`,
    String.raw`(?<word>(?:${ALPHANUMERIC})+)`,
    String.raw`(?<mark>'s(?!${ALPHANUMERIC})|[^\s\p{L}\p{N}])`,
  ].join('|'),
  'gu',
);
/** Marks inside a name: round-trip, student_id, Wal·Mart, O'Hara, St.Gallen. */
const JOINERS: ReadonlySet<string> = new Set(['-', '_', '·', '.', "'"]);
const WORD_CHARACTER = /[\p{L}\p{N}\p{M}]/u;

/**
 * Cuts a normalised text into pieces. One sequence serves Chinese, which is written without spaces, English, which has
 * plurals, and mixed text. Marks that join words are not pieces, nor is the apostrophe after a plural.
 */
export function piecesOf(text: string): Piece[] {
  if (PLAIN_WORDS.test(text)) return wordsOf(text);
  const pieces: Piece[] = [];
  for (const match of text.matchAll(PIECE)) {
    const [surface] = match;
    const { index: start, groups } = match;
    const end = start + surface.length;
    if (groups?.['han'] !== undefined) pieces.push({ key: surface, surface, start, end, kind: 'han' });
    else if (groups?.['word'] !== undefined)
      pieces.push({ key: singularOf(surface), surface, start, end, kind: 'word' });
    else if (groups?.['number'] !== undefined)
      pieces.push({ key: surface.replaceAll(',', ''), surface, start, end, kind: 'number' });
    else if (!isJoiner(text, surface, start, end)) pieces.push({ key: surface, surface, start, end, kind: 'mark' });
  }
  return pieces;
}

/** Fast path for most names: the pattern for all scripts takes five times as long. */
const PLAIN_WORDS = /^[a-z]+(?: [a-z]+)*$/;

function wordsOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  for (let start = 0; start < text.length;) {
    const space = text.indexOf(' ', start);
    const end = space < 0 ? text.length : space;
    const surface = text.slice(start, end);
    pieces.push({ key: singularOf(surface), surface, start, end, kind: 'word' });
    start = end + 1;
  }
  return pieces;
}

function isJoiner(text: string, surface: string, start: number, end: number): boolean {
  if (!JOINERS.has(surface) || !WORD_CHARACTER.test(text.charAt(start - 1))) return false;
  return WORD_CHARACTER.test(text.charAt(end)) || (surface === "'" && text.charAt(start - 1) === 's');
}

/**
 * Plurals that do not end in s. The stemmer's other irregular forms are verbs, whose forms name different columns
 * (rate, rating).
 */
const IRREGULAR_PLURALS: ReadonlySet<string> = new Set(
  wordsIn(`
    people children men women salesmen saleswomen teeth feet mice geese oxen indices vertices matrices appendices
    criteria phenomena curricula alumni`),
);
const remembered = new Map<string, string>();
const MOST_REMEMBERED = 20_000;

/** The singular of an English noun; any other word unchanged. */
export function singularOf(word: string): string {
  if (!word.endsWith('s') && !IRREGULAR_PLURALS.has(word)) return word;
  const known = remembered.get(word);
  if (known !== undefined) return known;
  const own = ownText(word);
  const singular = stemEnglish(own);
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(own, singular);
  return singular;
}
