import { escapeIdentifier } from 'pg';
import { DatabaseFailure } from '../connection/database-failure';
import type { Datasource } from '../connection/datasource';
import { runReadOnly } from '../execution/run-read-only';

/** Includes views, because row security may apply to their tables. */
const READ_SECURED = `
  SELECT c.relname::text FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
   WHERE n.nspname = $1 AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND (c.relkind = 'v' OR pg_catalog.row_security_active(c.oid))`;

/** Larger counts are "many". */
const MOST_COUNTED = 500_000;
const COUNT_TIMEOUT_MS = 5_000;

/**
 * The rows of each table that the login sees, for the tables in `names` that row security restricts: the server's
 * estimate counts all tenants' rows. A table that takes too long to count has 0, like one that was never analysed.
 *
 * @throws DatabaseFailure if the connection is lost
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
