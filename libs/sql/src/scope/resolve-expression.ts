import type { A_Indirection, FuncCall, Node, SelectStmt } from 'libpg-query';
import { FUNCTION_COLUMNS } from '../guard/allowlists/function-allowlist';
import { GuardRefusal } from '../guard/guard-verdict';
import { stringsOf } from '../guard/checks/node-access';
import { isRecord } from '../guard/checks/tree-walk';
import { resolveColumn } from './resolve-column';
import { rowFields } from './row-fields';
import { plainColumn, type RangeColumn, type Resolution, type Scope } from './scope';

/**
 * Resolves every reference inside an expression of any shape: all keys are followed; only column references, field
 * selections and subqueries need special handling. Types are skipped: the bare words in `geometry(Point)` only resemble
 * columns.
 */
export function resolveExpression(value: unknown, scope: Scope, resolution: Resolution): void {
  if (Array.isArray(value)) {
    for (const item of value) resolveExpression(item, scope, resolution);
    return;
  }
  if (!isRecord(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'ColumnRef') resolveColumn(inner as Parameters<typeof resolveColumn>[0], scope, resolution);
    else if (key === 'SelectStmt') resolution.resolveSubquery(inner as SelectStmt, scope);
    else if (key === 'A_Indirection') resolveIndirection(inner as A_Indirection, scope, resolution);
    else if (key !== 'typeName' && key !== 'TypeName') resolveExpression(inner, scope, resolution);
  }
}

/**
 * The columns of `(row).*`.
 * @throws GuardRefusal if the tree does not determine the value's columns
 */
export function rowColumns(arg: Node | undefined, scope: Scope, resolution: Resolution): readonly RangeColumn[] {
  if (arg && 'ColumnRef' in arg) {
    const target = resolveColumn(arg.ColumnRef, scope, resolution);
    if (target?.kind === 'row') return target.item.columns;
  }
  if (arg && 'FuncCall' in arg) {
    resolveExpression(arg, scope, resolution);
    const columns = functionColumns(arg.FuncCall);
    if (columns) return columns.map(plainColumn);
  }
  throw new GuardRefusal('forbidden_construct', 'expansion of an unknown row');
}

function functionColumns(call: FuncCall): readonly string[] | null {
  const name = stringsOf(call.funcname)?.at(-1) ?? '';
  return Object.hasOwn(FUNCTION_COLUMNS, name) ? (FUNCTION_COLUMNS[name] ?? null) : null;
}

/** `(value).field` and `value[subscript]`: the field must be a known field of the value. */
function resolveIndirection({ arg, indirection = [] }: A_Indirection, scope: Scope, resolution: Resolution): void {
  resolveExpression(arg, scope, resolution);
  for (const step of indirection) {
    if ('A_Star' in step) throw new GuardRefusal('forbidden_construct', 'expansion of a row inside an expression');
    if ('A_Indices' in step) resolveExpression(step.A_Indices, scope, resolution);
  }
  const at = indirection.findIndex((step) => 'String' in step);
  const [field, ...fields] = indirection.flatMap((step) => ('String' in step ? [step.String.sval ?? ''] : []));
  if (field === undefined) return;
  const value: Node | undefined =
    at === 0 ? arg : { A_Indirection: { ...(arg && { arg }), indirection: indirection.slice(0, at) } };
  const known = fields.length === 0 && rowFields(value, resolution)?.includes(field) === true;
  if (!known) throw new GuardRefusal('unknown_column', `field ${[field, ...fields].join('.')}`);
}
