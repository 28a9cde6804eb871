/**
 * The meanings that a part of a question can have, how they attach to each other, and the definition of a
 * construction. `Facts` answers what a construction may know of a model.
 */
export { type Attached, attach, attachments, figureWithCondition, inRole, refersToKind, withCondition } from './attach';
export { narrowed, firstRowAsCondition } from './narrowed';
export {
  isCount,
  countOf,
  figureOf,
  isBareSet,
  periodUse,
  setOf,
  shiftOf,
  withoutBounds,
} from './meanings/build-meanings';
export { boundFilter, differentThrough, withGroupCondition } from './group-conditions';
export { isOfYears, labelledRange, periodFilter } from './period-filters';
export {
  OPPOSITE,
  isBound,
  isOpposed,
  valuesOf,
  condition,
  onlyColumn,
  type Existence,
  isOfAny,
  hasUndatedEvent,
} from './filters';
export { areMoments, boundedLength, conditionOnPair, deniedPair, homeOfPair, lengthOf } from './column-pair';
export { type Built, type Construction, alone, either, pair } from './construction';
export { Facts } from './facts';
export {
  type AgainstMeaning,
  type AgainstOthersMeaning,
  type AllOfMeaning,
  type BoundMeaning,
  type ConditionMeaning,
  type EventMeaning,
  type GroupAgainstMeaning,
  type GroupConditionMeaning,
  type GrowthMeaning,
  type KeysMeaning,
  type LengthMeaning,
  type OthersMeaning,
  type PeriodMeaning,
  type PeriodPairMeaning,
  type QuotedMeaning,
  type RankingMeaning,
  type SortMeaning,
  type SpentMeaning,
  type TopMeaning,
} from './meanings/comparisons';
export { type Category, type Meaning, categoryOf } from './meaning';
export {
  type ColumnsMeaning,
  type FigureMeaning,
  type Key,
  type MeasureDraft,
  type NearMeaning,
  type NearUse,
  type PeriodShift,
  type PeriodUse,
  type SetMeaning,
} from './meanings/rows-and-figures';
export { inUnit, isLengthOfTime, mayBeLong, UNITS_OF_TIME, unitBetweenMoments, unitOf, unitOfMeasure } from './units';
export { opposite, bestDirections } from './directions';
export {
  besideShownCost,
  ownerOf,
  sameColumn,
  sideOf,
  withoutColumn,
  withoutReplaced,
  withoutTimes,
} from './replaced-conditions';
