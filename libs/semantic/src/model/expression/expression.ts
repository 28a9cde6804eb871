/**
 * The small SQL that a model file may contain: metric expressions, term filters and entity matches.
 * It is parsed into this tree and printed again by the compiler, so nothing that the parser does not
 * know can reach the database.
 */
export type Expression =
  | { kind: 'number'; text: string }
  | { kind: 'string'; value: string }
  | { kind: 'constant'; value: 'true' | 'false' | 'null' }
  | { kind: 'interval'; value: string }
  | { kind: 'date'; value: string }
  | { kind: 'column'; table: string; column: string }
  /** `count(orders.*)`: the rows of a table. */
  | { kind: 'rows'; table: string }
  | { kind: 'call'; name: string; distinct: boolean; args: Expression[]; filter?: Expression }
  | { kind: 'extract'; field: string; from: Expression }
  | { kind: 'unary'; op: 'not' | '-'; operand: Expression }
  | { kind: 'binary'; op: BinaryOperator; left: Expression; right: Expression }
  | { kind: 'isNull'; operand: Expression; negated: boolean }
  | { kind: 'in'; operand: Expression; list: Expression[]; negated: boolean }
  | { kind: 'between'; operand: Expression; from: Expression; to: Expression; negated: boolean }
  | { kind: 'like'; operand: Expression; pattern: Expression; caseless: boolean; negated: boolean }
  | { kind: 'case'; branches: { when: Expression; then: Expression }[]; otherwise?: Expression }
  | { kind: 'cast'; operand: Expression; to: string };

export type BinaryOperator = 'or' | 'and' | '=' | '<>' | '<' | '<=' | '>' | '>=' | '+' | '-' | '*' | '/' | '%' | '||' | '~' | '!~';

/** The direct parts of a node, in reading order. */
export function partsOf(node: Expression): Expression[] {
  switch (node.kind) {
    case 'call':
      return node.filter ? [...node.args, node.filter] : node.args;
    case 'extract':
      return [node.from];
    case 'unary':
    case 'isNull':
    case 'cast':
      return [node.operand];
    case 'binary':
      return [node.left, node.right];
    case 'in':
      return [node.operand, ...node.list];
    case 'between':
      return [node.operand, node.from, node.to];
    case 'like':
      return [node.operand, node.pattern];
    case 'case':
      return [...node.branches.flatMap(({ when, then }) => [when, then]), ...(node.otherwise ? [node.otherwise] : [])];
    default:
      return [];
  }
}

/** A node and everything below it. */
export function walk(node: Expression): Expression[] {
  return [node, ...partsOf(node).flatMap(walk)];
}

/** The columns that an expression reads, without repeats, in reading order. */
export function columnsOf(node: Expression): { table: string; column: string }[] {
  const seen = new Map<string, { table: string; column: string }>();
  for (const part of walk(node)) {
    if (part.kind === 'column') seen.set(`${part.table}\u0000${part.column}`, { table: part.table, column: part.column });
  }
  return [...seen.values()];
}

/** The tables that an expression speaks of, without repeats, in reading order. */
export function tablesOf(node: Expression): string[] {
  return [...new Set(walk(node).flatMap((part) => (part.kind === 'column' || part.kind === 'rows' ? [part.table] : [])))];
}
