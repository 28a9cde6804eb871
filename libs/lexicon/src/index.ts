/**
 * The words of a model as typed units: names and their forms, stored values, function words, operators. A unit is a
 * stretch of a question with one possible meaning; units overlap.
 */
export {
  asksForAFew,
  figureCourtesies,
  isCutFromWord,
  isDetail,
  isGraded,
  isListing,
  isNearness,
  isOverview,
  isRanking,
  mayCount,
} from './closed/request-words';
export { closedUnits } from './closed/closed-units';
export { type AggregateKind, findAggregates } from './closed/figures/find-aggregates';
export { type Direction, hasDirection } from './closed/figures/direction-words';
export { type GradeNoun, gradeNounOf, gradedPersons } from './closed/figures/grade-nouns';
export {
  type Grade,
  extremeOf,
  gradeOf,
  isGivenBack,
  isHeight,
  isIntensive,
  isMoneyPaid,
  isOfMoney,
  isOfPieces,
  isOfRank,
  isOfSale,
  isOfSales,
  isOnScale,
  isSalePrice,
  isSumOfMoney,
  isUnwanted,
} from './closed/figures/scale-words';
export { MARKS } from './closed/filler';
export { freshOpening, newTopicIn } from './closed/new-topics';
export { overviewsIn } from './closed/overview-words';
export { isPassage } from './closed/passage-words';
export { type Position, type ReplyWord, positionsIn, replyWordsIn } from './closed/reply-words';
export { type ColumnKind, columnKindAsked, isOrganisation, isOfKind } from './closed/things/column-kinds';
export { isOfName } from './closed/things/column-kinds';
export { isDoer, isOfPart, isOfPersons, isOfStaff, isPerson } from './closed/things/person-words';
export { isOfPlace, isLocation } from './closed/things/column-kinds';
export { NOT_OF_CLASS, VALUE_CLASSES } from './closed/things/value-classes';
export {
  isAhead,
  isLimit,
  isOfBirth,
  isOfLast,
  isOfPlan,
  isRowTimestamp,
  isScheduled,
  isWritten,
} from './closed/time/time-kinds';
export type { NamedTimePart } from './closed/time/time-parts';
export { vagueTimeIn } from './closed/time/vague-times';
export { turnUnits } from './closed/turn-words';
export { verbStemsOf } from './names/derive/agent-forms';
export { shortForms } from './names/derive/value-forms';
export { isParticiple } from './names/derive/verbs-of-noun';
export { provideSenses } from './names/dictionary';
export { bitsIn, lettersOf } from './names/find/letter-sets';
export { type NamedValue, type QuestionWord, questionWords, valuesNamedIn } from './names/find/named-values';
export { doingOf, englishOf, keysOfWords, nearWordsOf, provideNearWords } from './names/find/near-words';
export { namesSteps, openNames } from './names/find/open-names';
export { characterSounds, soundsOf } from './names/find/sounds';
export { meaningKey } from './names/name-form';
export { type Piece, piecesOf } from './names/pieces';
export { SPOKEN_KINDS, type SpokenWord, spokenWordSteps } from './names/spoken-words';
export { type ValueText, type VocabularyEntry, valueTextsOf, vocabularyOf } from './names/vocabulary';
export type {
  Aspect,
  Form,
  OrganisationNoun,
  Impossible,
  NameMeaning,
  NamedPeriod,
  Operator,
  PastTime,
  PlainWord,
  TurnWord,
  Unit,
  UnitMeaning,
} from './unit';
export { type Word, hasOperator, isNamed, wordsInOrder } from './words-in-order';
