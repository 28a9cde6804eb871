import { doubtSignSchema, type Doubt, type DoubtSign, type Locale } from '@querent/contracts';
import { listed, say, type PhraseId } from '../answer/phrases';

/** How each sign is said: about something, or about the whole. */
const phraseOf: Record<DoubtSign, { about: PhraseId; whole: PhraseId }> = {
  empty_result: { about: 'doubt_empty', whole: 'doubt_empty' },
  unknown_value: { about: 'doubt_unknown_value', whole: 'doubt_unknown_value_somewhere' },
  rows_multiplied: { about: 'doubt_rows_multiplied', whole: 'doubt_rows_multiplied_somewhere' },
  ignored_words: { about: 'doubt_ignored', whole: 'doubt_ignored_somewhere' },
  all_null_column: { about: 'doubt_all_null', whole: 'doubt_all_null_somewhere' },
  unusual_magnitude: { about: 'doubt_magnitude', whole: 'doubt_magnitude_somewhere' },
};

/** More are not listed: the sentence is short. */
const MOST_NAMED = 4;

/** One short sentence a sign, however many things it concerns. `said`: signs that the answer itself tells of. */
export function doubtSentences(doubts: readonly Doubt[], said: readonly DoubtSign[], locale: Locale): string[] {
  return doubtSignSchema.options.flatMap((sign) => {
    const found = doubts.filter((doubt) => doubt.sign === sign);
    if (found.length === 0 || said.includes(sign)) return [];
    const named = found.map(({ about }) => about).filter((about) => about !== '');
    const list = `${listed(named.slice(0, MOST_NAMED), locale)}${named.length > MOST_NAMED ? '…' : ''}`;
    return [named.length === 0 ? say(phraseOf[sign].whole, locale) : say(phraseOf[sign].about, locale, { list })];
  });
}
