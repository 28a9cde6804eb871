import type { Node } from 'libpg-query';
import { stringsOf } from '@querent/sql';
import type { Block, BoundStatement, SourceColumn } from '../bind/bound-query';
import { columnOf } from './column-refs';

/** The conditions on every row of a query: WHERE and every ON, split at AND. */
export function conditionsOf({ select, joins }: Block): Node[] {
  return [select.whereClause, ...joins.map(({ node }) => node.quals)].flatMap((node) => (node ? conjuncts(node) : []));
}

/** Two columns that a condition equates, or a column that it fixes to a value from outside the rows. */
export interface Equality {
  node: Node | null;
  left: SourceColumn;
  /** null: a constant, a parameter or an expression. */
  right: SourceColumn | null;
  value: Node | null;
}

/** The equalities of a query's rows, by WHERE, ON, USING and NATURAL. */
export function equalitiesOf(block: Block, statement: BoundStatement): Equality[] {
  const merged = block.joins.flatMap(({ merged: pairs }) =>
    pairs.map(([left, right]): Equality => ({ node: null, left, right, value: null })),
  );
  return [...conditionsOf(block).flatMap((node) => readEquality(node, statement)), ...merged];
}

/** True for an operator expression of that name, such as `=`. */
export function isOperator(node: Node, names: readonly string[]): node is Extract<Node, { A_Expr: unknown }> {
  return 'A_Expr' in node && names.includes(stringsOf(node.A_Expr.name)?.at(-1) ?? '');
}

function conjuncts(node: Node): Node[] {
  if ('BoolExpr' in node && node.BoolExpr.boolop === 'AND_EXPR') return (node.BoolExpr.args ?? []).flatMap(conjuncts);
  return [node];
}

function readEquality(node: Node, statement: BoundStatement): Equality[] {
  if (!isOperator(node, ['=']) || !['AEXPR_OP', 'AEXPR_IN'].includes(node.A_Expr.kind ?? '')) return [];
  const { lexpr, rexpr, kind } = node.A_Expr;
  const [left, right] = [columnOf(bare(lexpr), statement), columnOf(bare(rexpr), statement)];
  if (kind === 'AEXPR_IN') {
    const items = rexpr && 'List' in rexpr ? (rexpr.List.items ?? []) : [];
    return left && items.length === 1 ? [{ node, left, right: null, value: items[0] ?? null }] : [];
  }
  if (left && right) return [{ node, left, right, value: null }];
  if (left) return [{ node, left, right: null, value: rexpr ?? null }];
  return right ? [{ node, left: right, right: null, value: lexpr ?? null }] : [];
}

/** `a.id::text = b.code` joins by the column despite the cast. */
function bare(node: Node | undefined): Node | undefined {
  return node && 'TypeCast' in node && node.TypeCast.arg && 'ColumnRef' in node.TypeCast.arg ? node.TypeCast.arg : node;
}
