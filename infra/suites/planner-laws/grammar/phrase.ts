import type { Filter, SemanticQuery } from '@querent/contracts';
import type { Locale } from '@querent/language';
import type { RandomChoices } from '../../meaning/random/random-choices';
import type { Parts } from './parts';

/** A question with its acceptable queries. */
export interface Case {
  family: string;
  locale: Locale;
  /** The templates of all its phrases, without names. Failures are grouped by it. */
  wording: string;
  question: string;
  expected: SemanticQuery;
  /** Other acceptable queries. */
  also: readonly SemanticQuery[];
  /** Parts of the query that the question leaves open. */
  open: readonly ('order' | 'select')[];
  /** The query of the previous answer, for a follow-up. */
  context?: SemanticQuery;
}

/** Makes a phrase of the grammar. Returns null when the model has no suitable parts. */
export interface Grammar {
  random: RandomChoices;
  locale: Locale;
  parts: Parts;
  today: string;
}

/** A part of a question with its meaning. */
export interface Phrase {
  text: string;
  wording: string;
}

export type Wordings = Record<Locale, readonly string[]>;

/** Chooses one of the templates and fills in its `{slots}`. */
export function worded(
  { random, locale }: Grammar,
  wordings: Wordings,
  slots: Record<string, Phrase | string>,
): Phrase {
  const wording = random.pick(wordings[locale]);
  const fill = (what: 'text' | 'wording'): string =>
    wording.replace(/\{(\w+)\}/g, (_, slot: string) => {
      const phrase = slots[slot];
      if (phrase === undefined) throw new Error(`no ${slot} in ${wording}`);
      if (typeof phrase === 'string') return what === 'text' ? phrase : `<${slot}>`;
      return phrase[what];
    });
  // Adjacent letters and digits of two parts would form one word.
  const text = locale === 'zh' ? fill('text').replaceAll(/(?<=[a-z])(?=\d)/gi, ' ') : fill('text');
  return { text: text.trim(), wording: fill('wording').trim() };
}

export const plural = ({ locale }: Grammar, noun: string): string => {
  if (locale === 'zh') return noun;
  if (/(?:s|x|z|ch|sh)$/.test(noun)) return `${noun}es`;
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
};

export const equals = (
  column: Extract<Filter, { kind: 'compare' }>['column'],
  value: string | number | boolean,
): Filter => ({
  kind: 'compare',
  column,
  op: '=',
  value,
});
