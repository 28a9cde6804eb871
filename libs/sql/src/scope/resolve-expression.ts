import type { A_Indirection, FuncCall, Node, SelectStmt } from 'libpg-query';
import { FUNCTION_COLUMNS } from '../guard/function-allowlist';
import { GuardRefusal } from '../guard/guard-verdict';
import { stringsOf } from '../guard/node-access';
import { isRecord } from '../guard/tree-walk';
import { resolveColumn } from './resolve-column';
import { plainColumn, type RangeColumn, type Resolution, type Scope } from './scope';

/** Fields that a composite value may be asked for although no relation of the catalogue has them. */
const ANONYMOUS_FIELD = /^(f\d{1,3}|key|value|path|geom)$/;

/**
 * Resolves every reference inside an expression, whatever its shape: all keys are followed, only
 * column references, field selections and subqueries mean something of their own. Types are left alone: the
 * bare words in `geometry(Point)` only look like columns.
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
 * @throws GuardRefusal when the value's columns cannot be known from the tree.
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

/**
 * `(value).field` and `value[subscript]`. PostgreSQL reads `(value).field` as the call `field(value)` when there
 * is no such field, so a field must be known, like a function.
 */
function resolveIndirection({ arg, indirection }: A_Indirection, scope: Scope, resolution: Resolution): void {
  const fields = (indirection ?? []).flatMap((step) => ('String' in step ? [step.String.sval ?? ''] : []));
  for (const step of indirection ?? []) {
    if ('A_Star' in step) throw new GuardRefusal('forbidden_construct', 'expansion of a row inside an expression');
    if ('A_Indices' in step) resolveExpression(step.A_Indices, scope, resolution);
  }
  const ownFields = fieldsOfWholeRow(arg, scope, resolution);
  for (const field of fields) {
    const known = ownFields?.has(field) || ANONYMOUS_FIELD.test(field) || resolution.catalogue.fieldNames.has(field);
    if (!known) throw new GuardRefusal('unknown_column', `field ${field}`);
  }
}

function fieldsOfWholeRow(arg: Node | undefined, scope: Scope, resolution: Resolution): ReadonlySet<string> | null {
  if (!arg || !('ColumnRef' in arg)) {
    resolveExpression(arg, scope, resolution);
    return null;
  }
  const target = resolveColumn(arg.ColumnRef, scope, resolution);
  return target?.kind === 'row' ? new Set(target.item.columns.map((column) => column.name)) : null;
}
