import type { Node, SelectStmt } from 'libpg-query';
import { GuardRefusal } from '../guard/guard-verdict';
import type { RangeItem } from './scope';

/** So many stored relations side by side, with no condition at all between them, are no question about data. */
const MOST_UNJOINED = 3;

/**
 * @throws GuardRefusal `too_many_joins` for a bare product of stored relations; WITH queries of one row may stand side
 * by side.
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
