/**
 * Finds tokens, numbers, times, comparators and superlatives in Chinese and English text, by tables. Independent of
 * any model or database. Also the texts for administrators, in both languages.
 */
export {
  bilingual,
  type BilingualText,
  type LeftOutText,
  type PrivilegeText,
  type RuleSentence,
  type YamlMistake,
} from './bilingual/bilingual-text';
export { inBothLanguages, inChinese } from './bilingual/in-both-languages';
export { fillText } from './format/fill-text';
export { formatDate } from './format/format-date';
export { formatNumber } from './format/format-number';
export { everyPeriod, isoDay, momentText, periodEnd, periodOnAxis, periodText } from './format/period-text';
export { memoizeLast } from './memoize-last';
export { type Locale, detectLocale } from './locale';
export { nearestName, nearestNames } from './names/nearest-names';
export { normalizeQuestion, normalizeQuestionWithMap, originalStretch } from './normalize/normalize-question';
export { type NormalizedText, normalizeText, normalizeWithMap } from './normalize/normalize-text';
export { plainText } from './normalize/plain-text';
export { parseChineseNumeral } from './numbers/chinese-numeral';
export { findDistances } from './numbers/find-distances';
export { type NumberMatch, findNumbers } from './numbers/find-numbers';
export { canonicalUnit, isConvertible, unitFactor } from './numbers/units';
export type { Span } from './phrases/phrase-table';
export { type NamedSpan, isSurelySpelt, wordsSignature } from './signature/words-signature';
export { type CivilDate, addDays, addMonths, daysBetween, isCivilDate } from './time/civil-date';
export { findComparisons } from './time/find-comparisons';
export { findGrains } from './time/find-grains';
export { findTimeExpressions } from './time/find-time-expressions';
export type { TimeMatch } from './time/time-match';
export { todayIn } from './time/civil-date';
export { findQuoted } from './tokens/quoted';
export { stemEnglish } from './tokens/stem';
export { type Token, tokenize } from './tokens/tokenize';
export { MEASURE_WORDS } from './words/measure-words';
export { maskQuoted } from './tokens/quoted';
export {
  foldCase,
  isWholeWord,
  matchPhrases,
  type PhraseEntry,
  type PhraseMatch,
  phraseTable,
} from './phrases/phrase-table';
export { findComparators } from './words/find-comparators';
export { findFunctionWords, isFunctionWord } from './words/find-function-words';
export { findNegations } from './words/find-negations';
export { findSuperlatives } from './words/find-superlatives';
export type { FunctionWordRole } from './words/function-words';
export { isPlural, plural, singular } from './words/noun-number';
export type { SuperlativeScale } from './words/superlative-words';
