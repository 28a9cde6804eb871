/**
 * The meaning of a statement, independent of its spelling: aliases, common tables and subqueries are resolved to the
 * stored columns, casts and quotes are dropped, BETWEEN is two bounds, IN of one value is an equality. Two spellings of
 * one statement have equal facts; all of it is plain data in a fixed order.
 */
export interface StatementFacts {
  /** False if the text does not parse: then only `literals` is known. */
  readable: boolean;
  /** Stored relations read anywhere, without schema, sorted. An unknown relation is kept as written. */
  relations: string[];
  /** Relations and columns unknown to the catalogue, as `relation` and `relation.column`, sorted. */
  unknown: string[];
  filters: FilterFact[];
  joins: JoinFact[];
  /** Relations that occur more than once side by side, sorted: conditions do not distinguish between them. */
  repeated: string[];
  /** Relations on the optional side of an outer join, sorted. */
  optional: string[];
  aggregates: AggregateFact[];
  /** Columns of the outermost query, in order; for a set operation those of its first arm. */
  outputs: OutputFact[];
  grouped: boolean;
  /** Groupings and partitions of all levels, sorted. */
  groups: string[];
  /** The order of the outermost query. */
  order: OrderFact[];
  /** Row limit of the outermost query, as written; null: no limit. */
  limit: string | null;
  /** Every LIMIT with its order, the outermost too. */
  tops: TopFact[];
  distinct: boolean;
  /** All occurrences of `union`, `union all`, `except`, `intersect` …, sorted. */
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

/** One condition on rows, on groups or on the input of an aggregate. */
export interface FilterFact {
  clause: 'where' | 'having' | 'join' | 'aggregate';
  /** The stored column, if the subject is a plain column. */
  column: FactColumn | null;
  /** The subject in stored columns: `orders.total`, `count(*)`, `lower(users.name)`. */
  subject: string;
  /** Set if the subject is an aggregate. */
  aggregate: AggregateFact | null;
  op: FilterOperator;
  negated: boolean;
  /** Constants, as texts: numbers, dates and words bare, parameters `$1`, computed ones as `now() - 30 day`. */
  values: string[];
  /** The compared expression, if it is not a constant: another column, a subquery. */
  against: string | null;
  /** True if it is one alternative of an OR. */
  alternative: boolean;
  /** It is in a subquery that rows are compared with or excluded by: not a condition on the rows of the answer. */
  aside: 'compared' | 'excluded' | null;
}

/** Two compared expressions over different FROM items; each side names stored columns. */
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
  /** Relations whose joined rows `*` counts, sorted; none if they are groups or unknown. */
  of: string[];
  /** Over a window rather than a group. */
  window: boolean;
  /** The condition on its rows: FILTER, or the condition of an inner CASE. */
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
  /** Set for an aggregate, a window or a single call. */
  fn?: string;
  argument?: string;
  distinct?: boolean;
  /** Relations whose joined rows `count(*)` counts. */
  of?: string[];
  /** The period of date_trunc or to_char: `day` … `year`. */
  grain?: string;
  /** The field of extract: `month`, `dow`. */
  part?: string;
  /** Its stored columns outside aggregates, in every arm of a set operation; `table.column`, sorted. */
  reads: string[];
  /** Its aggregates, as texts. */
  aggregates: string[];
}

export interface OrderFact {
  text: string;
  descending: boolean;
  /** Index of the output that it orders by, from 0, if it is one. */
  output: number | null;
}

export interface TopFact {
  limit: string;
  order: { text: string; descending: boolean }[];
}
