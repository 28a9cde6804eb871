import { promptTexts } from './prompt-texts';

/**
 * Does a text give out part of our prompts: eight of their words in a row, or forty of their letters and digits in a
 * row however they are spaced?
 */
export function echoesPrompt(text: string): boolean {
  const { wordRuns, letterRuns } = prints();
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

interface Prints {
  wordRuns: Set<string>;
  letterRuns: Set<string>;
}

let made: Prints | null = null;

/** Every run of words and of letters in the prompt texts; made once, at the first text that is looked at. */
function prints(): Prints {
  if (made !== null) return made;
  const found: Prints = { wordRuns: new Set(), letterRuns: new Set() };
  for (const { text } of Object.values(promptTexts)) {
    const words = wordsOf(text);
    const letters = words.join('');
    for (let at = 0; at + WORDS <= words.length; at += 1) found.wordRuns.add(words.slice(at, at + WORDS).join(' '));
    for (let at = 0; at + LETTERS <= letters.length; at += 1) found.letterRuns.add(letters.slice(at, at + LETTERS));
  }
  made = found;
  return found;
}

/** What changes nothing about the words is levelled: width, case, punctuation, markup. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];
