/**
 * Conventions of the meaning of a semantic query beyond SQL. Each can be switched off, to prove that random queries
 * depend on it, and to name the cause of a difference.
 */
export interface Conventions {
  /** "Fewer than", "fewest" and "none" over a count or sum include things without rows. */
  includesThingsWithNone: boolean;
  /** Groups without a key do not count in "which", "top N" and bounds. */
  leavesOutMissingKeys: boolean;
  /** A share refers to the measure's total over all rows of the question. */
  sharesOfOwnTotal: boolean;
  /** "Above the average" compares with the average under the same filters. */
  averagesUnderFilters: boolean;
  /** A `timestamp` without a zone is compared as stored, regardless of the question's zone. */
  keepsWallClock: boolean;
  /** Two things with the same name are two groups. */
  namesakesStayApart: boolean;
  /** A negated condition on a yes/no column holds only for FALSE, not for NULL. */
  yesNoLeavesOutUnknown: boolean;
  /** "Average daily orders" of a month counts all of its days. */
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
