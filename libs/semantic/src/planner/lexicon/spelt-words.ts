import { isFarByLetters, lettersOf } from './letter-sets';

/** Words with one first letter and one length, in the order they came. */
interface Alike {
  words: string[];
  /** Their letters as bits, and which words of all they are. */
  letters: number[];
  order: number[];
}

const BEGINS_PLAIN = /^[a-z]/;

/** English words, found again under their misspellings: by first letter, which people rarely mistype, by length and by letters. */
export class SpeltWords {
  /** The longest word. */
  longest = 0;
  private readonly alike = new Map<string, Alike>();
  private count = 0;

  add(word: string): void {
    if (!BEGINS_PLAIN.test(word)) return;
    const key = keyOf(word, word.length);
    const alike = this.alike.get(key) ?? { words: [], letters: [], order: [] };
    this.alike.set(key, alike);
    alike.words.push(word);
    alike.letters.push(lettersOf(word));
    alike.order.push(this.count++);
    this.longest = Math.max(this.longest, word.length);
  }

  /** Words with the same first letter at so many edits or fewer (insertions, deletions, substitutions, swaps of neighbours), in the order they came; the word itself is one. */
  near(word: string, edits: number): string[] {
    if (word.length > this.longest + edits) return [];
    const letters = lettersOf(word);
    const found: { near: string; at: number }[] = [];
    for (let length = word.length - edits; length <= word.length + edits; length++) {
      const alike = this.alike.get(keyOf(word, length));
      if (alike === undefined) continue;
      for (const [at, near] of alike.words.entries()) {
        if (isFarByLetters(letters, alike.letters[at] ?? 0, edits) || distance(word, near, edits) > edits) continue;
        found.push({ near, at: alike.order[at] ?? 0 });
      }
    }
    return found.sort((a, b) => a.at - b.at).map(({ near }) => near);
  }
}

const keyOf = (word: string, length: number): string => `${word.charAt(0)}${length}`;

/**
 * Optimal string alignment (insertions, deletions, substitutions and swaps of neighbours), exact up to `most`: only the cells so near to
 * the diagonal are computed, and it ends where a whole row is above.
 */
function distance(a: string, b: string, most: number): number {
  const width = b.length + 1;
  let [before, last, row] = [new Array<number>(width).fill(Infinity), Array.from({ length: width }, (_, at) => at), new Array<number>(width).fill(Infinity)];
  for (let i = 1; i <= a.length; i++) {
    const [from, to] = [Math.max(1, i - most), Math.min(b.length, i + most)];
    row.fill(Infinity);
    row[0] = i;
    let least = Infinity;
    for (let j = from; j <= to; j++) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1) ? 0 : 1;
      const isSwap = i > 1 && j > 1 && a.charCodeAt(i - 1) === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1);
      const swapped = isSwap ? (before[j - 2] ?? Infinity) + 1 : Infinity;
      const cost = Math.min((last[j] ?? Infinity) + 1, (row[j - 1] ?? Infinity) + 1, (last[j - 1] ?? Infinity) + same, swapped);
      row[j] = cost;
      least = Math.min(least, cost);
    }
    if (least > most) return least;
    [before, last, row] = [last, row, before];
  }
  return last[b.length] ?? Infinity;
}
