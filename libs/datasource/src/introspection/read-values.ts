import type { SnapshotColumn, SnapshotTable } from '@querent/contracts';
import { escapeIdentifier } from 'pg';
import { DatabaseFailure } from '../connection/database-failure';
import type { Datasource } from '../connection/datasource';
import { runReadOnly, type ReadOnlyResult, type ReadOnlyStatement } from '../execution/run-read-only';

export interface ValueOptions {
  /** Columns whose values are read whatever their number. */
  valueIndexColumns: ReadonlyArray<{ table: string; column: string }>;
  /** Maximum values of those columns. */
  maxValues: number;
  /** Tables (`column` null) and columns whose stored data must not be read. Default: none. */
  isHidden?: (table: string, column: string | null) => boolean;
  /** The tenant whose login reads; absent: the common login. */
  tenant?: string;
  signal?: AbortSignal;
}

/** Maximum distinct values of a vocabulary; a text column with more contains names or prose. */
const MAX_VOCABULARY = 200;
/** Longer values are prose. */
const MAX_VALUE_LENGTH = 100;
/** Values of larger tables are read only if the planner's statistics promise few. */
const SCAN_ROWS = 500_000;
/** Time limit per column; slower columns get no values. */
const COLUMN_TIMEOUT_MS = 5_000;
/** Time limit of all values; remaining columns get none. */
const TOTAL_BUDGET_MS = 60_000;

/**
 * Adds facts about stored data to a table's columns: distinct values (text, most frequent first), first and last date,
 * and key columns if no key is declared; and a row count if the server has no estimate. Every read is optional: a
 * refused or slow one leaves its column unchanged.
 */
export function valueReader(
  datasource: Datasource,
  options: ValueOptions,
): (table: SnapshotTable) => Promise<SnapshotTable> {
  const deadline = Date.now() + TOTAL_BUDGET_MS;
  const isHidden = options.isHidden ?? (() => false);
  const wanted = new Set(options.valueIndexColumns.map(({ table, column }) => JSON.stringify([table, column])));

  return async (table) => {
    if (isHidden(table.name, null)) return table;
    const from = `${escapeIdentifier(datasource.schema)}.${escapeIdentifier(table.name)}`;
    const read = (sql: string, params: readonly unknown[] = []) =>
      tryRead(datasource, { sql, params, tenant: options.tenant, signal: options.signal }, deadline);
    const estimatedRows = table.estimatedRows > 0 ? table.estimatedRows : await countRows(read, from);
    const few = estimatedRows > SCAN_ROWS ? await columnsWithFewValues(read, datasource.schema, table.name) : null;
    const ranges = await readRanges(
      read,
      from,
      table.columns.filter(({ name }) => !isHidden(table.name, name)),
    );
    const columns: SnapshotColumn[] = [];
    for (const column of table.columns) {
      if (isHidden(table.name, column.name)) {
        columns.push(column);
        continue;
      }
      const isWanted = wanted.has(JSON.stringify([table.name, column.name]));
      const isVocabulary = column.category === 'text' && !column.enumValues && (few === null || few.has(column.name));
      const values =
        isWanted || isVocabulary ? await readValues(read, from, column.name, isWanted ? options.maxValues : null) : {};
      columns.push({ ...column, ...values, ...ranges.get(column.name) });
    }
    const keys =
      estimatedRows > SCAN_ROWS
        ? []
        : await readKeys(read, from, { ...table, columns: columns.filter(({ name }) => !isHidden(table.name, name)) });
    return { ...table, estimatedRows, columns, ...(keys.length > 0 && { observedKeys: keys }) };
  };
}

type Read = (sql: string, params?: readonly unknown[]) => Promise<ReadOnlyResult | null>;

