/** A text that the user may take into the question. */
export interface Completion {
  /** The text to show. */
  text: string;
  /** The whole question with it. */
  question: string;
  kind: 'question' | 'word';
}

const MOST = 6;
const MOST_QUESTIONS = 3;
/** Longest typed beginning of a word that is completed. */
const LONGEST = 24;

interface Known {
  /** Words of the model, most useful first. */
  words: readonly string[];
  /** Earlier questions and examples, most useful first. */
  questions: readonly string[];
}

/**
 * Completions of the text before the cursor: earlier questions that start with it, and words that start with its end.
 * Only the end of a text is completed.
 */
export function completionsOf(text: string, { words, questions }: Known): Completion[] {
  const typed = text.trimStart();
  if (typed.length < 2 && !HAN.test(typed)) return [];
  const lower = typed.toLowerCase();
  const whole = unique(questions)
    .filter((question) => question.toLowerCase().startsWith(lower) && question.length > typed.length)
    .slice(0, MOST_QUESTIONS)
    .map((question): Completion => ({ text: question, question, kind: 'question' }));
  const offered = new Set(whole.map(({ question }) => question));
  return [...whole, ...wordsFor(text, words).filter(({ question }) => !offered.has(question))].slice(0, MOST);
}

/** The longest ends of the text are completed first. */
function wordsFor(text: string, words: readonly string[]): Completion[] {
  const found = new Map<string, Completion>();
  for (const start of startsOf(text)) {
    const end = text.slice(start).toLowerCase();
    for (const word of words) {
      if (found.size >= MOST) return [...found.values()];
      if (word.length <= end.length || found.has(word) || !word.toLowerCase().startsWith(end)) continue;
      found.set(word, { text: word, question: `${text.slice(0, start)}${word}`, kind: 'word' });
    }
  }
  return [...found.values()];
}

const HAN = /\p{Script=Han}/u;
const LETTER = /[\p{L}\p{N}]/u;

/** Positions where the last word of the text may begin, the earliest first. Chinese has no spaces between words. */
function startsOf(text: string): number[] {
  const starts: number[] = [];
  for (let at = Math.max(0, text.length - LONGEST); at < text.length; at += 1) {
    const character = text.charAt(at);
    const before = text.charAt(at - 1);
    if (HAN.test(character)) starts.push(at);
    else if (LETTER.test(character) && (!LETTER.test(before) || HAN.test(before)) && text.length - at >= 2)
      starts.push(at);
  }
  return starts;
}

const unique = (texts: readonly string[]): string[] => [...new Set(texts)];
