import type { Node } from 'libpg-query';
import { parseSql, stringsOf } from '@querent/sql';
import { eachNode } from '../lint/reading/nodes';

/**
 * The constant texts of a statement that may appear in its result, in order; constants that are only compared are
 * excluded.
 * @throws SqlSyntaxError
 */
export async function outputConstants(sql: string): Promise<string[]> {
  const { stmts } = await parseSql(sql);
  const constants: string[] = [];
  eachNode(stmts, ({ node }) => {
    if (isComparison(node)) return 'past';
    if ('A_Const' in node && node.A_Const.sval) constants.push(node.A_Const.sval.sval ?? '');
    return 'inside';
  });
  return constants;
}

/** Operators that build texts; all others return a number or a boolean. */
const JOINS_TEXTS = new Set(['||', '->', '->>', '#>', '#>>']);

/** `NULLIF(a, b)` has the kind of a comparison but returns its first operand. */
function isComparison(node: Node): boolean {
  if (!('A_Expr' in node) || node.A_Expr.kind === 'AEXPR_NULLIF') return false;
  return !JOINS_TEXTS.has(stringsOf(node.A_Expr.name)?.at(-1) ?? '');
}
