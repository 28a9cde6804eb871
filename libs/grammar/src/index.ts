export {
  type Attached,
  attach,
  attachments,
  boundFilter,
  differentThrough,
  figureWithCondition,
  inRole,
  isBound,
  isCount,
  isOfYears,
  isOpposed,
  labelledRange,
  narrowed,
  periodFilter,
  refersToKind,
  valuesOf,
  withCondition,
  withGroupCondition,
} from './attach';
export { condition, onlyColumn } from './column-condition';
export { OPPOSITE, areMoments, boundedLength, conditionOnPair, deniedPair, homeOfPair, lengthOf } from './column-pair';
export { type Built, type Construction, alone, either, pair } from './construction';
export { type Existence, isOfAny } from './existence';
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
export { countOf, figureOf, isBareSet, periodUse, setOf, shiftOf, withoutBounds } from './meanings/build-meanings';
export { inUnit, isLengthOfTime, mayBeLong, unitBetweenMoments, unitOf, unitOfMeasure } from './measured-units';
export { ownAmount } from './own-amount';
export { counterpartOf, hasOwnKindPairs } from './own-kind-pairs';
export { isMadeByPersons, personsOf } from './persons-of';
export { asStandingOut } from './row-that-stands-out';
export {
  besideShownCost,
  ownerOf,
  sameColumn,
  sideOf,
  withoutColumn,
  withoutReplaced,
  withoutTimes,
} from './same-part';
export { hasUndatedEvent } from './undated-events';
export { bestDirections } from './unwanted-rows';
