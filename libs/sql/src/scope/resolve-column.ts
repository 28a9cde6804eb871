import type { ColumnRef } from 'libpg-query';
import { GuardRefusal } from '../guard/guard-verdict';
import { stringsOf } from '../guard/checks/node-access';
import {
  hidesColumns,
  type ColumnTarget,
  type RangeColumn,
  type RangeItem,
  type Resolution,
  type Scope,
} from './scope';

/**
 * Resolves `x`, `t.x`, `s.t.x`, `t` (a whole row) and `*` outside a select list, in PostgreSQL's order
 * (transformColumnRef): a column at any level first, nearest level first, then a whole row.
 *
 * @throws GuardRefusal for unknown and hidden columns, and for whole rows with hidden ones
 */
export function resolveColumn(ref: ColumnRef, scope: Scope, resolution: Resolution): ColumnTarget | null {
  const path = stringsOf(ref.fields);
  if (!path) {
    resolveRowStar(ref, scope, resolution);
    return null;
  }
  const target = findTarget(path, scope);
  if (target.kind === 'column') readColumn(target.column, resolution);
  else readWholeRow(target.item, resolution);
  resolution.settledColumns.set(ref, target);
  return target;
}

/** The item of a qualified name: `t` or `s.t`. */
export function findItem(path: readonly string[], scope: Scope): RangeItem | null {
  for (let level: Scope | null = scope; level; level = level.parent) {
    const found = level.items.find((item) => item.nameVisible && isNamed(item, path));
    if (found) return found;
  }
  return null;
}

/** Records a column as read. @throws GuardRefusal if it is hidden */
export function readColumn(column: RangeColumn, resolution: Resolution): void {
  if (column.hidden) throw new GuardRefusal('hidden_column', `column ${column.source ?? column.name}`);
  if (column.source) resolution.columnsRead.add(column.source);
}

/** Records all columns of an item as read. @throws GuardRefusal if one of them is hidden */
export function readWholeRow(item: RangeItem, resolution: Resolution): void {
  if (hidesColumns(item)) throw new GuardRefusal('hidden_in_whole_row', `whole row of ${item.name ?? 'a join'}`);
  for (const column of item.columns) readColumn(column, resolution);
}

function findTarget(path: readonly string[], scope: Scope): ColumnTarget {
  const name = path.at(-1) ?? '';
  const qualifier = path.slice(0, -1);
  if (qualifier.length > 0) {
    const item = findItem(qualifier, scope);
    const columns = item?.columns.filter((column) => column.name === name) ?? [];
    const column = columns.find((candidate) => candidate.hidden) ?? columns[0];
    if (column && column.isGuessed !== true) return { kind: 'column', column };
    throw new GuardRefusal('unknown_column', `column ${path.join('.')}`);
  }
  const column = findUnqualified(name, scope);
  if (column) return { kind: 'column', column };
  const item = findItem(path, scope);
  if (item) return { kind: 'row', item };
  throw new GuardRefusal('unknown_column', `column ${name}`);
}

/** The nearest level with the column decides; a hidden match there takes precedence, so ambiguity cannot reveal it. */
function findUnqualified(name: string, scope: Scope): RangeColumn | null {
  for (let level: Scope | null = scope; level; level = level.parent) {
    const matches = level.items
      .filter((item) => item.columnsVisible)
      .flatMap((item) => item.columns)
      .filter((column) => column.name === name);
    const decisive = matches.find((column) => column.hidden) ?? matches[0];
    if (decisive) return decisive;
  }
  return null;
}

function isNamed(item: RangeItem, path: readonly string[]): boolean {
  if (path.length === 1) return item.name === path[0];
  const relation = item.unaliased;
  return path.length === 2 && relation !== undefined && relation.schema === path[0] && relation.name === path[1];
}

/** `ROW(t.*)` or `f(t.*)`: the row's columns side by side. */
function resolveRowStar(ref: ColumnRef, scope: Scope, resolution: Resolution): void {
  const qualifier = stringsOf(ref.fields?.slice(0, -1));
  const last = ref.fields?.at(-1);
  if (!qualifier || !last || !('A_Star' in last)) throw new GuardRefusal('forbidden_construct', 'column reference');
  for (const item of starItems(qualifier, scope)) readWholeRow(item, resolution);
  resolution.settledColumns.set(ref, null);
}

/** The items of `*` or `t.*`. @throws GuardRefusal if there is no such item */
export function starItems(qualifier: readonly string[], scope: Scope): readonly RangeItem[] {
  if (qualifier.length === 0) return scope.items.filter((item) => item.columnsVisible);
  const item = findItem(qualifier, scope);
  if (!item) throw new GuardRefusal('unknown_column', `${qualifier.join('.')}.*`);
  return [item];
}
