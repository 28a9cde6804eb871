import type { Node } from 'libpg-query';
import { stringsOf } from '../guard/checks/node-access';

/** Node kinds whose unnamed result column has a fixed name (FigureColname in PostgreSQL's parse_target.c). */
const FIXED_NAMES: Readonly<Record<string, string>> = {
  CoalesceExpr: 'coalesce',
  A_ArrayExpr: 'array',
  RowExpr: 'row',
  GroupingFunc: 'grouping',
  JsonObjectConstructor: 'json_object',
  JsonArrayConstructor: 'json_array',
  JsonObjectAgg: 'json_objectagg',
  JsonArrayAgg: 'json_arrayagg',
};

const VALUE_FUNCTION = /^SVFOP_([A-Z_]+?)(_N)?$/;

/** The column name PostgreSQL gives an unnamed expression of a select list. */
export function outputName(node: Node | undefined): string {
  return figureName(node).name ?? '?column?';
}

/** A strong name overrides that of an enclosing cast or CASE; a weak one (a cast's type) does not. */
function figureName(node: Node | undefined): { name: string | null; strong: boolean } {
  if (!node) return { name: null, strong: false };
  if ('ColumnRef' in node) return strongName(lastString(node.ColumnRef.fields));
  if ('FuncCall' in node) return strongName(lastString(node.FuncCall.funcname));
  if ('A_Indirection' in node) {
    const field = lastString(node.A_Indirection.indirection);
    return field === null ? figureName(node.A_Indirection.arg) : strongName(field);
  }
  if ('A_Expr' in node)
    return node.A_Expr.kind === 'AEXPR_NULLIF' ? strongName('nullif') : { name: null, strong: false };
  if ('TypeCast' in node) {
    const inner = figureName(node.TypeCast.arg);
    return inner.strong ? inner : { name: lastString(node.TypeCast.typeName?.names) ?? inner.name, strong: false };
  }
  if ('CollateClause' in node) return figureName(node.CollateClause.arg);
  if ('CaseExpr' in node) {
    const inner = figureName(node.CaseExpr.defresult);
    return inner.strong ? inner : { name: 'case', strong: false };
  }
  if ('MinMaxExpr' in node) return strongName(node.MinMaxExpr.op === 'IS_LEAST' ? 'least' : 'greatest');
  if ('SQLValueFunction' in node) {
    return strongName(VALUE_FUNCTION.exec(node.SQLValueFunction.op ?? '')?.[1]?.toLowerCase() ?? null);
  }
  if ('SubLink' in node) return subLinkName(node.SubLink.subLinkType, node.SubLink.subselect);
  return strongName(FIXED_NAMES[Object.keys(node)[0] ?? ''] ?? null);
}

function subLinkName(kind: string | undefined, subselect: Node | undefined): { name: string | null; strong: boolean } {
  if (kind === 'EXISTS_SUBLINK') return strongName('exists');
  if (kind === 'ARRAY_SUBLINK') return strongName('array');
  if (kind !== 'EXPR_SUBLINK' || !subselect || !('SelectStmt' in subselect)) return { name: null, strong: false };
  const first = subselect.SelectStmt.targetList?.[0];
  if (!first || !('ResTarget' in first)) return { name: null, strong: false };
  return first.ResTarget.name === undefined ? figureName(first.ResTarget.val) : strongName(first.ResTarget.name);
}

function strongName(name: string | null): { name: string | null; strong: boolean } {
  return { name, strong: name !== null };
}

/** The last name of a path such as `t.x` or `(row).field[1]`, skipping subscripts and stars. */
function lastString(nodes: readonly Node[] | undefined): string | null {
  return stringsOf(nodes?.filter((node) => 'String' in node))?.at(-1) ?? null;
}
