import { columnsOf, partsOf, tablesOf, walk, type Expression } from './expression';
import { ExpressionError } from './expression-error';
import { isAggregate, isBooleanFunction, isComparison } from './function-allowlist';
import { parseExpression } from './parse-expression';

/** Returns why a column cannot be used; undefined if it can. */
export type ColumnCheck = (table: string, column: string | null) => string | undefined;

/**
 * Parses and checks a metric: every column inside an aggregate, no aggregate within another, every
 * column known. Throws `ExpressionError`.
 */
export function parseMetric(source: string, check: ColumnCheck): Expression {
  const expression = parseExpression(source);
  checkColumns(expression, check);
  const aggregates = aggregatesOf(expression);
  if (aggregates.length === 0) throw new ExpressionError('a metric must aggregate, for instance avg(table.column)');
  checkColumnsAggregated(expression);
  for (const aggregate of aggregates) {
    if (partsOf(aggregate).flatMap(walk).some(isAggregateCall))
      throw new ExpressionError('an aggregate is inside another aggregate');
    if (tablesOf(aggregate).length === 0)
      throw new ExpressionError('an aggregate has no column; write count(table.*) to count rows');
  }
  return expression;
}

/**
 * Parses and checks a condition on rows: a boolean without aggregates, every column known. Throws `ExpressionError`.
 */
export function parseCondition(source: string, check: ColumnCheck): Expression {
  const expression = parseExpression(source);
  checkColumns(expression, check);
  if (walk(expression).some((part) => isAggregateCall(part) || part.kind === 'rows'))
    throw new ExpressionError('a condition on rows cannot aggregate');
  if (!isBoolean(expression)) throw new ExpressionError('is not a condition: it must compare something');
  return expression;
}

/** The aggregate calls of an expression, outermost first. */
export function aggregatesOf(node: Expression): Expression[] {
  return isAggregateCall(node) ? [node] : partsOf(node).flatMap(aggregatesOf);
}

const isAggregateCall = (node: Expression): boolean => node.kind === 'call' && isAggregate(node.name);

function checkColumns(expression: Expression, check: ColumnCheck): void {
  const rows = walk(expression).flatMap((part) => (part.kind === 'rows' ? [part.table] : []));
  const complaints = [
    ...columnsOf(expression).map(({ table, column }) => check(table, column)),
    ...rows.map((table) => check(table, null)),
  ];
  const complaint = complaints.find(Boolean);
  if (complaint) throw new ExpressionError(complaint);
}

function checkColumnsAggregated(node: Expression): void {
  if (node.kind === 'column') throw new ExpressionError(`"${node.table}.${node.column}" is outside an aggregate`);
  if (isAggregateCall(node)) {
    const rows = node.kind === 'call' && node.args.some((arg) => walk(arg).some((part) => part.kind === 'rows'));
    if (rows && !(node.kind === 'call' && node.name === 'count' && node.args[0]?.kind === 'rows'))
      throw new ExpressionError('table.* is only allowed in count');
    return;
  }
  if (node.kind === 'rows') throw new ExpressionError(`"${node.table}.*" is outside count`);
  partsOf(node).forEach(checkColumnsAggregated);
}

/** Whether a part may be boolean, judged without the types of columns. */
function isBoolean(node: Expression): boolean {
  switch (node.kind) {
    case 'binary':
      if (node.op === 'and' || node.op === 'or') return isBoolean(node.left) && isBoolean(node.right);
      return isComparison(node.op);
    case 'unary':
      return node.op === 'not' && isBoolean(node.operand);
    case 'quantified':
    case 'isDistinct':
    case 'isNull':
    case 'truth':
    case 'in':
    case 'between':
    case 'like':
    case 'column': // a boolean column; PostgreSQL itself refuses another type
      return true;
    case 'constant':
      return node.value !== 'null';
    case 'cast':
      return node.to === 'boolean';
    case 'call':
      if (node.name === 'coalesce' || node.name === 'nullif') return node.args.every((arg) => isBoolean(arg));
      return isBooleanFunction(node.name);
    case 'case':
      return [...node.branches.map(({ then }) => then), ...(node.otherwise ? [node.otherwise] : [])].every(
        (value) => isBoolean(value) || isNull(value),
      );
    default:
      return false;
  }
}

const isNull = (node: Expression): boolean => node.kind === 'constant' && node.value === 'null';
