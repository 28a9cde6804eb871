/** The prefix of the key of a decision about a word. */
export const WORD_KEY = 'unknown:';

/** The word that a decision is about; null for any other decision. */
export const wordAskedAbout = (key: string): string | null =>
  key.startsWith(WORD_KEY) ? key.slice(WORD_KEY.length) : null;
