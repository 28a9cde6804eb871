import type { UnknownWord } from './columns-of-kind';

/**
 * Whether a word is said to be something of, or beside, something else: their guides, tours and guides, the guides of,
 * 线路的向导, 线路及向导. Verbs and the words that describe things do not come so.
 */
export function isJoinedTo({ start, end, text: word }: UnknownWord, text: string): boolean {
  if (NO_NOUN.test(word)) return false;
  return (
    BEFORE.test(text.slice(Math.max(0, start - LONGEST_BEFORE), start)) ||
    BEHIND.test(text.slice(end, end + LONGEST_BEHIND))
  );
}

const LONGEST_BEFORE = 24;
const LONGEST_BEHIND = 12;

/** Verb forms and adverbs. */
const NO_NOUN = /(?:ly|ing|ed)$/u;
const BEFORE = new RegExp(
  [
    String.raw`\b(?:their|its|his|her|the|and|with|what|which|each|every|of)(?: (?:related|corresponding|associated|respective))?\s*$`,
    String.raw`'s?\s*$`,
    '(?:的|和|与|及|以及|什么|哪些)$',
  ].join('|'),
  'u',
);
const BEHIND = /^\s*(?:(?:of|for)\b|(?:are|is) (?:\w+ )?(?:available|used))/u;
