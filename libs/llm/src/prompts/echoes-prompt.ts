import { promptTexts } from './prompt-texts';

/**
 * Whether a text repeats part of our prompts: eight consecutive words, or forty consecutive letters and digits whatever
 * the spacing.
 */
export function echoesPrompt(text: string): boolean {
  const { wordRuns, letterRuns } = fingerprints();
  const words = wordsOf(text);
  for (let at = 0; at + WORDS <= words.length; at += 1)
    if (wordRuns.has(words.slice(at, at + WORDS).join(' '))) return true;
  const letters = words.join('');
  for (let at = 0; at + LETTERS <= letters.length; at += 1)
    if (letterRuns.has(letters.slice(at, at + LETTERS))) return true;
  return false;
}

const WORDS = 8;
const LETTERS = 40;

interface Fingerprints {
  wordRuns: Set<string>;
  letterRuns: Set<string>;
}

let cached: Fingerprints | null = null;

/** Every sequence of words and of letters in the prompt texts, computed once at the first use. */
function fingerprints(): Fingerprints {
  if (cached !== null) return cached;
  const found: Fingerprints = { wordRuns: new Set(), letterRuns: new Set() };
  for (const { text } of Object.values(promptTexts)) {
    const words = wordsOf(text);
    const letters = words.join('');
    for (let at = 0; at + WORDS <= words.length; at += 1) found.wordRuns.add(words.slice(at, at + WORDS).join(' '));
    for (let at = 0; at + LETTERS <= letters.length; at += 1) found.letterRuns.add(letters.slice(at, at + LETTERS));
  }
  cached = found;
  return found;
}

/** Words without differences of width, case, punctuation and markup. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];
