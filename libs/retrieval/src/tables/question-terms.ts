import { glossed, type Glosses } from '../embedder/gloss';
import { termsOf } from '../lexical-index';

/**
 * Terms to look for: the question's own, Chinese by bigram, and those of its Chinese put into English, so that 球员 finds
 * `players`. Each once.
 */
export function questionTerms(text: string, glosses: Glosses | null): string[] {
  const inEnglish = glosses !== null && /\p{Script=Han}/u.test(text) ? termsOf(glossed(text, glosses)) : [];
  return [...new Set([...termsOf(text), ...inEnglish])];
}
