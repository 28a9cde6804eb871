import type { Node, TypeName } from 'libpg-query';
import { stringsOf } from '@querent/sql';

const NUMERIC_TYPES: ReadonlySet<string> = new Set(['numeric', 'decimal', 'int2', 'int4', 'int8', 'float4', 'float8']);
const DATE_TYPES: ReadonlySet<string> = new Set(['date', 'timestamp', 'timestamptz']);
/** Functions that fail for a text argument. */
export const NUMBER_TAKING: ReadonlySet<string> = new Set([
  'sum',
  'avg',
  'stddev',
  'stddev_pop',
  'stddev_samp',
  'variance',
  'var_pop',
  'var_samp',
  'round',
  'abs',
  'ceil',
  'ceiling',
  'floor',
  'trunc',
  'sqrt',
  'power',
]);
const NUMBER_GIVING: ReadonlySet<string> = new Set([
  ...NUMBER_TAKING,
  'count',
  'length',
  'char_length',
  'date_part',
  'extract',
]);
export const ARITHMETIC: ReadonlySet<string> = new Set(['+', '-', '*', '/', '%', '^']);
export const COMPARISONS: ReadonlySet<string> = new Set(['=', '<>', '!=', '<', '<=', '>', '>=']);

export const lastName = (nodes: readonly Node[] | undefined): string => stringsOf([...(nodes ?? [])])?.at(-1) ?? '';

/** Whether a cast converts to the kind of the column's values. */
export function castsTo(type: TypeName | undefined, to: string): boolean {
  if ((type?.arrayBounds ?? []).length > 0) return false;
  return (to === 'date' ? DATE_TYPES : NUMERIC_TYPES).has(lastName(type?.names));
}

/** Whether an expression is numeric by its shape, so that comparing a text with it fails. */
export function isNumeric(node: Node | undefined): boolean {
  if (!node) return false;
  if ('A_Const' in node) return node.A_Const.ival !== undefined || node.A_Const.fval !== undefined;
  if ('TypeCast' in node) return castsTo(node.TypeCast.typeName, 'numeric');
  if ('FuncCall' in node) return NUMBER_GIVING.has(lastName(node.FuncCall.funcname));
  if ('A_Expr' in node)
    return (
      node.A_Expr.kind === 'AEXPR_OP' &&
      ARITHMETIC.has(lastName(node.A_Expr.name)) &&
      (isNumeric(node.A_Expr.rexpr) || isNumeric(node.A_Expr.lexpr)) &&
      !isTime(node.A_Expr.lexpr) &&
      !isTime(node.A_Expr.rexpr)
    );
  if ('CaseExpr' in node)
    return (node.CaseExpr.args ?? []).some((branch) => 'CaseWhen' in branch && isNumeric(branch.CaseWhen.result));
  if ('SubLink' in node && node.SubLink.subselect && 'SelectStmt' in node.SubLink.subselect) {
    const [target] = node.SubLink.subselect.SelectStmt.targetList ?? [];
    return target !== undefined && 'ResTarget' in target && isNumeric(target.ResTarget.val);
  }
  return 'List' in node && (node.List.items ?? []).length > 0 && (node.List.items ?? []).every(isNumeric);
}

/** `current_date - 30` is not a number. */
function isTime(node: Node | undefined): boolean {
  if (!node) return false;
  if ('SQLValueFunction' in node) return true;
  if ('FuncCall' in node)
    return lastName(node.FuncCall.funcname) === 'now' || lastName(node.FuncCall.funcname) === 'date_trunc';
  return 'TypeCast' in node && [...DATE_TYPES, 'interval'].includes(lastName(node.TypeCast.typeName?.names));
}
