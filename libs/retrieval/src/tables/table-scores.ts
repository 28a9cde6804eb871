import { BestHits } from '../best-hits';
import type { IndexedTables } from './table-indexer';

/** A word of a question and its weight. */
export interface AskedTerm {
  term: string;
  weight: number;
}

/** Semantic similarity: cosine by table. */
export type Cosines = ReadonlyMap<string, number>;

/** Matches of a question's words: per word, and summed per table. */
export interface MatchedWords {
  matches: readonly WeighedMatches[];
  bare: Float32Array;
}

/** Evidence for tables. */
export interface Evidence {
  words: MatchedWords;
  cosines: Cosines;
  /** Tables that hold a value the question names. */
  valued: readonly string[];
}

export interface Scoring {
  /** Share of a word's score that neighbours of its table get. 0: none. */
  spread: number;
  /** Weight of the cosine, relative to the best word score of 1. */
  meaning: number;
  /** Share of the best neighbour's score that is added to a table. */
  company: number;
  /** Score of a stored value that the question names. */
  value: number;
}

/**
 * Measured over public schemas, each separately and all merged (ADR 20). The tables of one answer are joined: each word
 * counts half for neighbours of its tables, so that tables which share the question's words support each other.
 */
export const SCORING: Scoring = { spread: 0.5, meaning: 1.5, company: 0.3, value: 0.5 };

/** Candidates that are scored in full. */
const MOST_CANDIDATES = 150;
/** Top tables whose neighbours are candidates too: a table that links two needs no word itself. */
const MOST_WITH_NEIGHBOURS = 30;

/** Matches words: the part of the work that does not need the question's vector. */
export function matchedWords({ index }: IndexedTables, terms: readonly AskedTerm[]): MatchedWords {
  const matches = terms.map(({ term, weight }) => ({ weight, ...index.matches(term) }));
  const bare = new Float32Array(index.capacity);
  for (const { weight, documents, scores } of matches)
    documents.forEach((table, i) => (bare[table] = (bare[table] ?? 0) + weight * (scores[i] ?? 0)));
  return { matches, bare };
}

/**
 * Tables supported by a word, a neighbour's word or the question's meaning, best first. Words are scored by BM25F one
 * by one, because a neighbour's score counts only if it is higher than the table's own.
 */
export function scoredTables(
  indexed: IndexedTables,
  { words: { matches, bare }, cosines, valued }: Evidence,
  scoring: Scoring = SCORING,
): string[] {
  const { index } = indexed;
  const meant = new Map(
    [...cosines]
      .flatMap(([table, cosine]) => [[index.documentOf(table), cosine] as const])
      .filter((pair): pair is readonly [number, number] => pair[0] !== undefined),
  );
  const holding = new Set(valued.flatMap((table) => index.documentOf(table) ?? []));
  const candidates = [...new Set([...holding, ...candidatesOf(indexed, bare, meant, scoring)])];
  const words = spreadWords(indexed, candidates, matches, scoring.spread);
  const best = largest(words.values());
  const alone = new Map(
    candidates.map((table) => [
      table,
      (words.get(table) ?? 0) / best +
        scoring.meaning * Math.max(0, meant.get(table) ?? 0) +
        (holding.has(table) ? scoring.value : 0),
    ]),
  );
  return withCompany(indexed, alone, scoring.company)
    .filter(([, score]) => score > 0)
    .sort((a, b) => b[1] - a[1] || ((index.keyOf(a[0]) ?? '') < (index.keyOf(b[0]) ?? '') ? -1 : 1))
    .flatMap(([table]) => index.keyOf(table) ?? []);
}

function candidatesOf(
  { neighbours }: IndexedTables,
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
  { index, neighbours }: IndexedTables,
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

function withCompany(
  { neighbours }: IndexedTables,
  alone: ReadonlyMap<number, number>,
  company: number,
): [number, number][] {
  // The score that any candidate has is subtracted. In a small schema no neighbours are added, because all tables are
  // close.
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
