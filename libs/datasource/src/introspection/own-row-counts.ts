import { escapeIdentifier } from 'pg';
import { DatabaseFailure } from '../connection/database-failure';
import type { Datasource } from '../connection/datasource';
import { runReadOnly } from '../execution/run-read-only';

/** Views are among them: what lies behind may be secured by row. */
const READ_SECURED = `
  SELECT c.relname::text FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
   WHERE n.nspname = $1 AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND (c.relkind = 'v' OR pg_catalog.row_security_active(c.oid))`;

/** More rows than these are "many", whatever their number. */
const MOST_COUNTED = 500_000;
const COUNT_TIMEOUT_MS = 5_000;

/**
 * How many rows of each table the login sees, for the tables among `names` where row security lets it see a part: the
 * server's own estimate counts everybody's. A table that takes too long to count has 0, as one that was never analysed.
 *
 * @throws DatabaseFailure where the database went away
 */
export async function ownRowCounts(
  datasource: Datasource,
  names: readonly string[],
  { tenant, signal }: { tenant?: string; signal?: AbortSignal },
): Promise<Map<string, number>> {
  const secured = await runReadOnly(datasource, {
    sql: READ_SECURED,
    params: [datasource.schema],
    tenant,
    signal,
    maxRows: 200_000,
    statementTimeoutMs: COUNT_TIMEOUT_MS,
  });
  const counts = new Map<string, number>();
  for (const name of secured.rows.map(([cell]) => String(cell)).filter((one) => names.includes(one))) {
    const from = `${escapeIdentifier(datasource.schema)}.${escapeIdentifier(name)}`;
    const sql = `SELECT count(*)::float8 FROM (SELECT 1 FROM ${from} LIMIT ${MOST_COUNTED + 1}) AS counted`;
    try {
      const { rows } = await runReadOnly(datasource, {
        sql,
        tenant,
        signal,
        maxRows: 1,
        statementTimeoutMs: COUNT_TIMEOUT_MS,
      });
      counts.set(name, Number(rows[0]?.[0] ?? 0));
    } catch (error) {
      if (!(error instanceof DatabaseFailure) || ['cancelled', 'connection_lost'].includes(error.errorClass.name))
        throw error;
      counts.set(name, 0);
    }
  }
  return counts;
}
