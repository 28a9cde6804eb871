import { Pool, type QueryResult, type QueryResultRow } from 'pg';
import { startThrowAwayServer, type ThrowAwayServer } from './throw-away-server';

export interface ThrowAwayPostgres extends ThrowAwayServer {
  /** Runs SQL as the superuser; several statements may stand in one text when there are no parameters. */
  query<Row extends QueryResultRow = QueryResultRow>(sql: string, params?: unknown[]): Promise<QueryResult<Row>>;
}

/**
 * A private, empty PostgreSQL 15 on a free port of 127.0.0.1; `url` is the superuser's. PostGIS: `CREATE EXTENSION
 * postgis`.
 * @param opts.settings server parameters by name, e.g. `{ max_connections: 10 }`
 * @param opts.demoDay with the demo's three schemas, of data up to that day (YYYY-MM-DD): built once, then copied
 */
export async function startPostgres(
  opts: { settings?: Record<string, string | number>; demoDay?: string } = {},
): Promise<ThrowAwayPostgres> {
  const server = await startThrowAwayServer('postgres', opts);
  const pool = new Pool({ connectionString: server.url, max: 2, allowExitOnIdle: true });
  // An idle connection breaks when a test kills the server: that is the test's intention, not an error of this pool.
  pool.on('error', () => undefined);
  return {
    ...server,
    query: (sql, params) => pool.query(sql, params),
    async stop() {
      await pool.end();
      await server.stop();
    },
  };
}
