import type { Alias, ColumnRef, Node, RangeVar, SelectStmt } from 'libpg-query';
import { stringsOf } from '../guard/checks/node-access';
import type { CatalogueIndex, GuardRelation } from '../guard/guard-catalogue';

/** One column that an item of FROM offers. `source` is `schema.relation.column` for stored columns. */
export interface RangeColumn {
  name: string;
  hidden: boolean;
  source?: string;
  /** Whether its values are those of a stored column, for stored columns and what passes them on. */
  isStored?: boolean;
  /** Whether its type is PostgreSQL's own, or an array of one. */
  isPlainType?: boolean;
  /** Of a query's column: what computes it, in each arm of the query. */
  defined?: readonly Node[];
  /** Fields of its rows, where its values are rows whose fields the tree tells. */
  fields?: readonly string[];
  /** The name is PostgreSQL's only if the function gives no rows: of rows it would be a call by that name. */
  isGuessed?: boolean;
}

/**
 * One entry of a FROM clause's namespace, after PostgreSQL's ParseNamespaceItem (parse_node.h):
 * a join without an alias offers its merged columns but no name, and its two sides keep their names but
 * not their unqualified columns.
 */
export interface RangeItem {
  name: string | null;
  columns: readonly RangeColumn[];
  nameVisible: boolean;
  columnsVisible: boolean;
  /** The stored relation when it stands without an alias, so `schema.relation.column` may name it. */
  unaliased?: GuardRelation;
}

/** What a reference turned out to be: one column, or a whole row of an item. */
export type ColumnTarget = { kind: 'column'; column: RangeColumn } | { kind: 'row'; item: RangeItem };

/** A WITH query as later parts see it. */
export interface CommonTable {
  name: string;
  columns: readonly RangeColumn[] | null;
}

/** One level of name look-up; `parent` is the query around it. */
export interface Scope {
  items: readonly RangeItem[];
  parent: Scope | null;
  commonTables: ReadonlyMap<string, CommonTable>;
}

/** What a resolution learns on its way: which references it has accounted for and what they read. */
export interface Resolution {
  catalogue: CatalogueIndex;
  /** Resolves a query inside a query; here so that expressions, FROM and queries need not import each other. */
  resolveSubquery(select: SelectStmt, around: Scope): readonly RangeColumn[];
  /** With what each turned out to be; null for a name of the output and for a row's star. */
  settledColumns: Map<ColumnRef, ColumnTarget | null>;
  settledRelations: Set<RangeVar>;
  relationsRead: Set<string>;
  columnsRead: Set<string>;
  /** How many columns all `*` together have stood for. */
  starColumns: number;
}

export const ROOT_SCOPE: Scope = { items: [], parent: null, commonTables: new Map() };

/** A level without items of its own: LIMIT, VALUES, a subquery that may not look sideways. */
export function bareScope(around: Scope): Scope {
  return { items: [], parent: around, commonTables: around.commonTables };
}

/** A level with these items inside `around`. */
export function innerScope(items: readonly RangeItem[], around: Scope): Scope {
  return { items, parent: around, commonTables: around.commonTables };
}

export function plainColumn(name: string): RangeColumn {
  return { name, hidden: false };
}

/** A column of a query under a name: what it passes on, without being the stored column itself. */
export function passedOn(name: string, { source, isStored, defined, fields }: RangeColumn): RangeColumn {
  return {
    name,
    hidden: false,
    isStored: isStored ?? source !== undefined,
    ...(defined && { defined }),
    ...(fields && { fields }),
  };
}

/** An item under a name, its first columns renamed by the alias's column list. */
export function namedItem(name: string | null, columns: readonly RangeColumn[], alias?: Alias): RangeItem {
  const names = stringsOf(alias?.colnames) ?? [];
  const renamed = columns.map((column, i) =>
    names[i] === undefined ? column : { ...column, name: names[i], isGuessed: false },
  );
  return { name, columns: renamed, nameVisible: name !== null, columnsVisible: true };
}

export function hidesColumns(item: RangeItem): boolean {
  return item.columns.some((column) => column.hidden);
}
