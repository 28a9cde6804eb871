import type { BoundRef, BoundStatement, SourceColumn } from '../bind/bound-query';
import { nodesWhere } from './nodes';

/** The bound references below a value; optionally with those of nested queries. */
export function refsIn(
  value: unknown,
  { refs }: BoundStatement,
  queries: 'with queries' | 'this query' = 'this query',
): BoundRef[] {
  return nodesWhere(value, (node) => ('ColumnRef' in node ? (refs.get(node.ColumnRef) ?? null) : null), queries);
}

/** The source's column: names from an alias around a join are copies. */
export function rootOf(column: SourceColumn): SourceColumn {
  return column.source.columns[column.position] ?? column;
}

/** The stored column that a node reads unchanged, also through a cast to text. */
export function columnOf(node: unknown, { refs }: BoundStatement): SourceColumn | null {
  const ref =
    typeof node === 'object' && node !== null && 'ColumnRef' in node ? refs.get(node.ColumnRef as never) : undefined;
  return ref?.kind === 'column' && ref.column ? rootOf(ref.column) : null;
}
