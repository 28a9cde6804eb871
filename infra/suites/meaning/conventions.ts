/**
 * The conventions that decide what a semantic query means beyond SQL. Each can be switched off, to show that random
 * queries reach it and to name the cause of a difference.
 */
export interface Conventions {
  /** "Fewer than", "fewest", "none" over a count or sum include the things that have none. */
  includesThingsWithNone: boolean;
  /** Groups without a key take no part in "which", "top N" and bounds. */
  leavesOutMissingKeys: boolean;
  /** A share is of the measure's own total, computed once over everything asked about. */
  sharesOfOwnTotal: boolean;
  /** "Above the average" compares with the average under the same filters. */
  averagesUnderFilters: boolean;
  /** A `timestamp` without a zone is compared as it is stored, whatever the asker's zone. */
  keepsWallClock: boolean;
  /** Two things with the same name are two groups. */
  namesakesStayApart: boolean;
  /** Of a yes/no column only FALSE is not true. */
  yesNoLeavesOutUnknown: boolean;
  /** "Average daily orders" of a month is over all of its days. */
  countsEmptyPeriods: boolean;
}

export const ALL_CONVENTIONS: Conventions = {
  includesThingsWithNone: true,
  leavesOutMissingKeys: true,
  sharesOfOwnTotal: true,
  averagesUnderFilters: true,
  keepsWallClock: true,
  namesakesStayApart: true,
  yesNoLeavesOutUnknown: true,
  countsEmptyPeriods: true,
};

export type Convention = keyof Conventions;

export const CONVENTION_NAMES = Object.keys(ALL_CONVENTIONS).filter((name): name is Convention =>
  Object.hasOwn(ALL_CONVENTIONS, name),
);

export const without = (...names: readonly Convention[]): Conventions => ({
  ...ALL_CONVENTIONS,
  ...Object.fromEntries(names.map((name) => [name, false])),
});
