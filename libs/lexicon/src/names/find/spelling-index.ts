import { bitsIn, lettersOf } from './letter-sets';

/** Words with the same first letter and length in insertion order, and their letters as bits. */
interface Alike {
  words: string[];
  letters: number[];
}

/** English words indexed for misspellings: by first letter, which people rarely mistype, by length and by letters. */
export class SpellingIndex {
  private readonly alike = new Map<string, Alike>();
  private readonly known = new Set<string>();
  private longest = 0;

  add(word: string): void {
    if (this.known.has(word) || !/^[a-z]+$/.test(word)) return;
    this.known.add(word);
    const key = keyOf(word, word.length);
    const alike = this.alike.get(key) ?? { words: [], letters: [] };
    this.alike.set(key, alike);
    alike.words.push(word);
    alike.letters.push(lettersOf(word));
    this.longest = Math.max(this.longest, word.length);
  }

  has(word: string): boolean {
    return this.known.has(word);
  }

  /**
   * The nearest words with the same first letter within `edits` edits: insertions, deletions, substitutions, swaps of
   * neighbours.
   */
  near(word: string, edits: number, most: number): string[] {
    if (word.length > this.longest + edits) return [];
    const letters = lettersOf(word);
    const found: { word: string; edits: number }[] = [];
    for (let length = word.length - edits; length <= word.length + edits; length++) {
      const { words, letters: sets } = this.alike.get(keyOf(word, length)) ?? NONE;
      for (const [at, near] of words.entries()) {
        // An edit adds at most one letter and removes at most one.
        if (bitsIn(letters ^ (sets[at] ?? 0)) > 2 * edits) continue;
        const far = distance(word, near, edits);
        if (far <= edits) found.push({ word: near, edits: far });
      }
    }
    return found
      .sort((a, b) => a.edits - b.edits)
      .slice(0, most)
      .map((one) => one.word);
  }
}

const NONE: Alike = { words: [], letters: [] };
const keyOf = (word: string, length: number): string => `${word.charAt(0)}${length}`;

/**
 * Optimal string alignment (insertions, deletions, substitutions and swaps of neighbours), exact up to `most`: only
 * cells near the diagonal are computed, and it stops when a whole row exceeds `most`.
 */
function distance(a: string, b: string, most: number): number {
  const width = b.length + 1;
  let [before, last, row] = [
    new Array<number>(width).fill(Infinity),
    Array.from({ length: width }, (_, at) => at),
    new Array<number>(width).fill(Infinity),
  ];
  for (let i = 1; i <= a.length; i++) {
    row.fill(Infinity);
    row[0] = i;
    let least = Infinity;
    for (let j = Math.max(1, i - most); j <= Math.min(b.length, i + most); j++) {
      const substituted = (last[j - 1] ?? Infinity) + (a.charCodeAt(i - 1) === b.charCodeAt(j - 1) ? 0 : 1);
      const isSwap =
        i > 1 && j > 1 && a.charCodeAt(i - 1) === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1);
      const swapped = isSwap ? (before[j - 2] ?? Infinity) + 1 : Infinity;
      const cost = Math.min((last[j] ?? Infinity) + 1, (row[j - 1] ?? Infinity) + 1, substituted, swapped);
      row[j] = cost;
      least = Math.min(least, cost);
    }
    if (least > most) return least;
    [before, last, row] = [last, row, before];
  }
  return last[b.length] ?? Infinity;
}
