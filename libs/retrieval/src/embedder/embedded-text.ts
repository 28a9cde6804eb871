import { glossed, type Glosses } from './gloss';

/** The tokenizer's time grows with the square of a text's length; a question has at most 2,000 characters. */
const LONGEST_TEXT = 2_000;

/**
 * What the local model is given of a text; '' where there is no word in it. The build takes a digest of this code and all that it
 * uses into the model's name: what is embedded otherwise is another model's.
 */
export function embeddedText(text: string, glosses: Glosses): string {
  const words = glossed(text, glosses).slice(0, LONGEST_TEXT);
  return /[\p{Letter}\p{Number}]/u.test(words) ? words : '';
}
