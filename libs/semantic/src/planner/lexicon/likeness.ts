/** Letter pairs of a word, sorted: what likeness compares, worked out once for a text that is compared often. */
export type Pairs = readonly string[];

export function pairsOf(word: string): Pairs {
  return Array.from({ length: Math.max(0, word.length - 1) }, (_, at) => word.slice(at, at + 2)).sort();
}

/** Share of letter pairs that two words have in common, 0 to 1 (Sørensen–Dice on bigrams); works for Han text too. */
export function likeness(a: string, b: string): number {
  return a === b ? 1 : likenessOfPairs(pairsOf(a), pairsOf(b));
}

/** The same of words whose pairs are at hand: both lists are walked once. */
export function likenessOfPairs(left: Pairs, right: Pairs): number {
  if (left.length === 0 || right.length === 0) return 0;
  let shared = 0;
  for (let i = 0, j = 0; i < left.length && j < right.length; ) {
    const [a = '', b = ''] = [left[i], right[j]];
    if (a === b) shared++;
    if (a <= b) i++;
    if (b <= a) j++;
  }
  return (2 * shared) / (left.length + right.length);
}
