import type { Unit } from '../lexicon/units';

/** Shorter words have too many neighbours: `order`/`older`, `price`/`prize` are both real words. */
const SHORTEST_CORRECTED = 5;

/**
 * The one word of the model's vocabulary at Damerau-Levenshtein distance 1 from an unknown word, or null when there is none
 * or more than one. Deletions of both sides are compared (SymSpell, W. Garbe 2012) so no pair of words is scanned twice.
 */
export function nearMiss(unit: Unit, { vocabulary, known }: { vocabulary: ReadonlySet<string>; known: ReadonlySet<string> }): string | null {
  const word = unit.key;
  if (known.has(word) || unit.surface.length < SHORTEST_CORRECTED || !/^[a-z]+$/.test(word)) return null;
  const found = new Set<string>();
  for (const candidate of edits(word)) {
    if (candidate.length >= SHORTEST_CORRECTED - 1 && vocabulary.has(candidate)) found.add(candidate);
  }
  return found.size === 1 ? ([...found][0] ?? null) : null;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** Every word one edit away. The first letter stays: people rarely mistype it, and it keeps real words apart. */
function* edits(word: string): Generator<string> {
  for (let at = 1; at <= word.length; at++) {
    const head = word.slice(0, at);
    const tail = word.slice(at);
    if (tail !== '') yield head + tail.slice(1);
    if (tail.length > 1) yield head + tail.charAt(1) + tail.charAt(0) + tail.slice(2);
    for (const letter of LETTERS) {
      if (tail !== '') yield head + letter + tail.slice(1);
      yield head + letter + tail;
    }
  }
}
