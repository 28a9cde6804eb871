import type { Node } from 'libpg-query';
import { stringsOf } from './node-access';
import { isRecord } from './tree-walk';

/** Functions that concatenate their arguments. */
export const JOINING: ReadonlySet<string> = new Set(
  'concat concat_ws format array_cat array_append array_prepend jsonb_build_array json_build_array jsonb_build_object json_build_object'.split(
    ' ',
  ),
);

/** Constructs that concatenate without a function. */
export const JOINING_NODES: ReadonlySet<string> = new Set([
  'A_ArrayExpr',
  'RowExpr',
  'JsonArrayConstructor',
  'JsonObjectConstructor',
]);

/**
 * The factor by which a node multiplies one column: 2 for `v || v`, 3 for `concat(v, v, v)`, 1 otherwise. A chain of
 * doublings fills a server's memory in thirty steps.
 */
function selfJoining(tag: string, fields: Readonly<Record<string, unknown>>): number {
  if (tag === 'A_Expr' && stringsOf(fields['name'] as Node[])?.at(-1) === '||') {
    const left = new Set(columnsIn(fields['lexpr']));
    return columnsIn(fields['rexpr']).some((column) => left.has(column)) ? 2 : 1;
  }
  if (JOINING_NODES.has(tag)) return most(fields['elements'] ?? fields['args'] ?? fields['exprs']);
  if (tag !== 'FuncCall' || !JOINING.has(stringsOf(fields['funcname'] as Node[])?.at(-1) ?? '')) return 1;
  return most(fields['args']);
}

/** True if any node below repeats a column. */
export function growsItself(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(growsItself);
  if (!isRecord(value)) return false;
  return Object.entries(value).some(
    ([tag, inner]) => (isRecord(inner) && selfJoining(tag, inner) > 1) || growsItself(inner),
  );
}

/** The largest number of arguments with the same column. */
function most(args: unknown): number {
  const counts = new Map<string, number>();
  for (const arg of Array.isArray(args) ? args : []) {
    for (const column of new Set(columnsIn(arg))) counts.set(column, (counts.get(column) ?? 0) + 1);
  }
  return Math.max(1, ...counts.values());
}

function columnsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(columnsIn);
  if (!isRecord(value)) return [];
  const column = value['ColumnRef'];
  const path = isRecord(column) ? stringsOf(column['fields'] as Node[]) : null;
  return [...(path ? [path.join('.')] : []), ...Object.values(value).flatMap(columnsIn)];
}
