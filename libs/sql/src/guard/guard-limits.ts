/** Limits that keep parsing, walking and planning cheap for any input. */
export interface GuardLimits {
  /** Characters of text. */
  maxLength: number;
  /** Nested tree nodes. The longest of 1,700 benchmark statements needs 40. */
  maxDepth: number;
  /**
   * Tree nodes in all. The largest of 1,700 benchmark statements has 281; 1,500 constants in a list are 1,500 nodes and
   * 3,000 tokens.
   */
  maxNodes: number;
  /** Relations, subqueries and functions in all FROM clauses together. */
  maxFromItems: number;
  /** Self-referencing WITH queries. */
  maxRecursiveQueries: number;
  /** Values that one `generate_series` with constant bounds may produce. */
  maxSeriesLength: number;
  /** Characters that one `repeat`, `lpad` or `rpad` may produce from constants. */
  maxRepeat: number;
  /** The factor by which constants may multiply a statement's input: series by series, text by text. */
  maxGrowth: number;
}

export const DEFAULT_GUARD_LIMITS: GuardLimits = {
  maxLength: 20_000,
  maxDepth: 150,
  maxNodes: 4_000,
  maxFromItems: 32,
  maxRecursiveQueries: 3,
  maxSeriesLength: 100_000,
  maxRepeat: 10_000,
  maxGrowth: 20_000_000,
};
