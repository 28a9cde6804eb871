import { bm25, idf, lengthNorm } from './bm25';
import { termsOf } from './index-terms';

export interface Scored<T> {
  item: T;
  score: number;
}

/** BM25 over short texts, one per item. English by stemmed word, Chinese by character bigram. */
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
      const weight = count * lengthNorm(length, this.averageLength);
      return sum + bm25(weight, idf(this.documents.length, this.frequency.get(term) ?? 0));
    }, 0);
  }
}

function countsOf(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}
