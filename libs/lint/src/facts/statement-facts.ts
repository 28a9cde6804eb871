/**
 * What a statement says, in terms that do not depend on how it is spelt: aliases, common tables and subqueries are read
 * through to the stored columns, casts and quotes are dropped, BETWEEN is two bounds, IN of one value is an equality.
 * Two spellings of one statement have equal facts; everything in them is plain data and comes in a fixed order.
 */
export interface StatementFacts {
  /** False where the text does not parse: then only `literals` is known. */
  readable: boolean;
  /** Stored relations read anywhere, without schema, sorted. An unknown relation stands as it was written. */
  relations: string[];
  /** Relations and columns that the catalogue does not have, as `relation` and `relation.column`, sorted. */
  unknown: string[];
  filters: FilterFact[];
  joins: JoinFact[];
  /**
   * Relations that stand more than once side by side, sorted: a condition on one of them is not told from one on the
   * other.
   */
  repeated: string[];
  /** Relations on the side of an outer join that may be missing, sorted. */
  optional: string[];
  aggregates: AggregateFact[];
  /** Columns of the outermost query, in order; of a set operation those of its first arm. */
  outputs: OutputFact[];
  grouped: boolean;
  /** What any level groups or partitions by, sorted. */
  groups: string[];
  /** The order of the outermost query. */
  order: OrderFact[];
  /** Rows at most of the outermost query, as written; null: no limit. */
  limit: string | null;
  /** Every LIMIT with its order, the outermost too. */
  tops: TopFact[];
  distinct: boolean;
  /** `union`, `union all`, `except`, `intersect` … as often as they stand, sorted. */
  setOperations: string[];
  /** Every constant value, sorted. */
  literals: string[];
}

/** A stored column by its relation's name without schema. */
export interface FactColumn {
  table: string;
  column: string;
}

/**
 * `=`, `<>`, `<` … as PostgreSQL writes operators, or a word: `in`, `like`, `ilike`, `similar`, `null`, `between` (only
 * negated), `exists`.
 */
export type FilterOperator = string;

/** One condition on rows, on groups or on what an aggregate takes. */
export interface FilterFact {
  clause: 'where' | 'having' | 'join' | 'aggregate';
  /** The stored column that is asked about, where it is just that. */
  column: FactColumn | null;
  /** What is asked about, spelt in stored columns: `orders.total`, `count(*)`, `lower(users.name)`. */
  subject: string;
  /** Set where an aggregate is asked about. */
  aggregate: AggregateFact | null;
  op: FilterOperator;
  negated: boolean;
  /** Constants, as texts: numbers, dates and words bare, parameters `$1`, computed ones as `now() - 30 day`. */
  values: string[];
  /** What else it is held against, when that is no constant: another column, a subquery. */
  against: string | null;
  /** True where it is one of several that an OR leaves open. */
  alternative: boolean;
  /**
   * Stands in a subquery that the rows are compared with, or by which they are kept out: no condition on the rows of
   * the answer.
   */
  aside: 'compared' | 'excluded' | null;
}

/** Two expressions over different FROM items held together; each side names stored columns. */
export interface JoinFact {
  left: string;
  right: string;
  op: string;
}

export interface AggregateFact {
  fn: string;
  /** `*`, or the argument spelt in stored columns. */
  argument: string;
  column: FactColumn | null;
  distinct: boolean;
  /** Relations whose joined rows `*` counts, sorted; none where they are groups or cannot be told. */
  of: string[];
  /** Over a window rather than a group. */
  window: boolean;
  /** What restricts its rows: FILTER, or the condition of a CASE inside. */
  filter: FilterFact[];
}

export interface OutputFact {
  /** The name of the result's column. */
  name: string;
  kind: 'column' | 'aggregate' | 'window' | 'expression' | 'constant';
  /** Spelt in stored columns. */
  text: string;
  table?: string;
  column?: string;
  /** Of an aggregate, a window or a single call. */
  fn?: string;
  argument?: string;
  distinct?: boolean;
  /** Relations whose joined rows `count(*)` counts. */
  of?: string[];
  /** The period that a time is cut into by date_trunc or to_char: `day` … `year`. */
  grain?: string;
  /** The field of a time that extract takes: `month`, `dow`. */
  part?: string;
  /** Stored columns it is made of, outside of aggregates, in every arm of a set operation; `table.column`, sorted. */
  reads: string[];
  /** Aggregates it is made of, spelt. */
  aggregates: string[];
}

export interface OrderFact {
  text: string;
  descending: boolean;
  /** The output that it orders by, counted from 0, where it is one. */
  output: number | null;
}

export interface TopFact {
  limit: string;
  order: { text: string; descending: boolean }[];
}
