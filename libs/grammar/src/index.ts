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
  type Category,
  type ColumnsMeaning,
  type ConditionMeaning,
  type EventMeaning,
  type FigureMeaning,
  type GroupAgainstMeaning,
  type GroupConditionMeaning,
  type GrowthMeaning,
  type Key,
  type KeysMeaning,
  type LengthMeaning,
  type Meaning,
  type MeasureDraft,
  type NearMeaning,
  type NearUse,
  type OthersMeaning,
  type PeriodMeaning,
  type PeriodPairMeaning,
  type PeriodShift,
  type PeriodUse,
  type QuotedMeaning,
  type RankingMeaning,
  type SetMeaning,
  type SortMeaning,
  type SpentMeaning,
  type TopMeaning,
  categoryOf,
  countOf,
  figureOf,
  isBareSet,
  periodUse,
  setOf,
  shiftOf,
  withoutBounds,
} from './meaning';
export { opposite } from './direction';
export {
  inUnit,
  isLengthOfTime,
  mayBeLong,
  UNITS_OF_TIME,
  unitBetweenMoments,
  unitOf,
  unitOfMeasure,
} from './measured-units';
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
