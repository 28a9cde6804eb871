import type { ColumnRef, Node, SelectStmt } from 'libpg-query';
import type { CatalogueIndex } from '@querent/sql';
import type { AggregateFact, FactColumn, StatementFacts } from './statement-facts';

/** The normalised form of an expression. */
export interface Term {
  /** Spelt in stored columns, without casts, aliases and guards. */
  text: string;
  /** The stored column, if it is nothing else. */
  column: FactColumn | null;
  /** The unconverted stored column: no cast, no trimming, no default. */
  stored?: true;
  /** The plain value of a constant. */
  literal: string | null;
  /** Reads no column. */
  constant: boolean;
  /** Stored columns outside of aggregates. */
  reads: readonly FactColumn[];
  /** FROM items that it reads, at its level. */
  items: ReadonlySet<FromItem>;
  /** All aggregates inside it. */
  aggregates: readonly AggregateFact[];
  /** The aggregate, if it is nothing else except rounding. */
  aggregate: AggregateFact | null;
  /** The call, if it is a single one. */
  call?: { fn: string; argument: string };
  grain?: string;
  part?: string;
}

/** A column of a FROM item or a query. */
export interface NamedTerm {
  name: string;
  term: Term;
}

/** One arm of a derived table. */
export interface Arm {
  outputs: readonly NamedTerm[];
  items: readonly FromItem[];
  /** Relations of which each row is one joined row; none if it groups. */
  rows: readonly string[];
}

/** One entry of a FROM clause. */
export interface FromItem {
  name: string | null;
  columns: readonly NamedTerm[];
  /** Whether its columns are unknown: an unknown relation, a function. */
  open: boolean;
  /** Its relation, stored or unknown. */
  table: string | null;
  /** Whether a bare `*` includes it; the sides of a join with merged columns are excluded. */
  inStar: boolean;
  /** The SELECTs of a derived table or a common table; empty for stored relations. */
  arms: readonly Arm[];
}

export interface CommonQuery {
  columns: readonly NamedTerm[];
  arms: readonly Arm[];
}

/** One level of name lookup; `parent` is the enclosing query. */
export interface FactScope {
  items: readonly FromItem[];
  parent: FactScope | null;
  commonTables: ReadonlyMap<string, CommonQuery>;
}

/** A reference whose qualifier matches no visible item. */
export interface LostReference {
  ref: ColumnRef;
  scope: FactScope;
}

/** The result of reading a query: its columns and arms. */
export interface ReadQuery extends CommonQuery {
  order: StatementFacts['order'];
  limit: string | null;
  grouped: boolean;
  distinct: boolean;
}

/** State of reading a statement, and its mutually recursive functions. */
export interface Reader {
  catalogue: CatalogueIndex;
  facts: StatementFacts;
  lost: LostReference[];
  /** Called for every expression node, with its scope. */
  onColumn?: (ref: ColumnRef, term: Term, scope: FactScope) => void;
  term(node: Node | undefined, scope: FactScope): Term;
  query(select: SelectStmt, around: FactScope): ReadQuery;
}

/** A term composed of others. */
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

/** Relations whose joined rows these items return; none if one of them returns groups. */
export function rowsOf(items: readonly FromItem[]): string[] {
  const each = items
    .filter(({ name }) => name !== null)
    .map((item) => (item.table === null ? item.arms.flatMap(({ rows }) => rows) : [item.table]));
  return each.some((tables) => tables.length === 0) ? [] : [...new Set(each.flat())].sort();
}

/** The same value, marked as converted. */
export function converted({ stored: _stored, ...term }: Term): Term {
  return term;
}
