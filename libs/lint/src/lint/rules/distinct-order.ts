import type { Node } from 'libpg-query';
import { integerConstant } from '@querent/sql';
import type { Block, BoundStatement } from '../bind/bound-query';
import type { Finding } from '../lint-report';
import type { LintRule } from '../lint-rule';
import { columnOf, rootOf } from '../reading/column-refs';
import { sameExpression } from '../reading/same-expression';
import { textOf } from '../sql-text';

/** SELECT DISTINCT can be ordered only by returned columns. */
export const distinctOrder: LintRule = (statement) =>
  statement.blocks.flatMap((block) => {
    const { distinctClause, sortClause } = block.select;
    const isPlainDistinct = distinctClause?.length === 1 && Object.keys(distinctClause[0] ?? {}).length === 0;
    if (!isPlainDistinct || block.open) return [];
    return (sortClause ?? []).flatMap((item): Finding[] => {
      const node = 'SortBy' in item ? item.SortBy.node : undefined;
      return !node || isReturned(node, block, statement) ? [] : [finding(textOf(node))];
    });
  });

function finding(fragment: string): Finding {
  return {
    rule: 'distinct_order',
    severity: 'error',
    fragment,
    message: `SELECT DISTINCT can be ordered only by what it returns: ${fragment} is not in the select list.`,
  };
}

function isReturned(node: Node, block: Block, statement: BoundStatement): boolean {
  if ('A_Const' in node && integerConstant(node) !== null) return true;
  const ref = 'ColumnRef' in node ? statement.refs.get(node.ColumnRef) : undefined;
  if (ref && ref.kind !== 'column') return true;
  const column = columnOf(node, statement);
  return block.outputs.some((output) =>
    column && output.column
      ? rootOf(output.column) === column
      : output.node !== null && sameExpression(output.node, node, statement),
  );
}
