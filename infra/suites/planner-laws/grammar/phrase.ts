import type { Filter, SemanticQuery } from '@querent/contracts';
import type { Locale } from '@querent/language';
import type { RandomChoices } from '../../meaning/random/random-choices';
import type { Parts } from './parts';

/** A question with the queries that it may fairly be read as. */
export interface Case {
  family: string;
  locale: Locale;
  /** The wordings of all its phrases, without names: failures are grouped by it. */
  wording: string;
  question: string;
  expected: SemanticQuery;
  /** Other queries that are as fair. */
  also: readonly SemanticQuery[];
  /** Parts of the answer's form that the question leaves open. */
  open: readonly ('order' | 'select')[];
  /** The query of the last answer, where it is a turn. */
  context?: SemanticQuery;
}

/** Makes a phrase of the grammar; null where the model has no fitting part. */
export interface Grammar {
  random: RandomChoices;
  locale: Locale;
  parts: Parts;
  today: string;
}

/** A stretch of a question with what it means. */
export interface Phrase {
  text: string;
  wording: string;
}

export type Wordings = Record<Locale, readonly string[]>;

/** One of the wordings, its `{slots}` filled in. */
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
  // Letters and digits of two parts beside each other would be one word.
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
