import type { Node } from 'libpg-query';
import type { Block, BoundStatement, Origin, Source } from '../bind/bound-query';
import { functionName } from './aggregates';
import { isOperator } from './conditions';
import { refsIn } from './column-refs';
import { nodesWhere } from './nodes';

const MATCHING_FUNCTIONS: ReadonlySet<string> = new Set([
  'regexp_like',
  'regexp_match',
  'regexp_matches',
  'regexp_count',
  'regexp_instr',
]);

/** A key of a stored column. */
export function originKey({ table, column }: Pick<Origin, 'table' | 'column'>): string {
  return `${table}\u0000${column}`;
}

/** The stored columns that a condition matches with a pattern: after such a test a cast is safe. */
export function testedColumns(condition: unknown, statement: BoundStatement): string[] {
  const tests = nodesWhere(condition, (node) => (isPatternTest(node) ? node : null));
  return tests.flatMap((test) => originsIn(test, statement));
}

/** Columns tested in a query, also in its source queries. */
export function testedInQuery(block: Block, statement: BoundStatement, seen = new Set<Block>()): string[] {
  if (seen.has(block)) return [];
  seen.add(block);
  const own = testedColumns([block.select.whereClause, block.joins.map(({ node }) => node.quals)], statement);
  const read = [...block.sources.flatMap(({ query }: Source) => query ?? []), ...(block.arms ?? [])];
  return [...own, ...read.flatMap((inner) => testedInQuery(inner, statement, seen))];
}

/** Keys of the stored columns that an expression reads. */
export function originsIn(value: unknown, statement: BoundStatement): string[] {
  return refsIn(value, statement).flatMap(({ column }) => (column?.origin ? [originKey(column.origin)] : []));
}

function isPatternTest(node: Node): boolean {
  if ('FuncCall' in node) return MATCHING_FUNCTIONS.has(functionName(node.FuncCall));
  const isSimilar = 'A_Expr' in node && node.A_Expr.kind === 'AEXPR_SIMILAR';
  return isSimilar || isOperator(node, ['~', '~*', '!~', '!~*']);
}
