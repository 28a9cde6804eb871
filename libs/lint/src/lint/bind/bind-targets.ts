import type { ColumnRef, Node } from 'libpg-query';
import { FUNCTION_COLUMNS, isStar, outputName, stringsOf } from '@querent/sql';
import { bindExpression } from './bind-expression';
import type { Binding } from './binding';
import type { Block, Output } from './bound-query';
import { findItem, visibleItems } from './find-column';
import type { LintScope } from './lint-scope';

/** Binds a select list and gives its block the columns it returns, stars spelled out. */
export function bindTargets(block: Block, scope: LintScope, binding: Binding): void {
  for (const target of block.select.targetList ?? []) {
    if (!('ResTarget' in target)) continue;
    const { name, val } = target.ResTarget;
    if (isStar(val)) {
      block.outputs.push(...expandStar(val.ColumnRef, block, scope, binding));
      continue;
    }
    bindExpression(val, scope, binding);
    const fields = rowFields(val, binding);
    if (fields) block.outputs.push(...fields);
    else block.outputs.push({ name: name ?? outputName(val), node: val ?? null, column: columnOf(val, binding) });
    block.open ||= fields === null && isRowStar(val);
  }
}

function expandStar(ref: ColumnRef, block: Block, scope: LintScope, binding: Binding): Output[] {
  const qualifier = stringsOf(ref.fields?.slice(0, -1)) ?? [];
  const named = qualifier.length > 0 ? findItem(qualifier, scope) : null;
  if (qualifier.length > 0 && !named)
    binding.issues.push({ kind: 'qualifier', path: [...qualifier, '*'], items: visibleItems(scope) });
  const items = qualifier.length > 0 ? [named] : block.items.filter((item) => item.columnsVisible);
  block.open ||= items.some((item) => item === null || item.open);
  return items.flatMap((item) => item?.columns ?? []).map((column) => ({ name: column.name, node: null, column }));
}

function columnOf(value: Node | undefined, binding: Binding): Output['column'] {
  return value && 'ColumnRef' in value ? (binding.refs.get(value.ColumnRef)?.column ?? null) : null;
}

function isRowStar(value: Node | undefined): boolean {
  return (
    value !== undefined &&
    'A_Indirection' in value &&
    value.A_Indirection.indirection?.some((step) => 'A_Star' in step) === true
  );
}

/** The columns of `(row).*` and `(function()).*`; null if there is no such star or they are unknown. */
function rowFields(value: Node | undefined, binding: Binding): Output[] | null {
  if (!value || !('A_Indirection' in value) || !isRowStar(value)) return null;
  const { arg } = value.A_Indirection;
  if (arg && 'ColumnRef' in arg) {
    const item = binding.refs.get(arg.ColumnRef)?.item;
    return item && !item.open ? item.columns.map((column) => ({ name: column.name, node: null, column })) : null;
  }
  const name = arg && 'FuncCall' in arg ? (stringsOf(arg.FuncCall.funcname)?.at(-1) ?? '') : '';
  const columns = Object.hasOwn(FUNCTION_COLUMNS, name) ? FUNCTION_COLUMNS[name] : undefined;
  return columns ? columns.map((column) => ({ name: column, node: null, column: null })) : null;
}
