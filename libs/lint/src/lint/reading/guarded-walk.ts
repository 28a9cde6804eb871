import type { CaseExpr, Node } from 'libpg-query';
import { isRecord } from '@querent/sql';
import type { BoundStatement } from '../bind/bound-query';
import { testedColumns } from './pattern-tests';

type Meet = (node: Node, tested: ReadonlySet<string>) => void;

/**
 * Visits every node of an expression with the columns that were tested by a pattern before its evaluation: by an
 * earlier WHEN of its CASE, the FILTER of its aggregate, or another condition under the same AND.
 */
export function walkTested(value: unknown, tested: ReadonlySet<string>, statement: BoundStatement, meet: Meet): void {
  if (Array.isArray(value)) {
    for (const item of value) walkTested(item, tested, statement, meet);
    return;
  }
  if (!isRecord(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'typeName' || key === 'SelectStmt') continue;
    const node = { [key]: inner } as unknown as Node;
    if (/^[A-Z]/.test(key)) meet(node, tested);
    if (key === 'CaseExpr') walkCase(inner as CaseExpr, tested, statement, meet);
    else walkTested(inner, new Set([...tested, ...testedBeside(node, statement)]), statement, meet);
  }
}

function testedBeside(node: Node, statement: BoundStatement): string[] {
  if ('FuncCall' in node) return testedColumns(node.FuncCall.agg_filter, statement);
  return 'BoolExpr' in node && node.BoolExpr.boolop === 'AND_EXPR' ? testedColumns(node.BoolExpr.args, statement) : [];
}

/** A test guards its own branch, and as `!~` the branches after it. */
function walkCase(
  { arg, args, defresult }: CaseExpr,
  tested: ReadonlySet<string>,
  statement: BoundStatement,
  meet: Meet,
): void {
  const known = new Set(tested);
  walkTested(arg, known, statement, meet);
  for (const branch of args ?? []) {
    if (!('CaseWhen' in branch)) continue;
    walkTested(branch.CaseWhen.expr, known, statement, meet);
    for (const column of testedColumns(branch.CaseWhen.expr, statement)) known.add(column);
    walkTested(branch.CaseWhen.result, known, statement, meet);
  }
  walkTested(defresult, known, statement, meet);
}
