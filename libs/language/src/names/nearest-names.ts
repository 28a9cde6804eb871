import { editDistance } from './edit-distance';

/**
 * Known names that a wrong name may mean, best first: misspellings (at most a third of the letters differ), then names
 * that share a whole word with it (`amount` for `total_amount`, `城市名` for `城市`).
 */
export function nearestNames(written: string, known: readonly string[], most = 3): string[] {
  const words = wordsOf(written);
  const best: { name: string; cost: number }[] = [];
  for (const name of new Set(known)) {
    // Once `most` names are found, only a better one counts, so most names of a large schema are rejected early.
    const worst = best.length < most ? Infinity : (best.at(-1)?.cost ?? 0) - 1;
    const cost = costOf(written, words, name, worst);
    if (cost > worst) continue;
    best.splice(best.findLastIndex((one) => one.cost <= cost) + 1, 0, { name, cost });
    if (best.length > most) best.pop();
  }
  return best.filter(({ cost }) => cost < Infinity).map(({ name }) => name);
}

/** The cost of a name, or any number above `worst`; Infinity if the names are not similar. */
function costOf(written: string, words: readonly string[], name: string, worst: number): number {
  const mostEdits = Math.min(allowance(written), worst);
  const edits = editDistance(written, name, mostEdits);
  if (edits <= mostEdits) return edits;
  return worst >= SHARED_COST && sharesWord(words, name)
    ? SHARED_COST + editDistance(written, name, worst - SHARED_COST)
    : Infinity;
}

/** The known name closest to a mistyped one; undefined if none is close enough. */
export function nearestName(written: string, known: readonly string[]): string | undefined {
  const most = allowance(written);
  const distances = known.map((name) => ({ name, distance: editDistance(written, name, most) }));
  const best = distances.sort((a, b) => a.distance - b.distance)[0];
  return best && best.distance <= most ? best.name : undefined;
}

function allowance(written: string): number {
  return Math.max(1, Math.floor(written.length / 3));
}

/** Names that only share words rank below all misspellings. */
const SHARED_COST = 100;

/** Few of many names contain one of the words. Only those are split into words. */
function sharesWord(words: readonly string[], name: string): boolean {
  const lower = name.toLowerCase();
  if (!words.some((word) => HAN.test(word) || lower.includes(word))) return false;
  const others = wordsOf(name);
  return words.some((word) => others.some((other) => word === other || isPartOf(word, other) || isPartOf(other, word)));
}

const HAN = /\p{Script=Han}/u;

/** Chinese names have no word boundaries: one contains the other. */
function isPartOf(part: string, whole: string): boolean {
  return part.length >= 2 && HAN.test(part) && whole.includes(part);
}

function wordsOf(name: string): string[] {
  const spaced = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return spaced
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2 || HAN.test(word))
    .map(singular);
}

function singular(word: string): string {
  return word.length > 3 && word.endsWith('s') ? word.slice(0, -1) : word;
}
