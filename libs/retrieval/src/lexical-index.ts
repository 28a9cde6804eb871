import { tokenize, isFunctionWord, normalizeText, detectLocale } from '@querent/language';

/**
 * BM25 over short texts (Robertson & Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009), with
 * the usual constants. English by stemmed word, Chinese by character bigram.
 */
const K1 = 1.2;
const B = 0.75;

export interface Scored<T> {
  item: T;
  score: number;
}

export class LexicalIndex<T> {
  private readonly documents: { item: T; counts: Map<string, number>; length: number }[];
  private readonly frequency = new Map<string, number>();
  private readonly averageLength: number;

  constructor(items: readonly T[], textOf: (item: T) => string) {
    this.documents = items.map((item) => {
      const terms = termsOf(textOf(item));
      return { item, counts: countsOf(terms), length: terms.length };
    });
    for (const { counts } of this.documents)
      for (const term of counts.keys()) this.frequency.set(term, (this.frequency.get(term) ?? 0) + 1);
    this.averageLength =
      this.documents.reduce((sum, { length }) => sum + length, 0) / Math.max(1, this.documents.length);
  }

  /** The best matches, best first; texts without a common term are omitted. */
  search(query: string, limit: number): Scored<T>[] {
    const terms = [...new Set(termsOf(query))];
    return this.documents
      .map((document) => ({ item: document.item, score: this.score(document, terms) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, limit);
  }

  private score({ counts, length }: { counts: Map<string, number>; length: number }, terms: string[]): number {
    return terms.reduce((sum, term) => {
      const count = counts.get(term);
      if (count === undefined) return sum;
      const inDocuments = this.frequency.get(term) ?? 0;
      const idf = Math.log(1 + (this.documents.length - inDocuments + 0.5) / (inDocuments + 0.5));
      return sum + (idf * count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / this.averageLength));
    }, 0);
  }
}

function countsOf(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

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
