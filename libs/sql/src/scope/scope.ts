import type { Alias, ColumnRef, Node, RangeVar, SelectStmt } from 'libpg-query';
import { stringsOf } from '../guard/checks/node-access';
import type { CatalogueIndex, GuardRelation } from '../guard/guard-catalogue';

/** One column of a FROM item. `source` is `schema.relation.column` for stored columns. */
export interface RangeColumn {
  name: string;
  hidden: boolean;
  source?: string;
  /** Whether its values are those of a stored column, directly or passed on. */
  isStored?: boolean;
  /** Whether its type is built-in, or an array of one. */
  isPlainType?: boolean;
  /** For a query's column: its expression in each arm. */
  defined?: readonly Node[];
  /** Fields of its rows, if its values are rows with known fields. */
  fields?: readonly string[];
  /** The name is PostgreSQL's only if the function returns no rows: for rows it would be a call by that name. */
  isGuessed?: boolean;
}

/**
 * One entry of a FROM clause's namespace, after PostgreSQL's ParseNamespaceItem (parse_node.h): a join without an alias
 * has merged columns but no name, and its two sides keep their names but not their unqualified columns.
 */
export interface RangeItem {
  name: string | null;
  columns: readonly RangeColumn[];
  nameVisible: boolean;
  columnsVisible: boolean;
  /** The stored relation, if it has no alias, so `schema.relation.column` may name it. */
  unaliased?: GuardRelation;
}

/** The target of a reference: one column, or a whole row of an item. */
export type ColumnTarget = { kind: 'column'; column: RangeColumn } | { kind: 'row'; item: RangeItem };

/** A WITH query as seen by later parts. */
export interface CommonTable {
  name: string;
  columns: readonly RangeColumn[] | null;
}

/** One level of name lookup; `parent` is the enclosing query. */
export interface Scope {
  items: readonly RangeItem[];
  parent: Scope | null;
  commonTables: ReadonlyMap<string, CommonTable>;
}

/** State of a resolution: settled references and what they read. */
export interface Resolution {
  catalogue: CatalogueIndex;
  /** Resolves a nested query; stored here so that expressions, FROM and queries need not import each other. */
  resolveSubquery(select: SelectStmt, around: Scope): readonly RangeColumn[];
  /** With the target of each; null for a name of the output and for a row's star. */
  settledColumns: Map<ColumnRef, ColumnTarget | null>;
  settledRelations: Set<RangeVar>;
  relationsRead: Set<string>;
  columnsRead: Set<string>;
  /** Total number of columns of all `*`. */
  starColumns: number;
}

export const ROOT_SCOPE: Scope = { items: [], parent: null, commonTables: new Map() };

/** A level without items: LIMIT, VALUES, a subquery that cannot see its siblings. */
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

/** A query's column under a name: it passes on a stored column without being one. */
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
