import type { ColumnRef, JoinExpr, Node, SelectStmt } from 'libpg-query';
import type { GuardRelation } from '@querent/sql';

/** A stored column that a value was read from unchanged. */
export interface Origin {
  table: string;
  column: string;
  /** PostgreSQL's `format_type` text. */
  type: string;
}

/** A column that one entry of FROM offers. */
export interface SourceColumn {
  name: string;
  source: Source;
  /** Its place among the source's columns: an alias may give a copy another name. */
  position: number;
  /** The stored column behind it, also through subqueries that pass it on unchanged. */
  origin: Origin | null;
}

/** One leaf of FROM: a stored table, a subquery, a WITH query or a function. */
export interface Source {
  name: string | null;
  relation: GuardRelation | null;
  query: Block | null;
  /** Empty for a relation that does not exist: then `open`, and any column of it is believed. */
  columns: SourceColumn[];
  open: boolean;
  /** On the side of an outer join that may be filled with NULL. */
  optional: boolean;
}

/** What a name can mean at one level: a leaf, or a join with its merged columns (after ParseNamespaceItem). */
export interface Item {
  name: string | null;
  columns: SourceColumn[];
  open: boolean;
  nameVisible: boolean;
  columnsVisible: boolean;
  /** The stored relation, when it stands without an alias. */
  unaliased: GuardRelation | null;
  /** The table's own name that an alias hides. */
  hiddenName: string | null;
}

/** One join of two sides, with what USING or NATURAL compares. */
export interface BoundJoin {
  node: JoinExpr;
  left: Source[];
  right: Source[];
  merged: [SourceColumn, SourceColumn][];
}

/** A result column of a query. `node` is null for what a star, VALUES or a function gave. */
export interface Output {
  name: string;
  node: Node | null;
  column: SourceColumn | null;
}

export type BlockRole = 'statement' | 'arm' | 'from' | 'common' | 'expression';

/** One SELECT, VALUES or set operation of the statement. */
export interface Block {
  select: SelectStmt;
  role: BlockRole;
  /** The query around it, whose columns it may read. */
  parent: Block | null;
  sources: Source[];
  items: Item[];
  joins: BoundJoin[];
  arms: [Block, Block] | null;
  outputs: Output[];
  /** The number of outputs is not known. */
  open: boolean;
}

/** What a column reference turned out to be. */
export interface BoundRef {
  ref: ColumnRef;
  path: string[];
  /**
   * `output`: a name of the select list in ORDER BY or GROUP BY; `unknown` where nothing, or something open, has it.
   */
  kind: 'column' | 'row' | 'output' | 'unknown';
  column: SourceColumn | null;
  item: Item | null;
  output: Output | null;
  /** The query in which it stands. */
  block: Block;
}

/** A name that the statement uses and nothing answers to. */
export type NameIssue =
  | { kind: 'relation'; written: string; schema: string | null }
  | { kind: 'column'; path: string[]; items: Item[] }
  | { kind: 'qualifier'; path: string[]; items: Item[] }
  | { kind: 'ambiguous'; path: string[]; items: Item[] };

/** The whole statement with every name looked up. */
export interface BoundStatement {
  root: Block;
  /** Every query of the statement, outer before inner. */
  blocks: Block[];
  queryOf: Map<SelectStmt, Block>;
  refs: Map<ColumnRef, BoundRef>;
  issues: NameIssue[];
  /** Every named entry of any FROM. */
  items: Item[];
}
