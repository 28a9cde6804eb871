import { termsOf, type Scored } from './lexical-index';

/**
 * BM25F: BM25 over texts of several fields, where a word counts as much as its field does (Robertson, Zaragoza & Taylor, "Simple
 * BM25 extension to multiple weighted fields", CIKM 2004).
 */
export type Fields<F extends string> = Record<F, readonly string[]>;

const K1 = 1.2;
const B = 0.75;
/** A term inside a longer one (`customer` in `customerid`) says less than the word itself. */
const PART = 0.5;
const SHORTEST_PART = 4;

interface Document<T> {
  item: T;
  /** Term → its frequency, each occurrence weighed by its field and the field's length. */
  weights: Map<string, number>;
}

export class FieldedIndex<T, F extends string> {
  private readonly documents: Document<T>[];
  private readonly frequency = new Map<string, number>();

  constructor(items: readonly T[], fieldsOf: (item: T) => Fields<F>, weightOf: Readonly<Record<F, number>>) {
    const fields = Object.keys(weightOf) as F[];
    const read = items.map((item) => {
      const texts = fieldsOf(item);
      return { item, terms: fields.map((field) => ({ field, terms: texts[field].flatMap(termsOf) })) };
    });
    const average = new Map(fields.map((field, at) => [field, read.reduce((sum, { terms }) => sum + (terms[at]?.terms.length ?? 0), 0) / Math.max(1, read.length)]));
    this.documents = read.map(({ item, terms }) => {
      const weights = new Map<string, number>();
      for (const { field, terms: own } of terms) {
        const each = weightOf[field] / (1 - B + (B * own.length) / (average.get(field) || 1));
        for (const term of own) weights.set(term, (weights.get(term) ?? 0) + each);
      }
      return { item, weights };
    });
    for (const { weights } of this.documents) for (const term of weights.keys()) this.frequency.set(term, (this.frequency.get(term) ?? 0) + 1);
  }

  /** Items that have a word of the query, best first. */
  search(query: string): Scored<T>[] {
    const groups = [...new Set(termsOf(query))].map((term) => this.spellings(term));
    return this.documents
      .map((document) => ({ item: document.item, score: groups.reduce((sum, group) => sum + this.score(document, group), 0) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score);
  }

  /** The term itself, and the terms that begin or end with it. */
  private spellings(term: string): { term: string; share: number }[] {
    const longer = term.length < SHORTEST_PART ? [] : [...this.frequency.keys()].filter((known) => known !== term && (known.startsWith(term) || known.endsWith(term)));
    return [{ term, share: 1 }, ...longer.map((known) => ({ term: known, share: PART }))];
  }

  /** The best spelling counts: a word that is there needs no longer ones. */
  private score({ weights }: Document<T>, spellings: { term: string; share: number }[]): number {
    return Math.max(0, ...spellings.map(({ term, share }) => {
      const weight = weights.get(term);
      if (weight === undefined) return 0;
      const inDocuments = this.frequency.get(term) ?? 0;
      const idf = Math.log(1 + (this.documents.length - inDocuments + 0.5) / (inDocuments + 0.5));
      return share * idf * ((weight * (K1 + 1)) / (weight + K1));
    }));
  }
}
