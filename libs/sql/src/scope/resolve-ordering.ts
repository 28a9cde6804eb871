import type { ColumnRef, Node } from 'libpg-query';
import { stringsOf } from '../guard/checks/node-access';
import { resolveExpression } from './resolve-expression';
import type { RangeColumn, Resolution, Scope } from './scope';

/** ORDER BY and DISTINCT ON: a bare name is an output column first, as in SQL92; other expressions read the input. */
export function resolveOrdering(
  nodes: readonly Node[] | undefined,
  output: readonly RangeColumn[],
  scope: Scope,
  resolution: Resolution,
): void {
  for (const node of nodes ?? []) {
    const value = 'SortBy' in node ? node.SortBy.node : node;
    const bare = bareReference(value);
    if (bare && output.some((column) => column.name === bare.name)) resolution.settledColumns.set(bare.ref, null);
    else resolveExpression(value, scope, resolution);
  }
}

/** GROUP BY: a bare name is an input column of this level first, and an output column only if there is none. */
export function resolveGrouping(
  nodes: readonly Node[] | undefined,
  output: readonly RangeColumn[],
  scope: Scope,
  resolution: Resolution,
): void {
  for (const node of nodes ?? []) {
    if ('GroupingSet' in node) {
      resolveGrouping(node.GroupingSet.content, output, scope, resolution);
      continue;
    }
    if ('RowExpr' in node && node.RowExpr.row_format === 'COERCE_IMPLICIT_CAST') {
      resolveGrouping(node.RowExpr.args, output, scope, resolution);
      continue;
    }
    const bare = bareReference(node);
    const isOutput = bare && !isInputColumn(bare.name, scope) && output.some((column) => column.name === bare.name);
    if (isOutput) resolution.settledColumns.set(bare.ref, null);
    else resolveExpression(node, scope, resolution);
  }
}

function isInputColumn(name: string, scope: Scope): boolean {
  return scope.items.some((item) => item.columnsVisible && item.columns.some((column) => column.name === name));
}

function bareReference(node: Node | undefined): { ref: ColumnRef; name: string } | null {
  if (!node || !('ColumnRef' in node)) return null;
  const path = stringsOf(node.ColumnRef.fields);
  return path?.length === 1 && path[0] !== undefined ? { ref: node.ColumnRef, name: path[0] } : null;
}
