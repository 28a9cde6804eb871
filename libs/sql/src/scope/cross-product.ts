import type { Node, SelectStmt } from 'libpg-query';
import { GuardRefusal } from '../guard/guard-verdict';
import type { RangeItem } from './scope';

/** This many stored relations without any condition between them are not a meaningful question. */
const MOST_UNJOINED = 3;

/**
 * @throws GuardRefusal `too_many_joins` for an unconditional product of stored relations; one-row WITH queries are
 * allowed
 */
export function checkProduct(select: SelectStmt, items: readonly RangeItem[]): void {
  if (select.whereClause || !(select.fromClause ?? []).every(isBare)) return;
  const stored = items.filter((item) => item.nameVisible && item.columns.some(({ source }) => source !== undefined));
  if (stored.length > MOST_UNJOINED)
    throw new GuardRefusal('too_many_joins', `${stored.length} relations that nothing joins`);
}

function isBare(node: Node): boolean {
  if (!('JoinExpr' in node)) return 'RangeVar' in node;
  const { larg, rarg, quals, usingClause, isNatural } = node.JoinExpr;
  return !quals && !usingClause && !isNatural && [larg, rarg].every((side) => side !== undefined && isBare(side));
}
