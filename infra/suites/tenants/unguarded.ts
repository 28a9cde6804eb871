import { defaultLimits } from '@querent/catalog';
import { runReadOnly, type Datasource } from '@querent/datasource';
import { admitByCost } from '../../../apps/executor/src/admission/admit-by-cost';
import { resultOf, type SingleTenantDatabases, type StatementResult } from './single-tenant-databases';
import type { HostileStatement } from './hostile-statements';

export interface UnguardedResult {
  got: StatementResult;
  /** The result in the single-tenant database. Null for statements that read states. */
  expected: StatementResult | null;
  /** The rows, or the failure's message and cause. */
  bytes: string;
  /** Session state that the statement left on the connection, or null. */
  session: string | null;
}

/**
 * Reads the session state. After DISCARD ALL a custom setting still exists, with an empty value, hence the coalesce.
 */
const SESSION = `SELECT current_user::text, session_user::text, current_setting('role'), current_setting('row_security'), current_setting('search_path'), current_setting('transaction_read_only'), coalesce(current_setting('app.tenant', true), ''),
  (SELECT count(*) FROM pg_prepared_statements WHERE name <> ''), (SELECT count(*) FROM pg_cursors WHERE is_holdable), (SELECT count(*) FROM pg_listening_channels()),
  (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()), (SELECT count(*) FROM pg_class WHERE relpersistence = 't')`;

const sessionOf = (tenant: string): string =>
  JSON.stringify([`crm_${tenant}`, `crm_${tenant}`, 'none', 'on', '"public"', 'on', '', 0, 0, 0, 0, 0]);

/** Statement time-out for statements that would compute for minutes. */
const SHORT_TIMEOUT_MS = 300;

interface Unguarded {
  tenant: string;
  hostile: HostileStatement;
  sql: string;
  /** Whether the database's cost estimate is checked first, as for interactive questions. */
  admitted: boolean;
}

/** Runs a statement without the guard. Only the login's rights and the read-only session restrict it. */
export async function runUnguarded(
  datasource: Datasource,
  singleTenant: SingleTenantDatabases,
  { tenant, hostile, sql, admitted }: Unguarded,
): Promise<UnguardedResult> {
  const bounds = hostile.readsState ? { statementTimeoutMs: SHORT_TIMEOUT_MS } : {};
  const admit = admitted ? { admit: admitByCost(defaultLimits, 'quick') } : {};
  let bytes = '';
  const work = async (): Promise<readonly unknown[]> => {
    try {
      const { rows, columns } = await runReadOnly(datasource, { sql, tenant, maxRows: 100_000, ...bounds, ...admit });
      bytes = JSON.stringify([columns, rows]);
      return rows;
    } catch (error) {
      bytes = error instanceof Error ? `${error.message} ${String(error.cause)}` : String(error);
      throw error;
    }
  };
  const got = await resultOf(work);
  const {
    rows: [facts],
  } = await runReadOnly(datasource, { sql: SESSION, tenant });
  const session = JSON.stringify(
    facts?.map((fact) => (typeof fact === 'string' && /^\d+$/.test(fact) ? Number(fact) : fact)),
  );
  return {
    got,
    expected: hostile.readsState ? null : await singleTenant.run(tenant, { sql, ...admit }),
    bytes,
    session: session === sessionOf(tenant) ? null : session,
  };
}
