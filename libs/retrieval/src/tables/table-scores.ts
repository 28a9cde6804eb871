import { BestHits } from '../best-hits';
import type { Shelved } from './table-shelf';

/** A word of a question, and how much it counts. */
export interface AskedTerm {
  term: string;
  weight: number;
}

/** What a question's meaning says: cosine by table. */
export type Cosines = ReadonlyMap<string, number>;

/** Where the words of a question are: of each word by itself, and of all together by table. */
export interface HeardWords {
  matches: readonly WeighedMatches[];
  bare: Float32Array;
}

/** What speaks for tables. */
export interface Evidence {
  words: HeardWords;
  cosines: Cosines;
  /** Tables that hold a value the question names. */
  valued: readonly string[];
}

export interface Scoring {
  /** What a word says for a table beside one that it names. 0: nothing. */
  spread: number;
  /** What likeness of meaning counts beside words, whose best table has 1. */
  meaning: number;
  /** What the best table beside it adds to a table. */
  company: number;
  /** What a stored value that the question names adds to its table. */
  value: number;
}

/**
 * Measured over public schemas, each by itself and all in one (ADR 20). The tables of one answer are joined with each
 * other: each word counts half for the tables beside those that it names, so that tables which share out the question's
 * words support each other.
 */
export const SCORING: Scoring = { spread: 0.5, meaning: 1.5, company: 0.3, value: 0.5 };

/** So many tables are compared in full. */
const MOST_CANDIDATES = 150;
/** The neighbours of so many are compared too: a table that links two needs no word of its own. */
const MOST_WITH_NEIGHBOURS = 30;

/** What words alone say: the part of the work that need not wait for the question's meaning. */
export function heardWords({ index }: Shelved, terms: readonly AskedTerm[]): HeardWords {
  const matches = terms.map(({ term, weight }) => ({ weight, ...index.matches(term) }));
  const bare = new Float32Array(index.capacity);
  for (const { weight, documents, scores } of matches)
    documents.forEach((table, i) => (bare[table] = (bare[table] ?? 0) + weight * (scores[i] ?? 0)));
  return { matches, bare };
}

/**
 * Tables that a word, a neighbour's word or the question's meaning speaks for, best first. A table's words are scored
 * by BM25F, each word by itself, since a neighbour's counts only where the table has not the word better.
 */
export function scoredTables(
  shelf: Shelved,
  { words: { matches, bare }, cosines, valued }: Evidence,
  scoring: Scoring = SCORING,
): string[] {
  const { index } = shelf;
  const meant = new Map(
    [...cosines]
      .flatMap(([table, cosine]) => [[index.documentOf(table), cosine] as const])
      .filter((pair): pair is readonly [number, number] => pair[0] !== undefined),
  );
  const holding = new Set(valued.flatMap((table) => index.documentOf(table) ?? []));
  const candidates = [...new Set([...holding, ...candidatesOf(shelf, bare, meant, scoring)])];
  const words = spreadWords(shelf, candidates, matches, scoring.spread);
  const best = largest(words.values());
  const alone = new Map(
    candidates.map((table) => [
      table,
      (words.get(table) ?? 0) / best +
        scoring.meaning * Math.max(0, meant.get(table) ?? 0) +
        (holding.has(table) ? scoring.value : 0),
    ]),
  );
  return withCompany(shelf, alone, scoring.company)
    .filter(([, score]) => score > 0)
    .sort((a, b) => b[1] - a[1] || ((index.keyOf(a[0]) ?? '') < (index.keyOf(b[0]) ?? '') ? -1 : 1))
    .flatMap(([table]) => index.keyOf(table) ?? []);
}

function candidatesOf(
  { neighbours }: Shelved,
  bare: Float32Array,
  meant: ReadonlyMap<number, number>,
  { meaning }: Scoring,
): number[] {
  const most = largest(bare);
  const best = new BestHits<number>(MOST_CANDIDATES, 0);
  bare.forEach((score, table) => {
    const cosine = meant.get(table);
    if (score > 0 || cosine !== undefined) best.offer(table, score / most + meaning * Math.max(0, cosine ?? 0));
  });
  const ranked = best.sorted().map(({ item }) => item);
  const candidates = new Set(ranked);
  for (const table of ranked.slice(0, MOST_WITH_NEIGHBOURS)) neighbours.each(table, (other) => candidates.add(other));
  return [...candidates];
}

interface WeighedMatches {
  weight: number;
  documents: Uint32Array;
  scores: Float32Array;
}

function spreadWords(
  { index, neighbours }: Shelved,
  candidates: readonly number[],
  matches: readonly WeighedMatches[],
  spread: number,
): Map<number, number> {
  const sums = new Map(candidates.map((table) => [table, 0]));
  const own = new Float32Array(index.capacity);
  for (const { weight, documents, scores } of matches) {
    documents.forEach((table, i) => (own[table] = scores[i] ?? 0));
    for (const table of candidates) {
      let best = own[table] ?? 0;
      neighbours.each(table, (other, nearness) => {
        const lent = spread * nearness * (own[other] ?? 0);
        if (lent > best) best = lent;
      });
      sums.set(table, (sums.get(table) ?? 0) + weight * best);
    }
    for (const table of documents) own[table] = 0;
  }
  return sums;
}

function withCompany({ neighbours }: Shelved, alone: ReadonlyMap<number, number>, company: number): [number, number][] {
  // What any candidate has by being one tells nothing. A small schema is one place: all its tables are in the same
  // company.
  const floor = [...alone.values()].sort((a, b) => b - a)[MOST_WITH_NEIGHBOURS];
  if (floor === undefined) return [...alone];
  return [...alone].map(([table, score]) => {
    let best = 0;
    neighbours.each(table, (other, nearness) => {
      best = Math.max(best, nearness * ((alone.get(other) ?? 0) - floor));
    });
    return [table, score + company * best];
  });
}

/** Above 0, so that it can be divided by. */
function largest(scores: Iterable<number>): number {
  let most = 1e-9;
  for (const score of scores) most = Math.max(most, score);
  return most;
}
