import type { ColumnCategory, SnapshotTable } from '@querent/contracts';
import { resolveModel, type SemanticModel } from '@querent/model';
import type { LinkingSchema } from './linking-set';

/** A model, and the name in it of each database's tables. */
export interface LinkedModel {
  model: SemanticModel;
  nameOf: (db: string, table: string) => string;
}

/**
 * The derived model of several databases in one schema. A table keeps its name, or gets a number (`city_2`) when
 * another database has used the name. So no name reveals the database of its table.
 */
export function mergedModel(name: string, schemas: Readonly<Record<string, LinkingSchema>>): LinkedModel {
  const taken = new Set<string>();
  const names = new Map<string, string>();
  for (const [db, { tables }] of Object.entries(schemas))
    for (const table of tables) names.set(`${db}\n${table.name}`, freeName(table.name, taken));
  const nameOf = (db: string, table: string): string => names.get(`${db}\n${table}`) ?? table;
  const tables = Object.entries(schemas).flatMap(([db, schema]) =>
    schema.tables.map((table) => snapshotTable(table, nameOf(db, table.name), (other) => nameOf(db, other))),
  );
  const snapshot = {
    connection: name,
    schema: 'public',
    takenAt: '2026-01-01T00:00:00.000Z',
    serverVersion: '16',
    hasPostgis: false,
    fingerprint: name,
    tables,
  };
  return { model: resolveModel({ connection: name, snapshot, file: null }).model, nameOf };
}

function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let number = 2; taken.has(free.toLowerCase()); number++) free = `${name}_${number}`;
  taken.add(free.toLowerCase());
  return free;
}

function snapshotTable(
  table: LinkingSchema['tables'][number],
  name: string,
  renamed: (other: string) => string,
): SnapshotTable {
  return {
    name,
    kind: 'table',
    comment: table.comment ?? null,
    estimatedRows: 0,
    primaryKey: table.primary_key,
    uniqueKeys: [],
    columns: table.columns.map((column) => ({
      name: column.name,
      type: column.type ?? 'text',
      category: categoryOf(column.type ?? 'text'),
      nullable: true,
      comment: column.comment ?? null,
    })),
    foreignKeys: table.foreign_keys.map(([columns, other, toColumns]) => ({
      columns,
      toTable: renamed(other),
      toColumns,
    })),
  };
}

/**
 * Categories by the prefix of a type: PostgreSQL's types, and Spider's `text`, `number`, `time`, `boolean`, `others`.
 */
const CATEGORIES: readonly (readonly [RegExp, ColumnCategory])[] = [
  [/^(bigint|integer|smallint)/, 'integer'],
  [/^(number|numeric|double|real)/, 'numeric'],
  [/^timestamp/, 'timestamp'],
  [/^(date|time$)/, 'date'],
  [/^time/, 'time'],
  [/^bool/, 'boolean'],
  [/^(text|char)/, 'text'],
];

const categoryOf = (type: string): ColumnCategory => CATEGORIES.find(([begins]) => begins.test(type))?.[1] ?? 'other';
