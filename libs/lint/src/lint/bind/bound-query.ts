import type { ColumnRef, JoinExpr, Node, SelectStmt } from 'libpg-query';
import type { GuardRelation } from '@querent/sql';

/** The stored column that a value was read from unchanged. */
export interface Origin {
  table: string;
  column: string;
  /** PostgreSQL's `format_type` text. */
  type: string;
}

/** A column of one entry of FROM. */
export interface SourceColumn {
  name: string;
  source: Source;
  /** Its position among the source's columns: an alias may give a copy another name. */
  position: number;
  /** Its stored column, also through subqueries that pass it on unchanged. */
  origin: Origin | null;
}

/** One leaf of FROM: a stored table, a subquery, a WITH query or a function. */
export interface Source {
  name: string | null;
  relation: GuardRelation | null;
  query: Block | null;
  /** Empty for a relation that does not exist: then `open` is set, and any column of it is accepted. */
  columns: SourceColumn[];
  open: boolean;
  /** Whether an outer join may fill it with NULL. */
  optional: boolean;
}

/** The possible target of a name at one level: a leaf, or a join with its merged columns (after ParseNamespaceItem). */
export interface Item {
  name: string | null;
  columns: SourceColumn[];
  open: boolean;
  nameVisible: boolean;
  columnsVisible: boolean;
  /** The stored relation, if it has no alias. */
  unaliased: GuardRelation | null;
  /** The table name that an alias hides. */
  hiddenName: string | null;
}

/** One join of two sides, with the comparisons of USING or NATURAL. */
export interface BoundJoin {
  node: JoinExpr;
  left: Source[];
  right: Source[];
  merged: [SourceColumn, SourceColumn][];
}

/** A result column of a query. `node` is null for columns of a star, VALUES or a function. */
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
  /** The enclosing query, whose columns it may read. */
  parent: Block | null;
  sources: Source[];
  items: Item[];
  joins: BoundJoin[];
  arms: [Block, Block] | null;
  outputs: Output[];
  /** Whether the number of outputs is unknown. */
  open: boolean;
}

/** The target of a column reference. */
export interface BoundRef {
  ref: ColumnRef;
  path: string[];
  /** `output`: a name of the select list in ORDER BY or GROUP BY; `unknown`: no item, or only an open one, has it. */
  kind: 'column' | 'row' | 'output' | 'unknown';
  column: SourceColumn | null;
  item: Item | null;
  output: Output | null;
  /** The query that contains it. */
  block: Block;
}

/** An unresolved name of a statement. */
export type NameIssue =
  | { kind: 'relation'; written: string; schema: string | null }
  | { kind: 'column'; path: string[]; items: Item[] }
  | { kind: 'qualifier'; path: string[]; items: Item[] }
  | { kind: 'ambiguous'; path: string[]; items: Item[] };

/** The whole statement with every name resolved. */
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
