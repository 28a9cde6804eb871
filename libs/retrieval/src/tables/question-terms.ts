import { nameInWords } from '@querent/model';
import type { FieldedIndex } from '../fielded-index';
import { glossed, type Glosses } from '../embedder/gloss';
import { termsOf } from '../index-terms';

/**
 * Search terms of a question: its own, Chinese by bigram, and those of its Chinese translated into English, so that 球员
 * finds `players`. A stored name (`vin_number`) is also split into its words, and a compound into its two words. Each
 * once.
 */
export function questionTerms<F extends string>(
  text: string,
  glosses: Glosses | null,
  index: FieldedIndex<F>,
): string[] {
  const inEnglish = glosses !== null && /\p{Script=Han}/u.test(text) ? termsOf(glossed(text, glosses)) : [];
  const ofNames = termsOf(text).flatMap((term) =>
    term.includes('_') ? [term, ...termsOf(nameInWords(term))] : [term],
  );
  return [...new Set([...ofNames, ...inEnglish].flatMap((term) => splitCompound(term, index) ?? [term]))];
}

const SHORTEST_HALF = 3;

/**
 * Splits a question's compound word into two: `worldcup` if no table has it but some table has both `world` and `cup`.
 * Of several splits the one with the longest first word; null: none.
 */
function splitCompound<F extends string>(term: string, index: FieldedIndex<F>): readonly [string, string] | null {
  if (!/^[a-z]+$/.test(term) || index.matches(term).documents.length > 0) return null;
  for (let at = term.length - SHORTEST_HALF; at >= SHORTEST_HALF; at--) {
    const [first, second] = [term.slice(0, at), term.slice(at)];
    if (index.documentsWith(first) > 0 && index.documentsWith(second) > 0 && coOccur(first, second, index))
      return [first, second];
  }
  return null;
}

function coOccur<F extends string>(first: string, second: string, index: FieldedIndex<F>): boolean {
  const documents = new Set(index.matches(first).documents);
  return index.matches(second).documents.some((document) => documents.has(document));
}
