export type {
  Aspect,
  Form,
  HouseNoun,
  Impossible,
  NamedPeriod,
  NameMeaning,
  Operator,
  PastTime,
  PlainWord,
  TurnWord,
  Unit,
  UnitMeaning,
} from './unit';
export { type Names, namesSteps, openNames } from './names/open-names';
export { type NamedValue, type QuestionWord, questionWords, valuesNamedIn } from './names/named-values';
export { type ValueText, valueTextsOf, type VocabularyEntry, vocabularyOf } from './names/vocabulary';
export { bitsIn, lettersOf } from './names/letter-sets';
export { type Piece, piecesOf } from './names/pieces';
export { characterSounds, soundsOf } from './names/sounds';
export { isParticiple } from './names/derive/verbs-of-noun';
export { shortForms } from './names/derive/value-forms';
export { provideSenses } from './names/dictionary';
export { verbStemsOf } from './names/derive/agent-forms';
export { doingOf, englishOf, keysOfWords, type Near, nearWordsOf, provideNearWords } from './names/near-words';
export { meaningKey, type NameForm } from './names/name-form';
export {
  isAhead,
  isLimit,
  isOfBirth,
  isOfLast,
  isOfPlan,
  isOfWriting,
  isSetDown,
  isWritten,
} from './closed/ahead-words';
export { type Direction, hasDirection } from './closed/direction-words';
export { type VagueTime, vagueTimeIn } from './closed/vague-times';
export { type ColumnKind, columnKindAsked, isBody, isOfKind } from './closed/column-kinds';
export { isPassage } from './closed/passage-words';
export { isOfPlace, isSomewhere } from './closed/place-words';
export { isOfName } from './closed/name-words';
export { isDoer, isOfPart, isOfPersons, isOfStaff, isPerson } from './closed/person-words';
export {
  isGivenBack,
  extremeOf,
  type Grade,
  gradeOf,
  isHeight,
  isIntensive,
  isOfMoney,
  isOfPieces,
  isSalePrice,
  isOfRank,
  isOfSale,
  isOfSales,
  isOnScale,
  isMoneyPaid,
  isSumOfMoney,
  isUnwanted,
} from './closed/scale-words';
export { gradedPersons, type GradeNoun, gradeNounOf } from './closed/grade-nouns';
export type { NamedTimePart } from './closed/time-parts';
export { closedUnits } from './closed/closed-units';
export { freshOpening, newTopicIn } from './closed/new-topics';
export { turnUnits } from './closed/turn-words';
export { MARKS } from './closed/filler';
export { overviewsIn } from './closed/overview-words';
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
  mayCountBehind,
} from './closed/asked-words';
export { type Position, positionsIn, type ReplyWord, replyWordsIn } from './closed/reply-words';
export { NOT_OF_CLASS, VALUE_CLASSES } from './closed/value-classes';
