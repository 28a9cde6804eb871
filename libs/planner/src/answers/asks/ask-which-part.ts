import type { Ambiguity, Span } from '@querent/contracts';
import { say } from '@querent/model';
import { MOST_OPTIONS } from '../choices/decision';
import type { Wording } from '../wording';
import { namedPart } from './model-names';

/** The prefix of the key of a decision about a word. */
export const WORD_KEY = 'unknown:';

/** The word that a decision is about; null for any other decision. */
export const wordAskedAbout = (key: string): string | null =>
  key.startsWith(WORD_KEY) ? key.slice(WORD_KEY.length) : null;

/**
 * Asks which part of the model a word means. Null unless there are two to four parts, each with a different label.
 * @param parts in the notation of `NamedPart.value`
 */
export function askWhichPart(word: Span, parts: readonly string[], wording: Wording): Ambiguity | null {
  const named = parts.flatMap((part) => namedPart(part, wording) ?? []);
  const labels = new Set(named.map(({ label }) => label));
  if (labels.size < 2 || labels.size < named.length || labels.size > MOST_OPTIONS) return null;
  const text = wording.asWritten(word.text);
  return {
    trigger: 'ambiguous_term',
    key: `${WORD_KEY}${word.text}`,
    question: say(wording.locale, `“${text}”指的是哪一个？`, `What do you mean by “${text}”?`),
    options: named.map(({ label, description, value, names }, at) => ({
      id: String(at + 1),
      label,
      ...(description === undefined ? {} : { description }),
      value,
      aliases: names,
    })),
    allowText: true,
    span: word,
  };
}
