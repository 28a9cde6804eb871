import type { Node } from 'libpg-query';

/** The texts of a list of String nodes; null if it contains anything else (`*`, a subscript). */
export function stringsOf(nodes: readonly Node[] | undefined): string[] | null {
  const texts: string[] = [];
  for (const node of nodes ?? []) {
    if (!('String' in node)) return null;
    texts.push(node.String.sval ?? '');
  }
  return texts;
}

/** A constant integer, also behind a sign or a cast; null for everything else. */
export function integerConstant(node: Node | undefined): number | null {
  if (!node) return null;
  if ('A_Const' in node) {
    if (node.A_Const.ival) return node.A_Const.ival.ival ?? 0;
    const text = node.A_Const.fval?.fval ?? node.A_Const.sval?.sval;
    return text !== undefined && /^\s*[-+]?\d+(\.0*)?\s*$/.test(text) ? Number(text) : null;
  }
  if ('TypeCast' in node) return integerConstant(node.TypeCast.arg);
  if ('A_Expr' in node && !node.A_Expr.lexpr) {
    const sign = stringsOf(node.A_Expr.name)?.[0];
    const value = integerConstant(node.A_Expr.rexpr);
    if (value === null) return null;
    return sign === '-' ? -value : sign === '+' ? value : null;
  }
  return null;
}

/** A constant text, also behind a cast. */
export function textConstant(node: Node | undefined): string | null {
  if (!node) return null;
  if ('TypeCast' in node) return textConstant(node.TypeCast.arg);
  return 'A_Const' in node ? (node.A_Const.sval?.sval ?? null) : null;
}

/** True for a printed node, false for `{}`, which represents NULL in a list. */
export function isPresent(node: Node | undefined): node is Node {
  return node !== undefined && Object.keys(node).length > 0;
}
