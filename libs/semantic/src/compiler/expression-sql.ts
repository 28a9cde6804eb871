import type { ColumnRef } from '@querent/contracts';
import type { Expression } from '../model/expression/expression';
import type { CompileContext } from './compile-context';
import { quoteLiteral } from './quoting';

export interface ExpressionTarget {
  column(ref: ColumnRef): string;
  /** Gives the SQL of an aggregate call as a whole; undefined where aggregates cannot stand. */
  aggregate?(call: Expression): string | undefined;
}

/**
 * Prints a parsed model expression as SQL. Every composite part is parenthesised. A quotient is
 * numeric and NULL where it divides by zero: PostgreSQL would cut integers or fail.
 */
export function expressionSql(ctx: CompileContext, node: Expression, target: ExpressionTarget): string {
  const print = (part: Expression): string => expressionSql(ctx, part, target);
  const not = (negated: boolean): string => (negated ? 'NOT ' : '');
  switch (node.kind) {
    case 'number':
      return node.text;
    case 'string':
      return quoteLiteral(node.value);
    case 'constant':
      return node.value.toUpperCase();
    case 'interval':
    case 'date':
      return `${node.kind} ${quoteLiteral(node.value)}`;
    case 'column':
      return target.column(node);
    case 'rows':
      return '*';
    case 'call':
      return target.aggregate?.(node) ?? rowFunction(ctx, node.name, node.args.map(print));
    case 'extract':
      return `extract(${node.field} FROM ${print(node.from)})`;
    case 'unary':
      return node.op === 'not' ? `(NOT ${print(node.operand)})` : `(- ${print(node.operand)})`;
    case 'binary':
      if (node.op === '/') return `(${print(node.left)}::numeric / NULLIF(${print(node.right)}, 0))`;
      return `(${print(node.left)} ${node.op.toUpperCase()} ${print(node.right)})`;
    case 'isNull':
      return `(${print(node.operand)} IS ${not(node.negated)}NULL)`;
    case 'in':
      return `(${print(node.operand)} ${not(node.negated)}IN (${node.list.map(print).join(', ')}))`;
    case 'between':
      return `(${print(node.operand)} ${not(node.negated)}BETWEEN ${print(node.from)} AND ${print(node.to)})`;
    case 'like':
      return `(${print(node.operand)} ${not(node.negated)}${node.caseless ? 'ILIKE' : 'LIKE'} ${print(node.pattern)})`;
    case 'case':
      return `CASE ${node.branches.map(({ when, then }) => `WHEN ${print(when)} THEN ${print(then)}`).join(' ')}${node.otherwise ? ` ELSE ${print(node.otherwise)}` : ''} END`;
    case 'cast':
      return `${print(node.operand)}::${node.to}`;
  }
}

function rowFunction(ctx: CompileContext, name: string, args: string[]): string {
  // "Today" is the asker's day, not the server's.
  if (name === 'current_date') return ctx.params.bind(ctx.options.today, 'date');
  return `${name}(${args.join(', ')})`;
}
