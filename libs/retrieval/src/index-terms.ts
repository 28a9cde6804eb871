import { tokenize, isFunctionWord, normalizeText, detectLocale } from '@querent/language';

/** Plain words and marks: nearly all names of a schema consist of them. */
const PLAIN_ENGLISH = /^[A-Za-z_ .,;:()/&+-]*$/;
const NO_WORD = /[^A-Za-z_]+/;

/**
 * Index terms of a text: content words by stem, Han runs by bigram (a single character is its own term). The few words
 * of schema names repeat in many tables: caching them takes a fifth of the time.
 */
export function termsOf(text: string): readonly string[] {
  return PLAIN_ENGLISH.test(text) ? text.split(NO_WORD).flatMap(termsOfPiece) : termsOfPiece(text);
}

const remembered = new Map<string, readonly string[]>();
const MOST_REMEMBERED = 10_000;
const LONGEST_REMEMBERED = 64;

function termsOfPiece(text: string): readonly string[] {
  const known = remembered.get(text);
  if (known !== undefined) return known;
  const terms = cutIntoTerms(text);
  if (text.length > LONGEST_REMEMBERED) return terms;
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(text, terms);
  return terms;
}

function cutIntoTerms(text: string): string[] {
  const normal = normalizeText(text);
  const locale = detectLocale(normal);
  return tokenize(normal).flatMap((token) => {
    if (token.kind === 'punct' || isFunctionWord(token.norm, locale)) return [];
    return token.kind === 'han' ? bigrams(token.norm) : [token.stem ?? token.norm];
  });
}

function bigrams(run: string): string[] {
  const characters = [...run];
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, i) => `${characters[i] ?? ''}${character}`);
}
