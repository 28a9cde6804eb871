import type { SchemaSnapshot, SnapshotTable, WithheldTable } from '@querent/contracts';
import { columnsOf, tablesOf, type Expression } from '../expression/expression';

/** The tables and columns that a login may not read. */
export interface WithheldParts {
  table(name: string): boolean;
  column(table: string, column: string): boolean;
  /** The first withheld table or column that an expression reads, as `table` or `table.column`. */
  withheldName(expression: Expression): string | undefined;
}

export function withheldParts(snapshot: SchemaSnapshot): WithheldParts {
  const readable = new Set(snapshot.tables.map(({ name }) => name));
  const withheld = new Map(
    (snapshot.withheld ?? []).map(({ name, columns }) => [name, new Set(columns.map((column) => column.name))]),
  );
  const table = (name: string): boolean => withheld.has(name) && !readable.has(name);
  const column = (of: string, name: string): boolean => withheld.get(of)?.has(name) === true;
  return {
    table,
    column,
    withheldName(expression) {
      const columns = columnsOf(expression)
        .filter((ref) => column(ref.table, ref.column))
        .map((ref) => `${ref.table}.${ref.column}`);
      return [...columns, ...tablesOf(expression).filter(table)][0];
    },
  };
}

/** The schema with the withheld tables and columns, of which only names and types are known. */
export function wholeSnapshot(snapshot: SchemaSnapshot): SchemaSnapshot {
  const withheld = new Map((snapshot.withheld ?? []).map((table) => [table.name, table]));
  const known = snapshot.tables.map((table) => ({
    ...table,
    columns: [...table.columns, ...columnsIn(withheld.get(table.name))],
  }));
  const names = new Set(known.map(({ name }) => name));
  const unknown = [...withheld.values()].filter(({ name }) => !names.has(name)).map(tableOf);
  return { ...snapshot, tables: [...known, ...unknown] };
}

const columnsIn = (table: WithheldTable | undefined): SnapshotTable['columns'] =>
  (table?.columns ?? []).map((column) => ({ ...column, nullable: true, comment: null }));

/** A withheld table as a view, because its keys are unknown: joins of the file are then trusted. */
const tableOf = (table: WithheldTable): SnapshotTable => ({
  name: table.name,
  kind: 'view',
  comment: null,
  estimatedRows: 0,
  primaryKey: [],
  uniqueKeys: [],
  foreignKeys: [],
  columns: columnsIn(table),
});