/** Never longer than a user statement may take: that limit reflects what the database can bear. */
async function tryRead(
  datasource: Datasource,
  statement: ReadOnlyStatement,
  deadline: number,
): Promise<ReadOnlyResult | null> {
  const left = deadline - Date.now();
  if (left <= 0) return null;
  try {
    const statementTimeoutMs = Math.min(COLUMN_TIMEOUT_MS, datasource.limits.statementTimeoutMs, left);
    return await runReadOnly(datasource, { ...statement, maxRows: 100_000, maxBytes: 16_000_000, statementTimeoutMs });
  } catch (error) {
    const isOptional =
      error instanceof DatabaseFailure && !['cancelled', 'connection_lost'].includes(error.errorClass.name);
    if (isOptional) return null;
    throw error;
  }
}

async function countRows(read: Read, from: string): Promise<number> {
  const counted = await read(`SELECT count(*)::float8 FROM (SELECT 1 FROM ${from} LIMIT ${SCAN_ROWS + 1}) AS counted`);
  return Number(counted?.rows[0]?.[0] ?? 0);
}

async function columnsWithFewValues(read: Read, schema: string, table: string): Promise<Set<string>> {
  const statistics = await read(
    `SELECT attname::text FROM pg_catalog.pg_stats
      WHERE schemaname = $1 AND tablename = $2 AND n_distinct BETWEEN 1 AND ${MAX_VOCABULARY}`,
    [schema, table],
  );
  return new Set(statistics?.rows.map((row) => String(row[0])));
}

/** `cap` null: a complete vocabulary or nothing. A number: at most that many values. */
async function readValues(
  read: Read,
  from: string,
  column: string,
  cap: number | null,
): Promise<Partial<SnapshotColumn>> {
  const limit = cap ?? MAX_VOCABULARY;
  const name = escapeIdentifier(column);
  const found = await read(
    `SELECT ${name}::text FROM ${from} WHERE ${name} IS NOT NULL GROUP BY ${name} ORDER BY count(*) DESC, ${name}::text LIMIT ${limit + 1}`,
  );
  const values = found?.rows.map((row) => String(row[0])) ?? [];
  const isProse = values.some((value) => value.length > MAX_VALUE_LENGTH);
  if (values.length === 0 || (cap === null && (isProse || values.length > limit))) return {};
  const short = values.slice(0, limit).filter((value) => value.length <= MAX_VALUE_LENGTH);
  return { values: short, valuesComplete: values.length <= limit && !isProse && !found?.truncated };
}

/** Typical names of key columns, if no key is declared. */
const KEY_NAME = /(?:id|code|no|number|num|key|name|uuid)$|(?:编号|编码|代码|名称|号)$/iu;
const MOST_KEYS = 4;

/** Columns of a table without a declared key that are unique and never null. */
async function readKeys(
  read: Read,
  from: string,
  { kind, primaryKey, uniqueKeys, columns }: SnapshotTable,
): Promise<string[]> {
  if (kind !== 'table' || primaryKey.length + uniqueKeys.length > 0) return [];
  const named = columns
    .filter(({ name, category }) => KEY_NAME.test(name) && ['integer', 'text', 'uuid'].includes(category))
    .slice(0, MOST_KEYS);
  if (named.length === 0) return [];
  const counts = named.map(({ name }) => `count(DISTINCT ${escapeIdentifier(name)}) = count(*)`);
  const row = (await read(`SELECT ${counts.join(', ')} FROM ${from}`))?.rows[0];
  return named.filter((_, at) => row?.[at] === true).map(({ name }) => name);
}

async function readRanges(
  read: Read,
  from: string,
  columns: readonly SnapshotColumn[],
): Promise<Map<string, Pick<SnapshotColumn, 'min' | 'max'>>> {
  const dated = columns.filter(({ category }) => category === 'date' || category === 'timestamp');
  if (dated.length === 0) return new Map();
  const targets = dated.map(({ name }) => `min(${escapeIdentifier(name)}), max(${escapeIdentifier(name)})`);
  const row = (await read(`SELECT ${targets.join(', ')} FROM ${from}`))?.rows[0];
  return new Map(
    dated.flatMap(({ name }, i) => {
      const [min, max] = [row?.[2 * i], row?.[2 * i + 1]];
      return typeof min === 'string' && typeof max === 'string' ? [[name, { min, max }] as const] : [];
    }),
  );
}
