import { doubtSignSchema, type Doubt, type DoubtSign, type Locale } from '@querent/contracts';
import { listed, phrase, type PhraseId } from '../answer/phrases';

/** Phrases of each sign: with the subjects listed, and without a subject. */
const phraseOf: Record<DoubtSign, { about: PhraseId; whole: PhraseId }> = {
  empty_result: { about: 'doubt_empty', whole: 'doubt_empty' },
  unknown_value: { about: 'doubt_unknown_value', whole: 'doubt_unknown_value_somewhere' },
  rows_multiplied: { about: 'doubt_rows_multiplied', whole: 'doubt_rows_multiplied_somewhere' },
  ignored_words: { about: 'doubt_ignored', whole: 'doubt_ignored_somewhere' },
  all_null_column: { about: 'doubt_all_null', whole: 'doubt_all_null_somewhere' },
  unusual_magnitude: { about: 'doubt_magnitude', whole: 'doubt_magnitude_somewhere' },
};

/** Limit of listed subjects, to keep the sentence short. */
const MOST_NAMED = 4;

/** One short sentence per sign. `mentioned`: signs that the answer already mentions; they are skipped. */
export function doubtSentences(doubts: readonly Doubt[], mentioned: readonly DoubtSign[], locale: Locale): string[] {
  return doubtSignSchema.options.flatMap((sign) => {
    const found = doubts.filter((doubt) => doubt.sign === sign);
    if (found.length === 0 || mentioned.includes(sign)) return [];
    const named = found.map(({ about }) => about).filter((about) => about !== '');
    const list = `${listed(named.slice(0, MOST_NAMED), locale)}${named.length > MOST_NAMED ? '…' : ''}`;
    return [named.length === 0 ? phrase(phraseOf[sign].whole, locale) : phrase(phraseOf[sign].about, locale, { list })];
  });
}
