import type { SnapshotColumn, SnapshotTable } from '@querent/contracts';
import type { Datasource } from '../connection/datasource';
import { runReadOnly, type ReadOnlyStatement } from '../execution/run-read-only';
import type { CellValue } from '../values/cell-value';
import { columnCategoryOf } from './column-category';
import { refusesReading } from './refuses-reading';
import { serverZones, type ServerZones } from './server-zones';
import {
  READ_COLUMNS,
  READ_FOREIGN_KEYS,
  READ_KEYS,
  READ_OWN_FUNCTIONS,
  READ_OWN_OPERATORS,
  READ_RELATIONS,
  READ_SERVER,
  READ_TIME_ZONE,
  READ_TIME_ZONES,
} from './structure-queries';

export interface DatabaseStructure {
  serverVersion: string;
  hasPostgis: boolean;
  tables: SnapshotTable[];
  /** Names of user-defined functions on the search path. */
  ownFunctions: string[];
  /** Symbols of user-defined operators that a statement can mean. */
  ownOperators: string[];
  zones: ServerZones;
}

/** The reading login, the abort signal, and relations of the schema that are not served. */
type Asked = Pick<ReadOnlyStatement, 'tenant' | 'signal'> & { hidden?: ReadonlySet<string> };

type NamedRow = Readonly<Record<string, CellValue>>;

/** Limits for schemas of thousands of columns; the connection's limits apply to user statements only. */
const STRUCTURE_BOUNDS = { maxRows: 200_000, maxBytes: 64_000_000, statementTimeoutMs: 20_000 };

/**
 * Tables, columns and keys of the connection's schema that the login may read, without reading stored rows.
 * @throws DatabaseFailure
 */
export async function readStructure(
  datasource: Datasource,
  { hidden, ...asked }: Asked = {},
): Promise<DatabaseStructure> {
  const read = (sql: string, params: readonly unknown[] = [datasource.schema]) =>
    readRows(datasource, sql, params, asked);
  const [server] = await read(READ_SERVER, []);
  const [zone] = await read(READ_TIME_ZONE, []);
  const zoneNames = (await read(READ_TIME_ZONES, [])).map((row) => text(row['name']));
  const columns = groupByRelation(await read(READ_COLUMNS));
  const keys = groupByRelation(await read(READ_KEYS));
  const foreignKeys = groupByRelation(await read(READ_FOREIGN_KEYS));
  const relations = (await read(READ_RELATIONS)).filter((relation) => hidden?.has(text(relation['name'])) !== true);
  const tables = relations.map((relation): SnapshotTable => {
    const name = text(relation['name']);
    const ownKeys = keys.get(name) ?? [];
    return {
      name,
      kind: kindOf(relation['kind']),
      comment: textOrNull(relation['comment']),
      estimatedRows: Math.max(0, Number(relation['rows'] ?? 0)),
      primaryKey: texts(ownKeys.find((key) => key['is_primary'])?.['columns']),
      uniqueKeys: ownKeys.filter((key) => !key['is_primary']).map((key) => texts(key['columns'])),
      columns: (columns.get(name) ?? []).map(columnOf),
      foreignKeys: (foreignKeys.get(name) ?? [])
        .filter((key) => hidden?.has(text(key['to_table'])) !== true)
        .map((key) => ({
          columns: texts(key['columns']),
          toTable: text(key['to_table']),
          toColumns: texts(key['to_columns']),
        })),
    };
  });
  const indirect = new Set(
    relations.filter((relation) => relation['is_indirect'] === true).map((relation) => text(relation['name'])),
  );
  const readable: SnapshotTable[] = [];
  for (const table of tables) {
    const isOpen =
      table.columns.length > 0 && !(indirect.has(table.name) && (await refusesReading(datasource, table, asked)));
    if (isOpen) readable.push(table);
  }
  return {
    serverVersion: text(server?.['version']),
    hasPostgis: server?.['postgis'] === true,
    tables: readable,
    ownFunctions: (await read(READ_OWN_FUNCTIONS, [datasource.searchPath])).map((row) => text(row['name'])),
    ownOperators: (await read(READ_OWN_OPERATORS, [datasource.searchPath, datasource.schema])).map((row) =>
      text(row['name']),
    ),
    zones: serverZones(
      { name: text(zone?.['name']), winter: Number(zone?.['winter']), summer: Number(zone?.['summer']) },
      zoneNames,
    ),
  };
}

function columnOf(row: NamedRow): SnapshotColumn {
  const labels = row['labels'];
  return {
    name: text(row['name']),
    type: text(row['type']),
    category: columnCategoryOf(text(row['base_type']), text(row['type_category'])),
    nullable: row['nullable'] === true,
    comment: textOrNull(row['comment']),
    ...(Array.isArray(labels) ? { enumValues: texts(labels) } : {}),
  };
}

async function readRows(
  datasource: Datasource,
  sql: string,
  params: readonly unknown[],
  asked: Asked,
): Promise<NamedRow[]> {
  const { columns, rows } = await runReadOnly(datasource, { sql, params, ...asked, ...STRUCTURE_BOUNDS });
  return rows.map((row) => Object.fromEntries(columns.map((column, i) => [column.name, row[i] ?? null])));
}

function groupByRelation(rows: readonly NamedRow[]): Map<string, NamedRow[]> {
  const groups = new Map<string, NamedRow[]>();
  for (const row of rows) {
    const relation = text(row['relation']);
    groups.set(relation, [...(groups.get(relation) ?? []), row]);
  }
  return groups;
}

function kindOf(value: CellValue | undefined): SnapshotTable['kind'] {
  return value === 'view' || value === 'materialized_view' ? value : 'table';
}

function text(value: CellValue | undefined): string {
  return typeof value === 'string' ? value : String(value ?? '');
}

function textOrNull(value: CellValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

function texts(value: CellValue | undefined): string[] {
  return Array.isArray(value) ? value.map(text) : [];
}
