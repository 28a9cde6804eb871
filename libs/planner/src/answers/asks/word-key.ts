/** What the key of a decision about a word begins with. */
export const WORD_KEY = 'unknown:';

/** The word that a decision is about; null where it is about anything else. */
export const wordAskedAbout = (key: string): string | null =>
  key.startsWith(WORD_KEY) ? key.slice(WORD_KEY.length) : null;
