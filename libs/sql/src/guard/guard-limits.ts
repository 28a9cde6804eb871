/** Bounds that keep parsing, walking and planning cheap whatever arrives. */
export interface GuardLimits {
  /** Characters of text. */
  maxLength: number;
  /** Nested tree nodes. The longest of 1,700 benchmark statements needs 40. */
  maxDepth: number;
  /** Relations, subqueries and functions in all FROM clauses together. */
  maxFromItems: number;
  /** Values that one `generate_series` with constant bounds may produce. */
  maxSeriesLength: number;
  /** Characters that one `repeat`, `lpad` or `rpad` may produce from constants. */
  maxRepeat: number;
}

export const DEFAULT_GUARD_LIMITS: GuardLimits = {
  maxLength: 20_000,
  maxDepth: 150,
  maxFromItems: 32,
  maxSeriesLength: 100_000,
  maxRepeat: 10_000,
};
