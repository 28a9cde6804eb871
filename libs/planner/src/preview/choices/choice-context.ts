import type { SemanticQuery } from '@querent/contracts';
import type { Unit } from '@querent/lexicon';
import type { Locale } from '@querent/model';
import type { Wording } from '../../answers/wording';
import type { Candidate, Edit, TextSpan } from '../preview';

/** The question whose parts are changed. */
export interface ChoiceContext {
  wording: Wording;
  /** The language of the question, in which replaced words are written. */
  language: Locale;
  /** The asker's civil date. */
  today: string;
  /** The normalised question. */
  text: string;
  /** Its words with their meanings. */
  units: readonly Unit[];
  query: SemanticQuery;
}

/** A name for the answer's reader, and in the language of the question. */
export interface Named {
  label: string;
  words: string;
}

/** A meaning with its name in both languages; none if it has no name in the question's. */
export function named(nameIn: (locale: Locale) => string, { wording, language }: ChoiceContext): Named[] {
  const words = nameIn(language);
  return words === '' ? [] : [{ label: nameIn(wording.locale), words }];
}

/** The candidate with one edit a way: its words in place of a stretch. */
export const inPlaceOf = ({ start, end }: TextSpan, words: readonly string[]): Edit[][] =>
  [...new Set(words)].map((one) => [{ start, end, words: one }]);

/**
 * Words without what their neighbours in the question repeat: 普通客户 beside 客户 becomes 普通, "VIP customers" beside
 * "customers" becomes VIP.
 */
export function withoutRepetition(words: string, { start, end }: TextSpan, { text, language }: ChoiceContext): string {
  const after = text.slice(end).trimStart().toLowerCase();
  const before = text.slice(0, start).trimEnd().toLowerCase();
  const lower = words.toLowerCase();
  const isEdge = (at: number): boolean => language === 'zh' || /\s/.test(words.charAt(at));
  for (let at = 1; at < words.length; at++) {
    const tail = lower.slice(at).trimStart();
    if (tail !== '' && after.startsWith(tail) && isEdge(at) && isWhole(after, tail, language))
      return words.slice(0, at).trimEnd();
  }
  for (let at = words.length - 1; at > 0; at--)
    if (isEdge(at) && before.endsWith(lower.slice(0, at).trimEnd())) return words.slice(at).trimStart();
  return words;
}

const isWhole = (text: string, words: string, language: Locale): boolean =>
  language === 'zh' || !/^\w/.test(text.slice(words.length));

const FOLLOWING =
  'in|by|on|at|for|from|per|with|without|during|since|of|this|last|each|and|or|between|over|under|above|below|where|whose|who|that|until|before|after|within|near';
const NO_VERB = new RegExp(`^(?:\\s*$|\\s*[,?.!;]|\\s+(?:(?:${FOLLOWING})\\b|\\d))`, 'i');

/** Whether English words behind a noun phrase neither continue it nor are a verb. */
export const isNoVerb = (after: string): boolean => NO_VERB.test(after);

/** Keeps the first candidates of each name. */
export function distinct(candidates: readonly Candidate[]): Candidate[] {
  const seen = new Set<string>();
  return candidates.filter(({ ways }) => {
    const key = JSON.stringify(ways[0]);
    return ways.length > 0 && !seen.has(key) && seen.add(key);
  });
}
