import type { CompareOperator, Filter, Scalar } from '@querent/contracts';
import type { Expression } from './expression/expression';
import { parseExpression } from './expression/parse-expression';
import type { ModelTerm } from './semantic-model';

/**
 * A term as conditions of a semantic query, if it only compares columns with constants; null for any other term.
 * `table` replaces the term's table, for a term of a role.
 */
export function conditionsOfTerm({ filter, table: own }: ModelTerm, table = own): Filter[] | null {
  const found = filter === undefined ? null : conditionsIn(parseExpression(filter));
  return (
    found?.map((one) =>
      'column' in one && one.column.table === own && table !== undefined
        ? { ...one, column: { ...one.column, table } }
        : one,
    ) ?? null
  );
}

function conditionsIn(node: Expression): Filter[] | null {
  if (node.kind === 'binary' && node.op === 'and') {
    const [left, right] = [conditionsIn(node.left), conditionsIn(node.right)];
    return left && right ? [...left, ...right] : null;
  }
  const one = conditionOf(node);
  return one && [one];
}

function conditionOf(node: Expression): Filter | null {
  if (node.kind === 'column') return { kind: 'compare', column: columnOf(node), op: '=', value: true };
  if (node.kind === 'unary' && node.op === 'not' && node.operand.kind === 'column')
    return { kind: 'compare', column: columnOf(node.operand), op: '=', value: false };
  if (node.kind === 'isNull' && node.operand.kind === 'column')
    return { kind: 'null', column: columnOf(node.operand), negated: node.negated };
  if (node.kind === 'in' && !node.negated && node.operand.kind === 'column') {
    const values = node.list.map(constantOf);
    return values.includes(null)
      ? null
      : { kind: 'in', column: columnOf(node.operand), values: values as Scalar[], negated: false };
  }
  // Not for inequality: for a missing value it is unknown in SQL, but true in a semantic query.
  if (node.kind !== 'binary' || node.left.kind !== 'column' || !COMPARED.has(node.op)) return null;
  const value = constantOf(node.right);
  return value === null
    ? null
    : { kind: 'compare', column: columnOf(node.left), op: node.op as CompareOperator, value };
}

const COMPARED: ReadonlySet<string> = new Set(['=', '<', '<=', '>', '>=']);

const columnOf = ({ table, column }: Extract<Expression, { kind: 'column' }>): { table: string; column: string } => ({
  table,
  column,
});

function constantOf(node: Expression): Scalar | null {
  if (node.kind === 'string') return node.value;
  if (node.kind === 'number') return Number(node.text);
  return node.kind === 'constant' && node.value !== 'null' ? node.value === 'true' : null;
}
