import Cursor from 'pg-cursor';
import type { FieldDef } from 'pg';
import type { Datasource } from '../connection/datasource';
import { withReadOnlySession, type ReadOnlySession, type SessionOptions } from '../connection/read-only-session';
import type { CellValue } from '../values/cell-value';
import { rowParser, type RawRow } from '../values/row-parser';
import { loadTypes, type TypeCatalogue } from '../values/type-catalogue';
import { runProbes, type Probe, type ProbeAnswer } from './probes';
import { watchStatement, type StatementWatch } from './statement-watch';

export interface ResultColumn {
  name: string;
  typeOid: number;
  /** PostgreSQL's internal type name: `int8`, `timestamptz`, `_text`, `geometry`. */
  typeName: string;
}

export interface ReadOnlyStatement extends Partial<SessionOptions> {
  /** What the guard returned, never what somebody sent. */
  sql: string;
  params?: readonly unknown[];
  /** Defaults of all three: the connection's limits. */
  maxRows?: number;
  maxBytes?: number;
  /** Takes rows as they come, in place of `rows`; the server waits while it does. */
  onBatch?: (rows: CellValue[][], columns: ResultColumn[]) => void | Promise<void>;
  /** Small statements of one value each, answered from the same snapshot. */
  probes?: readonly Probe[];
}

export interface ReadOnlyResult {
  columns: ResultColumn[];
  /** Empty when `onBatch` took them. */
  rows: CellValue[][];
  rowCount: number;
  /** True when a cap ended the result before the server did. */
  truncated: boolean;
  /** Milliseconds spent waiting for the statement, without connecting. */
  dbMs: number;
  probes: ProbeAnswer[];
}

/** Rows of one fetch: few while their size is unknown, then as many as fit in a megabyte. */
const FIRST_BATCH_ROWS = 50;
const MAX_BATCH_ROWS = 500;
const BATCH_BYTES = 1_048_576;

/** Values stay the server's text until a row is known to be kept. */
const RAW_TEXT = { getTypeParser: () => (text: string) => text };

/**
 * Runs one statement read-only and bounded: a cursor on the extended protocol (which takes one statement only, so
 * `COMMIT; …` cannot pass), row and byte caps, a time-out and a cancel that reach the server.
 *
 * @throws DatabaseFailure classed as in `classifyDatabaseError`; `cancelled` when `signal` aborts.
 */
export async function runReadOnly(datasource: Datasource, statement: ReadOnlyStatement): Promise<ReadOnlyResult> {
  const { limits } = datasource;
  const { statementTimeoutMs = limits.statementTimeoutMs, tenant, timeZone, signal } = statement;
  const options = { statementTimeoutMs, tenant, timeZone, signal };
  return withReadOnlySession(datasource, options, async (session) => {
    const types = await loadTypes(datasource, session, options);
    const result = await fetchBounded(session, types, { ...statement, statementTimeoutMs }, limits);
    const left = statementTimeoutMs - result.dbMs;
    const probes = await runProbes(session, statement.probes ?? [], left, signal);
    return { ...result, probes };
  });
}

async function fetchBounded(
  session: ReadOnlySession,
  types: TypeCatalogue,
  statement: ReadOnlyStatement & { statementTimeoutMs: number },
  defaults: { maxRows: number; maxBytes: number },
): Promise<Omit<ReadOnlyResult, 'probes'>> {
  const { maxRows = defaults.maxRows, maxBytes = defaults.maxBytes, onBatch } = statement;
  const { cursor, watch } = openCursor(session, statement);
  const rows: CellValue[][] = [];
  let [rowCount, bytes, size] = [0, 0, FIRST_BATCH_ROWS];
  try {
    for (;;) {
      const wanted = Math.min(size, maxRows - rowCount + 1);
      const batch = await watch.during(() => readBatch(cursor, wanted));
      const columns = batch.fields.map((field) => describeColumn(field, types));
      const kept = keepWithinCaps(batch.rows, maxRows - rowCount, maxBytes - bytes);
      const values = kept.rows.map(rowParser(batch.fields, types));
      rowCount += values.length;
      bytes += kept.bytes;
      if (onBatch && values.length > 0) await onBatch(values, columns);
      else rows.push(...values);
      const truncated = values.length < batch.rows.length;
      if (truncated) await watch.during(() => cursor.close());
      if (truncated || batch.rows.length < wanted) {
        return { columns, rows, rowCount, truncated, dbMs: Math.round(watch.elapsedMs()) };
      }
      size = nextBatchSize(bytes, rowCount);
    }
  } finally {
    watch.end();
  }
}

function openCursor(
  session: ReadOnlySession,
  { sql, params = [], statementTimeoutMs, signal }: ReadOnlyStatement & { statementTimeoutMs: number },
): { cursor: Cursor; watch: StatementWatch } {
  const cursor = new Cursor(sql, params, { rowMode: 'array', types: RAW_TEXT });
  const watch = watchStatement(session.client, { timeoutMs: statementTimeoutMs, signal, onCut: () => session.cut() });
  return { cursor: session.client.query(cursor), watch };
}

function readBatch(cursor: Cursor, size: number): Promise<{ rows: RawRow[]; fields: FieldDef[] }> {
  return new Promise((resolve, reject) => {
    cursor.read(size, (error, rows, result) => {
      // A statement without a result (a bare COMMIT) ends a cursor with neither rows nor fields.
      if (error) reject(error);
      else resolve({ rows: rows as RawRow[], fields: result?.fields ?? [] });
    });
  });
}

function keepWithinCaps(rows: RawRow[], maxRows: number, maxBytes: number): { rows: RawRow[]; bytes: number } {
  const kept: RawRow[] = [];
  let bytes = 0;
  for (const row of rows.slice(0, maxRows)) {
    const size = row.reduce((sum, text) => sum + (text?.length ?? 0), 0);
    if (bytes + size > maxBytes) break;
    bytes += size;
    kept.push(row);
  }
  return { rows: kept, bytes };
}

function nextBatchSize(bytes: number, rowCount: number): number {
  const perRow = Math.max(1, bytes / Math.max(1, rowCount));
  return Math.min(MAX_BATCH_ROWS, Math.max(1, Math.floor(BATCH_BYTES / perRow)));
}

function describeColumn(field: FieldDef, types: TypeCatalogue): ResultColumn {
  return { name: field.name, typeOid: field.dataTypeID, typeName: types.nameOf(field.dataTypeID) };
}
