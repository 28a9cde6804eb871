import { glossed, type Glosses } from './gloss';

/** The model reads no more than 128 pieces of words; a question has at most 2,000 characters. */
const LONGEST_TEXT = 2_000;

/** The input of the local model for a text; '' if it contains no word. */
export function embeddedText(text: string, glosses: Glosses): string {
  const words = glossed(text, glosses).slice(0, LONGEST_TEXT);
  return /[\p{Letter}\p{Number}]/u.test(words) ? words : '';
}
