import type { FuncCall, Node } from 'libpg-query';
import { FUNCTION_COLUMNS } from '../guard/allowlists/function-allowlist';
import { stringsOf } from '../guard/checks/node-access';
import type { Resolution } from './scope';

/** Functions that return one of their first argument's values. */
const ONE_OF: ReadonlySet<string> = new Set('lag lead first_value last_value nth_value any_value'.split(' '));

/**
 * The fields of a row-valued expression, after its references are resolved; null if the tree does not determine them.
 * PostgreSQL reads `(value).field` as the call `field(value)` if the field does not exist, so no other field may be
 * named.
 */
export function rowFields(node: Node | undefined, resolution: Resolution): readonly string[] | null {
  if (!node) return null;
  if ('ColumnRef' in node) {
    const target = resolution.settledColumns.get(node.ColumnRef);
    if (!target) return null;
    return target.kind === 'row' ? target.item.columns.map(({ name }) => name) : (target.column.fields ?? null);
  }
  if ('RowExpr' in node) return (node.RowExpr.args ?? []).map((_, i) => `f${i + 1}`);
  if ('A_Indirection' in node) {
    const [step, ...others] = node.A_Indirection.indirection ?? [];
    return step && 'A_Indices' in step && others.length === 0
      ? elementFields(node.A_Indirection.arg, resolution)
      : null;
  }
  if (
    'SubLink' in node &&
    node.SubLink.subLinkType === 'EXPR_SUBLINK' &&
    node.SubLink.subselect &&
    'SelectStmt' in node.SubLink.subselect
  ) {
    const { op, targetList, valuesLists } = node.SubLink.subselect.SelectStmt;
    const [target] = targetList ?? [];
    return (op === undefined || op === 'SETOP_NONE') && !valuesLists && target && 'ResTarget' in target
      ? rowFields(target.ResTarget.val, resolution)
      : null;
  }
  return 'FuncCall' in node ? ofCall(node.FuncCall, resolution) : null;
}

function ofCall(call: FuncCall, resolution: Resolution): readonly string[] | null {
  const name = stringsOf(call.funcname)?.at(-1) ?? '';
  if (ONE_OF.has(name)) return rowFields(call.args?.[0], resolution);
  const columns = Object.hasOwn(FUNCTION_COLUMNS, name) ? FUNCTION_COLUMNS[name] : undefined;
  // A single column is the value itself, not a row.
  return columns && columns.length > 1 ? columns : null;
}

/** `(array_agg(row))[1]` is such a row. */
function elementFields(node: Node | undefined, resolution: Resolution): readonly string[] | null {
  if (node && 'FuncCall' in node && stringsOf(node.FuncCall.funcname)?.at(-1) === 'array_agg')
    return rowFields(node.FuncCall.args?.[0], resolution);
  if (node && 'A_ArrayExpr' in node) return rowFields(node.A_ArrayExpr.elements?.[0], resolution);
  return null;
}
