import type { Node } from 'libpg-query';
import { parseSql, stringsOf } from '@querent/sql';
import { eachNode } from '../lint/reading/nodes';

/**
 * The constant texts of a statement that may come out as data, in its order: what is only compared with stays inside.
 * @throws SqlSyntaxError
 */
export async function toldConstants(sql: string): Promise<string[]> {
  const { stmts } = await parseSql(sql);
  const told: string[] = [];
  eachNode(stmts, ({ node }) => {
    if (isComparison(node)) return 'past';
    if ('A_Const' in node && node.A_Const.sval) told.push(node.A_Const.sval.sval ?? '');
    return 'inside';
  });
  return told;
}

/** Operators that make a text of texts; every other one gives a truth or a number. */
const JOINS_TEXTS = new Set(['||', '->', '->>', '#>', '#>>']);

/** `NULLIF(a, b)` is one by its kind, and gives its first operand. */
function isComparison(node: Node): boolean {
  if (!('A_Expr' in node) || node.A_Expr.kind === 'AEXPR_NULLIF') return false;
  return !JOINS_TEXTS.has(stringsOf(node.A_Expr.name)?.at(-1) ?? '');
}
