/**
 * The PostgreSQL expressions that a model file may contain, in metric expressions, term filters and entity matches.
 * PostgreSQL's parse tree is converted to this closed type, and the compiler prints it as SQL again. Nothing else of a
 * fragment can reach the database.
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
  | Call
  /** `days => 30` among a function's arguments. */
  | { kind: 'named'; name: string; value: Expression }
  | { kind: 'extract'; field: string; from: Expression }
  /** `operand AT TIME ZONE zone`. */
  | { kind: 'zone'; operand: Expression; zone: Expression }
  | { kind: 'unary'; op: string; operand: Expression }
  /** `op` is `and`, `or` or an operator's symbol. */
  | { kind: 'binary'; op: string; left: Expression; right: Expression }
  /** `left = ANY (right)`, `left = ALL (right)` over an array. */
  | { kind: 'quantified'; op: string; quantifier: 'ANY' | 'ALL'; left: Expression; right: Expression }
  | { kind: 'isDistinct'; left: Expression; right: Expression; negated: boolean }
  | { kind: 'isNull'; operand: Expression; negated: boolean }
  | { kind: 'truth'; operand: Expression; value: 'TRUE' | 'FALSE' | 'UNKNOWN'; negated: boolean }
  | { kind: 'in'; operand: Expression; list: Expression[]; negated: boolean }
  | { kind: 'between'; operand: Expression; from: Expression; to: Expression; symmetric: boolean; negated: boolean }
  | { kind: 'like'; operand: Expression; pattern: Expression; caseless: boolean; negated: boolean }
  | { kind: 'case'; subject?: Expression; branches: { when: Expression; then: Expression }[]; otherwise?: Expression }
  | { kind: 'cast'; operand: Expression; to: string }
  | { kind: 'collate'; operand: Expression; collation: string[] }
  | { kind: 'array' | 'row'; items: Expression[] }
  | { kind: 'subscript'; operand: Expression; index: Expression };

export interface Call {
  kind: 'call';
  name: string;
  distinct: boolean;
  args: Expression[];
  filter?: Expression;
  /** Set for calls in SQL syntax, such as `trim(BOTH …)`: printed as the function of pg_catalog. */
  system?: true;
  /** `name(direct) WITHIN GROUP (ORDER BY args[0])`. */
  within?: { direct: Expression[]; descending: boolean };
}

/** The direct parts of a node, in reading order. */
export function partsOf(node: Expression): Expression[] {
  switch (node.kind) {
    case 'call':
      return [...(node.within?.direct ?? []), ...node.args, ...(node.filter ? [node.filter] : [])];
    case 'named':
      return [node.value];
    case 'extract':
      return [node.from];
    case 'zone':
      return [node.operand, node.zone];
    case 'unary':
    case 'isNull':
    case 'truth':
    case 'cast':
    case 'collate':
      return [node.operand];
    case 'binary':
    case 'quantified':
    case 'isDistinct':
      return [node.left, node.right];
    case 'in':
      return [node.operand, ...node.list];
    case 'between':
      return [node.operand, node.from, node.to];
    case 'like':
      return [node.operand, node.pattern];
    case 'case':
      return [
        ...(node.subject ? [node.subject] : []),
        ...node.branches.flatMap(({ when, then }) => [when, then]),
        ...(node.otherwise ? [node.otherwise] : []),
      ];
    case 'array':
    case 'row':
      return node.items;
    case 'subscript':
      return [node.operand, node.index];
    default:
      return [];
  }
}

/** A node and everything below it. */
export function walk(node: Expression): Expression[] {
  return [node, ...partsOf(node).flatMap(walk)];
}

/** The columns that an expression reads, without duplicates, in reading order. */
export function columnsOf(node: Expression): { table: string; column: string }[] {
  const seen = new Map<string, { table: string; column: string }>();
  for (const part of walk(node)) {
    if (part.kind === 'column')
      seen.set(`${part.table}\u0000${part.column}`, { table: part.table, column: part.column });
  }
  return [...seen.values()];
}

/** The tables that an expression reads, without duplicates, in reading order. */
export function tablesOf(node: Expression): string[] {
  return [
    ...new Set(walk(node).flatMap((part) => (part.kind === 'column' || part.kind === 'rows' ? [part.table] : []))),
  ];
}
