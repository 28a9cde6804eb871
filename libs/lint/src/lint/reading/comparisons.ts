import type { Node } from 'libpg-query';
import type { BoundStatement, SourceColumn } from '../bind/bound-query';
import { isOperator } from './conditions';
import { columnOf } from './column-refs';
import { nodesWhere } from './nodes';

/** A column compared with literals, by an operator, IN or BETWEEN. */
export interface Comparison {
  node: Node;
  operator: string;
  column: SourceColumn;
  literals: Node[];
}

const OPERATORS = ['=', '<>', '<', '<=', '>', '>='] as const;
const KINDS = ['AEXPR_OP', 'AEXPR_IN', 'AEXPR_BETWEEN', 'AEXPR_NOT_BETWEEN', 'AEXPR_DISTINCT', 'AEXPR_NOT_DISTINCT'];
/** How the tree names the operators of the other kinds. */
const NAMES = [...OPERATORS, 'BETWEEN', 'NOT BETWEEN'];

/** Every comparison of a bare column with literals, in all queries of a statement. */
export function comparisonsIn(statement: BoundStatement): Comparison[] {
  return nodesWhere(statement.root.select, (node) => readComparison(node, statement), 'with queries');
}

function readComparison(node: Node, statement: BoundStatement): Comparison | null {
  if (!isOperator(node, NAMES) || !KINDS.includes(node.A_Expr.kind ?? '')) return null;
  const { lexpr, rexpr, name, kind } = node.A_Expr;
  const operator = kind === 'AEXPR_IN' ? 'IN' : name?.[0] && 'String' in name[0] ? (name[0].String.sval ?? '') : '';
  const [left, right] = [columnOf(lexpr, statement), columnOf(rexpr, statement)];
  const column = left ?? right;
  const other = left ? rexpr : lexpr;
  if (!column || !other || (left && right)) return null;
  const literals = ('List' in other ? (other.List.items ?? []) : [other]).filter((item) => 'A_Const' in item);
  return literals.length > 0 ? { node, operator, column, literals } : null;
}
