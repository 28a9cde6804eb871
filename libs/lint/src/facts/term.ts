import type { ColumnRef, Node, SelectStmt } from 'libpg-query';
import type { CatalogueIndex } from '@querent/sql';
import type { AggregateFact, FactColumn, StatementFacts } from './statement-facts';

/** An expression as the facts see it. */
export interface Term {
  /** Spelt in stored columns, without casts, aliases and guards. */
  text: string;
  /** The stored column, where it is nothing else. */
  column: FactColumn | null;
  /** The stored column as it is kept: no cast, no trimming, no default. */
  stored?: true;
  /** The plain value of a constant. */
  literal: string | null;
  /** Reads no column. */
  constant: boolean;
  /** Stored columns outside of aggregates. */
  reads: readonly FactColumn[];
  /** FROM items that it looks at, at the level where it stands. */
  items: ReadonlySet<FromItem>;
  /** All aggregates inside it. */
  aggregates: readonly AggregateFact[];
  /** The aggregate, where it is nothing else but rounding. */
  aggregate: AggregateFact | null;
  /** The call, where it is a single one. */
  call?: { fn: string; argument: string };
  grain?: string;
  part?: string;
}

/** A column that a FROM item or a query offers. */
export interface NamedTerm {
  name: string;
  term: Term;
}

/** A SELECT that a derived table is made of: one arm of it. */
export interface Arm {
  outputs: readonly NamedTerm[];
  items: readonly FromItem[];
  /** Relations that each of its rows is one joined row of; none where it groups. */
  rows: readonly string[];
}

/** One entry of a FROM clause. */
export interface FromItem {
  name: string | null;
  columns: readonly NamedTerm[];
  /** Its columns are not known: an unknown relation, a function. */
  open: boolean;
  /** The relation it stands for, stored or unknown. */
  table: string | null;
  /** Stands in a bare `*`; the sides of a join with merged columns do not. */
  inStar: boolean;
  /** The SELECTs of a derived table or a common table; empty for what is stored. */
  arms: readonly Arm[];
}

export interface CommonQuery {
  columns: readonly NamedTerm[];
  arms: readonly Arm[];
}

/** One level of look-up; `parent` is the query around it. */
export interface FactScope {
  items: readonly FromItem[];
  parent: FactScope | null;
  commonTables: ReadonlyMap<string, CommonQuery>;
}

/** A reference whose qualifier names nothing in reach. */
export interface LostReference {
  ref: ColumnRef;
  scope: FactScope;
}

/** A query's outcome: its columns, and the arms that they come from. */
export interface ReadQuery extends CommonQuery {
  order: StatementFacts['order'];
  limit: string | null;
  grouped: boolean;
  distinct: boolean;
}

/** What a reading gathers, and the parts that call each other. */
export interface Reader {
  catalogue: CatalogueIndex;
  facts: StatementFacts;
  lost: LostReference[];
  /** Hears every node that holds an expression, with its scope. */
  onColumn?: (ref: ColumnRef, term: Term, scope: FactScope) => void;
  term(node: Node | undefined, scope: FactScope): Term;
  query(select: SelectStmt, around: FactScope): ReadQuery;
}

/** A term made of others. */
export function madeOf(text: string, parts: readonly Term[]): Term {
  return {
    text,
    column: null,
    literal: null,
    constant: parts.every((part) => part.constant),
    reads: uniqueColumns(parts.flatMap((part) => part.reads)),
    items: new Set(parts.flatMap((part) => [...part.items])),
    aggregates: parts.flatMap((part) => part.aggregates),
    aggregate: null,
  };
}

export function constantTerm(text: string, literal: string | null = null): Term {
  return { ...madeOf(text, []), literal };
}

export function columnTerm(table: string, column: string): Term {
  const at = { table, column };
  return { ...madeOf(`${table}.${column}`, []), constant: false, column: at, reads: [at], stored: true };
}

export function uniqueColumns(columns: readonly FactColumn[]): FactColumn[] {
  return [...new Map(columns.map((column) => [`${column.table}.${column.column}`, column])).values()];
}

/** Relations whose joined rows these items give; none where one of them gives groups. */
export function rowsOf(items: readonly FromItem[]): string[] {
  const each = items
    .filter(({ name }) => name !== null)
    .map((item) => (item.table === null ? item.arms.flatMap(({ rows }) => rows) : [item.table]));
  return each.some((tables) => tables.length === 0) ? [] : [...new Set(each.flat())].sort();
}

/** The same value, but not as it is kept. */
export function converted({ stored: _stored, ...term }: Term): Term {
  return term;
}
