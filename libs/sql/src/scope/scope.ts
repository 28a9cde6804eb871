import type { Alias, ColumnRef, RangeVar, SelectStmt } from 'libpg-query';
import { stringsOf } from '../guard/node-access';
import type { CatalogueIndex, GuardRelation } from '../guard/guard-catalogue';

/** One column that an item of FROM offers. `source` is `schema.relation.column` for stored columns. */
export interface RangeColumn {
  name: string;
  hidden: boolean;
  source?: string;
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
  settledColumns: Set<ColumnRef>;
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

/** An item under a name, its first columns renamed by the alias's column list. */
export function namedItem(name: string | null, columns: readonly RangeColumn[], alias?: Alias): RangeItem {
  const names = stringsOf(alias?.colnames) ?? [];
  const renamed = columns.map((column, i) => ({ ...column, name: names[i] ?? column.name }));
  return { name, columns: renamed, nameVisible: name !== null, columnsVisible: true };
}

export function hidesColumns(item: RangeItem): boolean {
  return item.columns.some((column) => column.hidden);
}
