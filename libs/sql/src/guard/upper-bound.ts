import type { A_Expr, FuncCall, Node } from 'libpg-query';
import { integerConstant, stringsOf, textConstant } from './node-access';

const DATE_FIELD = /^(year|isoyear|quarter|month|week|day|dow|isodow|doy|hour|minute|second)$/i;
const LARGEST_DATE_FIELD = 9_999;

/**
 * The largest whole number that an expression can be, as far as the tree alone tells: constants, sums and products of them, a field
 * of a date, LEAST with something bounded, a remainder. Null where there is no telling.
 */
export function upperBound(node: Node | undefined): number | null {
  if (!node) return null;
  const constant = integerConstant(node);
  if (constant !== null) return constant;
  if ('TypeCast' in node) return upperBound(node.TypeCast.arg);
  if ('MinMaxExpr' in node) {
    const bounds = (node.MinMaxExpr.args ?? []).map(upperBound);
    const known = bounds.flatMap((bound) => (bound === null ? [] : [bound]));
    if (node.MinMaxExpr.op === 'IS_LEAST') return known.length > 0 ? Math.min(...known) : null;
    return known.length === bounds.length ? Math.max(...known) : null;
  }
  if ('FuncCall' in node) return isDateField(node.FuncCall) ? LARGEST_DATE_FIELD : null;
  return 'A_Expr' in node ? ofOperation(node.A_Expr) : null;
}

function ofOperation({ kind, name, lexpr, rexpr }: A_Expr): number | null {
  if (kind !== 'AEXPR_OP' || !lexpr) return null;
  const symbol = stringsOf(name)?.at(-1);
  const right = symbol === '%' ? integerConstant(rexpr) : null;
  if (right !== null && right !== 0) return Math.abs(right);
  const [a, b] = [integerConstant(lexpr) ?? ofPart(lexpr), integerConstant(rexpr) ?? ofPart(rexpr)];
  if (a === null || b === null) return null;
  if (symbol === '+') return a + b;
  if (symbol === '*') return Math.abs(a) * Math.abs(b);
  const subtrahend = integerConstant(rexpr);
  return symbol === '-' && subtrahend !== null ? a - subtrahend : null;
}

const ofPart = (node: Node | undefined): number | null => (node && 'A_Expr' in node ? upperBound(node) : null);

function isDateField(call: FuncCall): boolean {
  const name = stringsOf(call.funcname)?.at(-1) ?? '';
  return ['extract', 'date_part'].includes(name) && DATE_FIELD.test(textConstant(call.args?.[0]) ?? '');
}
