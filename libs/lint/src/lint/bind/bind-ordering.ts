import type { ColumnRef, Node } from 'libpg-query';
import { stringsOf } from '@querent/sql';
import { bindExpression } from './bind-expression';
import type { Binding } from './binding';
import type { Block } from './bound-query';
import type { LintScope } from './lint-scope';

/** ORDER BY and DISTINCT ON: a bare name is an output column first, as in SQL92; other expressions read the input. */
export function bindOrdering(
  nodes: readonly Node[] | undefined,
  block: Block,
  scope: LintScope,
  binding: Binding,
): void {
  for (const node of nodes ?? []) {
    const value = 'SortBy' in node ? node.SortBy.node : node;
    // Over a union of unknown width any name may be an output.
    const trusted = block.open && block.arms !== null;
    if (!bindOutput(value, block, binding) && !trusted) bindExpression(value, scope, binding);
  }
}

/** GROUP BY: a bare name is an input column of this level first, and an output column only if there is none. */
export function bindGrouping(
  nodes: readonly Node[] | undefined,
  block: Block,
  scope: LintScope,
  binding: Binding,
): void {
  for (const node of nodes ?? []) {
    if ('GroupingSet' in node) bindGrouping(node.GroupingSet.content, block, scope, binding);
    else if ('RowExpr' in node && node.RowExpr.row_format === 'COERCE_IMPLICIT_CAST')
      bindGrouping(node.RowExpr.args, block, scope, binding);
    else if (isInputColumn(node, scope) || !bindOutput(node, block, binding)) bindExpression(node, scope, binding);
  }
}

/** Resolves a bare name as an output column, if there is one of that name. */
function bindOutput(node: Node | undefined, block: Block, binding: Binding): boolean {
  const bare = bareReference(node);
  const output = bare && block.outputs.find(({ name }) => name === bare.name);
  if (!bare || !output) return false;
  binding.refs.set(bare.ref, {
    ref: bare.ref,
    path: [bare.name],
    kind: 'output',
    column: output.column,
    item: null,
    output,
    block,
  });
  return true;
}

function isInputColumn(node: Node, scope: LintScope): boolean {
  const name = bareReference(node)?.name;
  return scope.items.some((item) => item.columnsVisible && item.columns.some((column) => column.name === name));
}

function bareReference(node: Node | undefined): { ref: ColumnRef; name: string } | null {
  if (!node || !('ColumnRef' in node)) return null;
  const path = stringsOf(node.ColumnRef.fields);
  return path?.length === 1 && path[0] !== undefined ? { ref: node.ColumnRef, name: path[0] } : null;
}
