import type { SubLink } from 'libpg-query';
import type { BoundStatement } from '../bind/bound-query';
import type { Finding } from '../lint-report';
import type { LintRule } from '../lint-rule';
import { nodesWhere } from '../reading/nodes';
import { textOf } from '../sql-text';

/** A subquery whose number of columns does not fit its position. */
export const subqueryWidth: LintRule = (statement) => {
  const links = nodesWhere(statement.root.select, (node) => ('SubLink' in node ? node.SubLink : null), 'with queries');
  return links.flatMap((link) => mismatch(link, statement));
};

function mismatch(link: SubLink, { queryOf }: BoundStatement): Finding[] {
  const select = link.subselect && 'SelectStmt' in link.subselect ? link.subselect.SelectStmt : undefined;
  const block = select && queryOf.get(select);
  const expected = expectedWidth(link);
  if (!block || block.open || expected === null || block.outputs.length === expected) return [];
  const message = `This subquery must return ${expected} column${expected === 1 ? '' : 's'}, it returns ${block.outputs.length}.`;
  return [{ rule: 'subquery_width', severity: 'error', fragment: textOf(link.subselect), message }];
}

function expectedWidth({ subLinkType, testexpr }: SubLink): number | null {
  if (subLinkType === 'EXPR_SUBLINK' || subLinkType === 'ARRAY_SUBLINK') return 1;
  if (subLinkType !== 'ANY_SUBLINK' && subLinkType !== 'ALL_SUBLINK') return null;
  if (testexpr && 'RowExpr' in testexpr) return testexpr.RowExpr.args?.length ?? null;
  return 1;
}
