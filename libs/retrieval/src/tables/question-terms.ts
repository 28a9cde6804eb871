import { nameInWords } from '@querent/model';
import type { FieldedIndex } from '../fielded-index';
import { glossed, type Glosses } from '../embedder/gloss';
import { termsOf } from '../index-terms';
import { splitCompound } from './split-compound';

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
