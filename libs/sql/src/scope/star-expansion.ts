import type { ColumnRef, Node } from 'libpg-query';
import { GuardRefusal } from '../guard/guard-verdict';
import { stringsOf } from '../guard/checks/node-access';
import { readColumn, starItems } from './resolve-column';
import { hidesColumns, type RangeColumn, type RangeItem, type Resolution, type Scope } from './scope';

/** A select list's `*`: its columns, and the targets to write instead if it must be rewritten. */
export interface ExpandedStar {
  columns: readonly RangeColumn[];
  replacement: Node[] | null;
}

/** True for `*` and `t.*`. */
export function isStar(node: Node | undefined): node is { ColumnRef: ColumnRef } {
  const last = node && 'ColumnRef' in node ? node.ColumnRef.fields?.at(-1) : undefined;
  return last !== undefined && 'A_Star' in last;
}

/**
 * Resolves `*` or `t.*` of a select list. Over relations with hidden columns it becomes the list of the others, each
 * qualified by its item's name.
 *
 * @throws GuardRefusal `hidden_in_whole_row` if the allowed columns cannot be listed unambiguously
 */
export function expandStar(ref: ColumnRef, scope: Scope, resolution: Resolution): ExpandedStar {
  const qualifier = stringsOf(ref.fields?.slice(0, -1));
  if (!qualifier) throw new GuardRefusal('forbidden_construct', 'column reference');
  const items = starItems(qualifier, scope);
  resolution.settledColumns.set(ref, null);
  const columns = items.flatMap((item) => item.columns.filter((column) => !column.hidden));
  for (const column of columns) readColumn(column, resolution);
  if (!items.some(hidesColumns)) return { columns, replacement: null };
  const replacement = items.flatMap((item) =>
    item.columns
      .filter((column) => !column.hidden)
      .map((column) => target(qualifiedPath(item, column, qualifier, scope))),
  );
  return { columns, replacement };
}

/** A join's columns have no qualifier: they are written through their side, or bare when merged. */
function qualifiedPath(item: RangeItem, column: RangeColumn, qualifier: readonly string[], scope: Scope): string[] {
  if (qualifier.length > 0) return [...qualifier, column.name];
  if (item.name !== null) return [item.name, column.name];
  const sides = scope.items.filter(
    (side) => side.nameVisible && side.columns.some((candidate) => candidate.name === column.name),
  );
  const named = sides.filter((side) => side.columns.some((c) => c.name === column.name && c.source === column.source));
  const [side] = named;
  if (side?.name && column.source !== undefined && named.length === 1) return [side.name, column.name];
  if (item.columns.filter((candidate) => candidate.name === column.name).length === 1) return [column.name];
  throw new GuardRefusal('hidden_in_whole_row', `* over ambiguous column ${column.name}`);
}

function target(path: readonly string[]): Node {
  return { ResTarget: { val: { ColumnRef: { fields: path.map((sval) => ({ String: { sval } })) } } } };
}
