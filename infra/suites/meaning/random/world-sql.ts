import { resolveModel, parseModelFile, type SemanticModel } from '@querent/model';
import type { SchemaSnapshot, SnapshotColumn } from '@querent/contracts';
import type { Formula, PlainCondition, Value, World, WorldColumn, WorldTable } from './world';

/** Conversion of a world for PostgreSQL and the product: its tables as DDL, its model through a model file. */

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const literal = (value: Value): string =>
  value === null ? 'NULL' : typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);

/** Statements that create the schema with its rows. Dangling references need `foreignKeys: false`. */
export function worldSql(world: World, { foreignKeys = true }: { foreignKeys?: boolean } = {}): string {
  const relation = (name: string): string => `${quoted(world.schema)}.${quoted(name)}`;
  return [
    `CREATE SCHEMA ${quoted(world.schema)};`,
    ...world.tables.map(
      (table) => `CREATE TABLE ${relation(table.name)} (${table.columns.map(columnSql).join(', ')});`,
    ),
    ...world.tables
      .filter(({ rows }) => rows.length > 0)
      .map(
        (table) =>
          `INSERT INTO ${relation(table.name)} VALUES ${table.rows.map((row) => rowSql(table, row)).join(', ')};`,
      ),
    ...world.joins
      .filter(({ declared }) => declared && foreignKeys)
      .map(({ from, to }) => {
        const target = `${relation(to.table)} (${quoted(to.column)})`;
        return `ALTER TABLE ${relation(from.table)} ADD FOREIGN KEY (${quoted(from.column)}) REFERENCES ${target};`;
      }),
  ].join('\n');
}

const columnSql = ({ name, type }: WorldColumn): string =>
  `${quoted(name)} ${type}${name === 'id' ? ' PRIMARY KEY' : ''}`;

function rowSql(table: WorldTable, row: WorldTable['rows'][number]): string {
  const values = table.columns.map(({ name, type }) => {
    const value = row[name] ?? null;
    return value !== null && type === 'timestamptz' ? `'${String(value)}+00'` : literal(value);
  });
  return `(${values.join(', ')})`;
}

/** The model that the product resolves from the world's schema and a model file. Throws for an invalid file. */
export function worldModel(world: World): SemanticModel {
  const parsed = parseModelFile({
    defaultLocale: 'en',
    timezone: world.timezone,
    tables: Object.fromEntries(
      world.tables.map((table) => [
        table.name,
        { columns: Object.fromEntries(table.columns.map((column) => [column.name, columnEntry(column)])) },
      ]),
    ),
    joins: world.joins
      .filter(({ declared }) => !declared)
      .map(({ from, to }) => ({ from: `${from.table}.${from.column}`, to: `${to.table}.${to.column}` })),
    metrics: Object.fromEntries(
      world.metrics.map(({ id, formula, children }) => [
        id,
        formula === null
          ? { children: Object.fromEntries(children.map((child) => [child.id, child.weight])) }
          : { expression: formulaSql(formula) },
      ]),
    ),
    terms: Object.fromEntries(
      world.terms.map(({ id, conditions }) => [id, { filter: conditions.map(conditionSql).join(' AND ') }]),
    ),
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const { model, problems } = resolveModel({ connection: 'world', snapshot: snapshotOf(world), file: parsed.file });
  if (problems.length > 0) throw new Error(JSON.stringify(problems));
  return model;
}

function columnEntry({ label, role, isCast }: WorldColumn) {
  return { label: { en: label }, role, ...(isCast && { cast: { to: 'numeric', when: '^[0-9]+(\\.[0-9]+)?$' } }) };
}

const TYPES: Readonly<Record<WorldColumn['type'], { type: string; category: SnapshotColumn['category'] }>> = {
  integer: { type: 'integer', category: 'integer' },
  numeric: { type: 'numeric', category: 'numeric' },
  text: { type: 'text', category: 'text' },
  boolean: { type: 'boolean', category: 'boolean' },
  date: { type: 'date', category: 'date' },
  timestamp: { type: 'timestamp without time zone', category: 'timestamp' },
  timestamptz: { type: 'timestamp with time zone', category: 'timestamp' },
};

function snapshotOf(world: World): SchemaSnapshot {
  return {
    connection: 'world',
    schema: world.schema,
    takenAt: '2026-11-21T00:00:00Z',
    serverVersion: '15',
    hasPostgis: false,
    fingerprint: world.schema,
    tables: world.tables.map((table) => ({
      name: table.name,
      kind: 'table',
      comment: null,
      estimatedRows: table.rows.length,
      primaryKey: ['id'],
      uniqueKeys: [],
      columns: table.columns.map(({ name, type }) => ({
        name,
        ...TYPES[type],
        nullable: name !== 'id',
        comment: null,
      })),
      foreignKeys: world.joins
        .filter(({ from, declared }) => declared && from.table === table.name)
        .map(({ from, to }) => ({ columns: [from.column], toTable: to.table, toColumns: [to.column] })),
    })),
  };
}

function formulaSql(formula: Formula): string {
  const column = (name: string): string => (formula.kind === 'ratio' ? '' : `${quoted(formula.table)}.${quoted(name)}`);
  switch (formula.kind) {
    case 'aggregate':
      if (formula.where === null) return aggregateSql(formula);
      return `${aggregateSql(formula)} FILTER (WHERE ${conditionSql(formula.where)})`;
    case 'product':
      return `sum(${column(formula.left)} * ${column(formula.right)})`;
    case 'ratio':
      return `${formulaSql(formula.over)} / nullif(${formulaSql(formula.under)}, 0)`;
  }
}

function aggregateSql({ fn, table, column }: Extract<Formula, { kind: 'aggregate' }>): string {
  return `${fn}(${quoted(table)}.${column === null ? '*' : quoted(column)})`;
}

function conditionSql({ table, column, op, value }: PlainCondition): string {
  return `${quoted(table)}.${quoted(column)} ${op === '!=' ? '<>' : op} ${literal(value)}`;
}
