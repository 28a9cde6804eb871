import type { FuncCall, Node, SelectStmt } from 'libpg-query';
import { deparseSelect, sameTree, textConstant } from '@querent/sql';
import { onlySelect } from '../facts/read-statement';
import type { FixedStatement } from './fix-statement';
import { lastName } from './numeric-nodes';

/**
 * Unpacks rows from one JSON value, as models write them for other programs: `SELECT json_agg(json_build_object('name',
 * name, …)) FROM …` becomes a list of rows with those columns. The aggregate's order becomes that of the rows, and so
 * does an outer one, which PostgreSQL refuses beside an aggregate. Only if the whole statement is that one value,
 * without groups; otherwise the statement is returned unchanged, without fixes.
 */
export async function unpackRows(sql: string): Promise<FixedStatement> {
  const select = await onlySelect(sql);
  if (!select || !unpack(select)) return { sql, fixes: [] };
  const text = deparseSelect(select);
  const again = await onlySelect(text);
  return again && sameTree(again, select)
    ? { sql: text, fixes: ['rows packed into one value returned as rows'] }
    : { sql, fixes: [] };
}

function unpack(select: SelectStmt): boolean {
  const [only, ...others] = select.targetList ?? [];
  const isPlain =
    !select.groupClause && !select.havingClause && !select.distinctClause && !select.larg && !select.windowClause;
  if (!only || !('ResTarget' in only) || others.length > 0 || !isPlain) return false;
  const packing = unwrapped(only.ResTarget.val);
  const packed = packing === null ? null : objectIn(packing);
  const columns = packed === null ? null : columnsOf(packed);
  if (packing === null || columns === null || (packing.agg_order && select.sortClause)) return false;
  select.targetList = columns;
  if (packing.agg_order) select.sortClause = packing.agg_order;
  return true;
}

/** The call of the aggregate, also inside `coalesce(json_agg(…), '[]')`. */
function unwrapped(node: Node | undefined): FuncCall | null {
  if (!node) return null;
  if ('CoalesceExpr' in node) return unwrapped(node.CoalesceExpr.args?.[0]);
  return 'FuncCall' in node ? node.FuncCall : null;
}

function objectIn(call: FuncCall): FuncCall | null {
  const isPlain = /^jsonb?_agg$/.test(lastName(call.funcname)) && !call.agg_filter && !call.agg_distinct && !call.over;
  const [object, ...others] = call.args ?? [];
  if (!isPlain || !object || others.length > 0 || !('FuncCall' in object)) return null;
  return /^jsonb?_build_object$/.test(lastName(object.FuncCall.funcname)) ? object.FuncCall : null;
}

/** Pairs of a constant name and a value; null if a name is computed or repeated. */
function columnsOf({ args = [] }: FuncCall): Node[] | null {
  const columns: Node[] = [];
  const names = new Set<string>();
  for (let at = 0; at + 1 < args.length; at += 2) {
    const name = textConstant(args[at]);
    const val = args[at + 1];
    if (name === null || name === '' || names.has(name) || !val) return null;
    names.add(name);
    columns.push({ ResTarget: { name, val } });
  }
  return columns.length > 0 && args.length % 2 === 0 ? columns : null;
}
