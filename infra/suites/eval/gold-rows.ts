import { type Datasource, openDatasource, runReadOnly } from '@querent/datasource';
import type { Row } from '@querent/contracts';

/** Database of a connection's gold statements, with a login that can read. */
export interface GoldDatabase {
  url: string;
  schema: string;
}

/** Runs hand-written statements directly on the databases, without the product. */
export interface GoldRunner {
  /**
   * @param day value of `:today`, YYYY-MM-DD
   * @throws when the statement fails, gives too many rows to compare, or the connection's database is unknown
   */
  rows(connection: string, sql: string, when: { day: string; timezone: string }, signal: AbortSignal): Promise<Row[]>;
  knows(connection: string): boolean;
  close(): Promise<void>;
}

const limits = { statementTimeoutMs: 60_000, maxRows: 200_000, maxBytes: 256 * 1024 * 1024, poolSize: 2 };

/**
 * @param databases by connection. '' is the default
 *
 * Each statement runs once. Its result is cached for other questions with the same statement.
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
      if (database === undefined) throw new Error('the database is unknown');
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

/** Replaces `:today` by the day as a date literal. */
export const statementOf = (sql: string, day: string): string => sql.replace(/(?<![:\w]):today\b/g, `DATE '${day}'`);
