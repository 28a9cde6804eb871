import { Pool, type QueryResult, type QueryResultRow } from 'pg';
import { startThrowAwayServer, type ThrowAwayServer } from './throw-away-server';

export interface ThrowAwayPostgres extends ThrowAwayServer {
  /** Runs SQL as the superuser. Without parameters, the text may contain several statements. */
  query<Row extends QueryResultRow = QueryResultRow>(sql: string, params?: unknown[]): Promise<QueryResult<Row>>;
}

/**
 * Starts a private PostgreSQL 15 on a free port of 127.0.0.1. `url` logs in as the superuser. PostGIS is available
 * after `CREATE EXTENSION postgis`.
 * @param opts.settings server parameters by name, e.g. `{ max_connections: 10 }`
 * @param opts.demoDay loads the demo's three schemas with data up to that day (YYYY-MM-DD). They are built once per
 * day and then copied. Default: an empty database
 */
export async function startPostgres(
  opts: { settings?: Record<string, string | number>; demoDay?: string } = {},
): Promise<ThrowAwayPostgres> {
  const server = await startThrowAwayServer('postgres', opts);
  const pool = new Pool({ connectionString: server.url, max: 2, allowExitOnIdle: true });
  let stopping: Promise<void> | undefined;
  // When a test kills the server on purpose, idle connections of this pool break. That is not an error.
  pool.on('error', () => undefined);
  return {
    ...server,
    query: (sql, params) => pool.query(sql, params),
    stop: () => (stopping ??= pool.end().then(() => server.stop())),
  };
}
