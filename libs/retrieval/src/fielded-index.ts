import { bm25, idf, lengthNorm } from './bm25';
import { termsOf } from './index-terms';
import type { Scored } from './lexical-index';
import { PostingList } from './posting-list';
import { TermList } from './term-list';

/**
 * BM25F: BM25 over texts of several weighted fields (Robertson, Zaragoza & Taylor, "Simple BM25 extension to multiple
 * weighted fields", CIKM 2004). Inverted, and updated document by document: results depend on the indexed documents,
 * not on their order of insertion.
 */
export type Fields<F extends string> = Record<F, readonly string[]>;

/** Share of a term inside a longer one (`customer` in `customerid`), which is weaker evidence than the word itself. */
const PART = 0.5;
const SHORTEST_PART = 4;
/** Maximum longer terms that begin or end with a term. */
const MOST_LONGER = 64;
/** One byte of a count per field. */
const MOST_FIELDS = 4;
const MOST_COUNTED = 255;

/** Matches of one term: the documents that contain it, each once, and their scores. */
export interface Matches {
  documents: Uint32Array;
  scores: Float32Array;
}

interface Held {
  key: string;
  terms: readonly string[];
  lengths: readonly number[];
}

export class FieldedIndex<F extends string> {
  private readonly fields: readonly F[];
  private readonly weights: readonly number[];
  private readonly postings = new Map<string, PostingList>();
  private readonly spelt = new TermList(() => this.postings.keys());
  private readonly held: (Held | null)[] = [];
  private readonly documentNumbers = new Map<string, number>();
  private readonly free: number[] = [];
  /** Terms of all documents, by field. */
  private readonly totals: number[];
  private norms: Float32Array | null = null;

  /** @param weightOf at most four fields */
  constructor(weightOf: Readonly<Record<F, number>>) {
    this.fields = Object.keys(weightOf) as F[];
    this.weights = this.fields.map((field) => weightOf[field]);
    if (this.fields.length > MOST_FIELDS) throw new Error(`An index has at most ${MOST_FIELDS} fields`);
    this.totals = this.fields.map(() => 0);
  }

  get size(): number {
    return this.documentNumbers.size;
  }

  /** Bytes of the postings, without terms and objects. */
  get bytes(): number {
    return [...this.postings.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Exclusive upper bound of document numbers. */
  get capacity(): number {
    return this.held.length;
  }

  keyOf(document: number): string | undefined {
    return this.held[document]?.key;
  }

  documentOf(key: string): number | undefined {
    return this.documentNumbers.get(key);
  }

  /** Adds a document, or replaces the one with that key. */
  put(key: string, texts: Fields<F>): void {
    this.delete(key);
    this.norms = null;
    const document = this.free.pop() ?? this.held.length;
    const terms = new Map<string, number>();
    const lengths = this.fields.map((field, at) => this.count(texts[field].flatMap(termsOf), at, terms));
    for (const [term, counts] of terms) this.listOf(term).put(document, counts);
    lengths.forEach((length, at) => (this.totals[at] = (this.totals[at] ?? 0) + length));
    this.held[document] = { key, terms: [...terms.keys()], lengths };
    this.documentNumbers.set(key, document);
  }

  delete(key: string): void {
    const document = this.documentNumbers.get(key);
    const held = document === undefined ? null : this.held[document];
    if (document === undefined || held === null || held === undefined) return;
    for (const term of held.terms) this.removePosting(term, document);
    held.lengths.forEach((length, at) => (this.totals[at] = (this.totals[at] ?? 0) - length));
    this.held[document] = null;
    this.norms = null;
    this.documentNumbers.delete(key);
    this.free.push(document);
  }

  /** Documents that contain a word of the query, best first. */
  search(query: string): Scored<string>[] {
    const sums = new Map<number, number>();
    for (const term of new Set(termsOf(query))) {
      const { documents, scores } = this.matches(term);
      documents.forEach((document, at) => sums.set(document, (sums.get(document) ?? 0) + (scores[at] ?? 0)));
    }
    return [...sums]
      .map(([document, score]) => ({ item: this.keyOf(document) ?? '', score }))
      .sort((a, b) => b.score - a.score || (a.item < b.item ? -1 : 1));
  }

  /** Documents with the term or a longer one that begins or ends with it: the best spelling counts. */
  matches(term: string): Matches {
    const longer = term.length < SHORTEST_PART ? [] : this.spelt.longer(term, MOST_LONGER);
    const lists = [[term, 1] as const, ...longer.map((one) => [one, PART] as const)].flatMap(([spelling, share]) => {
      const list = this.postings.get(spelling);
      return list === undefined ? [] : [{ list, idf: share * this.idf(list.size) }];
    });
    const [only] = lists;
    if (only === undefined) return { documents: new Uint32Array(), scores: new Float32Array() };
    if (lists.length === 1) return this.scored(only.list, only.idf);
    const best = new Map<number, number>();
    for (const { list, idf } of lists) {
      const { documents, scores } = this.scored(list, idf);
      documents.forEach((document, at) => {
        const score = scores[at] ?? 0;
        if (score > (best.get(document) ?? 0)) best.set(document, score);
      });
    }
    return { documents: Uint32Array.from(best.keys()), scores: Float32Array.from(best.values()) };
  }

  private scored({ documents, counts, size }: PostingList, inverseFrequency: number): Matches {
    const norms = this.normsOfFields();
    const fields = this.weights.length;
    const scores = new Float32Array(size);
    for (let at = 0; at < size; at++) {
      const document = documents[at] ?? 0;
      const counted = counts[at] ?? 0;
      let weight = 0;
      for (let field = 0; field < fields; field++)
        weight += ((counted >>> (8 * field)) & MOST_COUNTED) * (norms[document * fields + field] ?? 0);
      scores[at] = bm25(weight, inverseFrequency);
    }
    return { documents: documents.slice(0, size), scores };
  }

  /** Inverse document frequency of a term in that many documents. */
  idf(inDocuments: number): number {
    return idf(this.size, inDocuments);
  }

  documentsWith(term: string): number {
    return this.postings.get(term)?.size ?? 0;
  }

  /** Weight of one occurrence, by document and field: lower in a longer text. */
  private normsOfFields(): Float32Array {
    if (this.norms !== null) return this.norms;
    const norms = new Float32Array(this.capacity * this.weights.length);
    for (const [document, held] of this.held.entries()) {
      this.weights.forEach((weight, field) => {
        const average = (this.totals[field] ?? 0) / this.size;
        norms[document * this.weights.length + field] =
          average === 0 ? 0 : weight * lengthNorm(held?.lengths[field] ?? 0, average);
      });
    }
    return (this.norms = norms);
  }

  /** Adds the field's terms to the counts; returns their number. */
  private count(terms: readonly string[], field: number, into: Map<string, number>): number {
    for (const term of terms) {
      const counts = into.get(term) ?? 0;
      if (((counts >>> (8 * field)) & MOST_COUNTED) < MOST_COUNTED) into.set(term, (counts + (1 << (8 * field))) >>> 0);
      else into.set(term, counts);
    }
    return terms.length;
  }

  private listOf(term: string): PostingList {
    const known = this.postings.get(term);
    if (known !== undefined) return known;
    const made = new PostingList();
    this.postings.set(term, made);
    this.spelt.changed();
    return made;
  }

  private removePosting(term: string, document: number): void {
    const list = this.postings.get(term);
    list?.remove(document);
    if (list?.size !== 0) return;
    this.postings.delete(term);
    this.spelt.changed();
  }
}
