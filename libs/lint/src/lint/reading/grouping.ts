import type { Node } from 'libpg-query';
import { integerConstant } from '@querent/sql';
import type { Block, BoundStatement, SourceColumn } from '../bind/bound-query';
import { isSurelyAggregate } from './aggregates';
import { columnOf, rootOf } from './column-refs';
import { nodesWhere } from './nodes';

/** The grouping of a query. */
export interface Grouping {
  columns: Set<SourceColumn>;
  expressions: Node[];
}

/** True if a query returns groups instead of rows: GROUP BY, HAVING, or an aggregate. */
export function isGrouped(block: Block): boolean {
  const { select } = block;
  if (select.groupClause || select.havingClause) return true;
  return (
    nodesWhere([select.targetList, select.sortClause], (node) => (isSurelyAggregate(node) ? node : null)).length > 0
  );
}

/** The resolved grouping items: ordinals and output names replaced by their expressions, sets split. */
export function groupingOf(block: Block, statement: BoundStatement): Grouping {
  const grouping: Grouping = { columns: new Set(), expressions: [] };
  for (const item of flat(block.select.groupClause ?? [])) addItem(item, block, statement, grouping);
  return grouping;
}

function addItem(item: Node, block: Block, statement: BoundStatement, grouping: Grouping): void {
  const ordinal = 'A_Const' in item ? integerConstant(item) : null;
  const ref = 'ColumnRef' in item ? statement.refs.get(item.ColumnRef) : undefined;
  const output = ordinal === null ? ref?.output : block.outputs[ordinal - 1];
  const column = output ? output.column : columnOf(item, statement);
  if (column) grouping.columns.add(rootOf(column));
  const expression = output ? output.node : item;
  if (expression) grouping.expressions.push(expression);
}

function flat(items: readonly Node[]): Node[] {
  return items.flatMap((item) => {
    if ('GroupingSet' in item) return flat(item.GroupingSet.content ?? []);
    if ('RowExpr' in item) return flat(item.RowExpr.args ?? []);
    return [item];
  });
}
