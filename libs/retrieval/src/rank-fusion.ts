/**
 * Reciprocal rank fusion (Cormack, Clarke & Büttcher, SIGIR 2009), with their constant: merges rankings whose scores
 * are not comparable.
 */
const K = 60;

export interface Ranking<T> {
  /** Best first. */
  items: readonly T[];
  /** Default 1. */
  weight?: number;
}

/**
 * All items of the rankings, best first; ties keep the order of the first list that has them. `trust` multiplies an
 * item's score; default 1.
 */
export function fuseRanks<T>(rankings: readonly Ranking<T>[], trust: (item: T) => number = () => 1): T[] {
  const scores = new Map<T, number>();
  for (const { items, weight = 1 } of rankings)
    items.forEach((item, rank) => scores.set(item, (scores.get(item) ?? 0) + weight / (K + rank + 1)));
  return [...scores]
    .map(([item, score]) => ({ item, score: score * trust(item) }))
    .sort((a, b) => b.score - a.score)
    .map(({ item }) => item);
}
