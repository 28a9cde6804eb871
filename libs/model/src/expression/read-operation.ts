import { isReviewedOperator } from '@querent/sql';
import type { A_Expr, Node } from 'libpg-query';
import type { Expression } from './expression';
import type { FragmentReader } from './fragment-reader';

/** Reads an operator with its operands. @throws ExpressionError for an operator not of PostgreSQL or PostGIS */
export function readOperation(reader: FragmentReader, operation: A_Expr, node: Node): Expression {
  const { kind = 'AEXPR_OP', lexpr, rexpr } = operation;
  const op = symbolOf(reader, operation, node);
  switch (kind) {
    case 'AEXPR_OP':
    case 'AEXPR_SIMILAR': // `~ similar_to_escape(…)`: the grammar has translated it
      if (!lexpr) return { kind: 'unary', op, operand: reader.part(rexpr) };
      return { kind: 'binary', op, left: reader.read(lexpr), right: reader.part(rexpr) };
    case 'AEXPR_OP_ANY':
    case 'AEXPR_OP_ALL': {
      const quantifier = kind === 'AEXPR_OP_ANY' ? 'ANY' : 'ALL';
      return { kind: 'quantified', op, quantifier, left: reader.part(lexpr), right: reader.part(rexpr) };
    }
    case 'AEXPR_DISTINCT':
    case 'AEXPR_NOT_DISTINCT': {
      const negated = kind === 'AEXPR_NOT_DISTINCT';
      return { kind: 'isDistinct', left: reader.part(lexpr), right: reader.part(rexpr), negated };
    }
    case 'AEXPR_NULLIF':
      return { kind: 'call', name: 'nullif', distinct: false, args: [reader.part(lexpr), reader.part(rexpr)] };
    case 'AEXPR_IN':
      return { kind: 'in', operand: reader.part(lexpr), list: listed(reader, rexpr), negated: op === '<>' };
    case 'AEXPR_LIKE':
    case 'AEXPR_ILIKE': {
      const caseless = kind === 'AEXPR_ILIKE';
      const negated = op.startsWith('!');
      return { kind: 'like', operand: reader.part(lexpr), pattern: reader.part(rexpr), caseless, negated };
    }
    default:
      return readRange(reader, operation, node);
  }
}

function readRange(reader: FragmentReader, { kind = 'AEXPR_OP', lexpr, rexpr }: A_Expr, node: Node): Expression {
  if (!/BETWEEN/.test(kind)) throw reader.refusal(`${kind} is not allowed`, node);
  const [from, to] = listed(reader, rexpr);
  if (!from || !to) throw reader.refusal('BETWEEN needs two bounds', node);
  const [negated, symmetric] = [kind.startsWith('AEXPR_NOT'), kind.endsWith('SYM')];
  return { kind: 'between', operand: reader.part(lexpr), from, to, symmetric, negated };
}

function listed(reader: FragmentReader, node: Node | undefined): Expression[] {
  return node && 'List' in node ? reader.parts(node.List.items) : [reader.part(node)];
}

function symbolOf(reader: FragmentReader, { name }: A_Expr, node: Node): string {
  const path = reader.names(name);
  const symbol = path.at(-1) ?? '';
  const isSystem = path.length === 1 || (path.length === 2 && path[0] === 'pg_catalog');
  if (!isSystem || !isReviewedOperator(symbol))
    throw reader.refusal(`operator "${path.join('.')}" is not allowed`, node);
  return symbol;
}
