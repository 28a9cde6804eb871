import { type Datasource, openDatasource, runReadOnly } from '@querent/datasource';
import type { Row } from '@querent/contracts';

/** Where a connection's gold statements run: a login that needs no more than to read. */
export interface GoldDatabase {
  url: string;
  schema: string;
}

/** Runs hand-written statements directly on the databases, beside the product. */
export interface GoldRunner {
  /**
   * @param day what `:today` stands for, YYYY-MM-DD
   * @throws where the statement fails, gives more rows than can be compared, or the connection's database is not known
   */
  rows(connection: string, sql: string, when: { day: string; timezone: string }, signal: AbortSignal): Promise<Row[]>;
  knows(connection: string): boolean;
  close(): Promise<void>;
}

const limits = { statementTimeoutMs: 60_000, maxRows: 200_000, maxBytes: 256 * 1024 * 1024, poolSize: 2 };

/**
 * @param databases by connection; under '' that of every other one
 *
 * Each statement runs once: what it gave is kept, so that equal ones of several questions cost one execution.
 */
export function openGold(databases: ReadonlyMap<string, GoldDatabase>): GoldRunner {
  const databaseOf = (connection: string): GoldDatabase | undefined => databases.get(connection) ?? databases.get('');
  const open = new Map<string, Datasource>();
  const known = new Map<string, Promise<Row[]>>();
  const datasourceOf = (connection: string, { url, schema }: GoldDatabase): Datasource => {
    const found = open.get(connection) ?? openDatasource({ name: connection, url, schema, limits });
    open.set(connection, found);
    return found;
  };
  return {
    async rows(connection, sql, { day, timezone }, signal) {
      const database = databaseOf(connection);
      if (database === undefined) throw new Error('the database is not known');
      const text = statementOf(sql, day);
      const key = JSON.stringify([database, text, timezone]);
      const rows = known.get(key) ?? wholeResult(datasourceOf(connection, database), text, timezone, signal);
      known.set(key, rows);
      return rows;
    },
    knows: (connection) => databaseOf(connection) !== undefined,
    async close() {
      await Promise.all([...open.values()].map((datasource) => datasource.close()));
    },
  };
}

async function wholeResult(datasource: Datasource, sql: string, timeZone: string, signal: AbortSignal): Promise<Row[]> {
  const result = await runReadOnly(datasource, { sql, timeZone, signal });
  if (result.truncated) throw new Error(`more than ${limits.maxRows} rows`);
  return result.rows;
}

/** `:today` stands for the day as a date. */
export const statementOf = (sql: string, day: string): string => sql.replace(/(?<![:\w]):today\b/g, `DATE '${day}'`);
