import { defaultLimits } from '@querent/catalog';
import { runReadOnly, type Datasource } from '@querent/datasource';
import { admissionOf } from '../../../apps/executor/src/admission/admission-of';
import { comeOf, type Alone, type Come } from './alone';
import type { HostileStatement } from './hostile-statements';

export interface Came {
  got: Come;
  /** What the same statement came to where the tenant's rows are alone; null for what tells states. */
  alone: Come | null;
  /** Rows, or all that the failure says. */
  bytes: string;
  /** What is left of it on the connection; null: nothing. */
  session: string | null;
}

/**
 * What a session is to be for the next who gets it. A setting that the server does not know stays known after DISCARD
 * ALL, without its value.
 */
const SESSION = `SELECT current_user::text, session_user::text, current_setting('role'), current_setting('row_security'), current_setting('search_path'), current_setting('transaction_read_only'), coalesce(current_setting('app.tenant', true), ''),
  (SELECT count(*) FROM pg_prepared_statements WHERE name <> ''), (SELECT count(*) FROM pg_cursors WHERE is_holdable), (SELECT count(*) FROM pg_listening_channels()),
  (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()), (SELECT count(*) FROM pg_class WHERE relpersistence = 't')`;

const sessionOf = (tenant: string): string =>
  JSON.stringify([`crm_${tenant}`, `crm_${tenant}`, 'none', 'on', '"public"', 'on', '', 0, 0, 0, 0, 0]);

/** What would compute for minutes need not. */
const BRIEF_MS = 300;

interface Unguarded {
  tenant: string;
  hostile: HostileStatement;
  sql: string;
  /** Whether the database's estimate is asked first, as the desk does. */
  admitted: boolean;
}

/** Runs a statement that no guard has seen: the login and the read-only session alone hold it. */
export async function runUnguarded(
  datasource: Datasource,
  alone: Alone,
  { tenant, hostile, sql, admitted }: Unguarded,
): Promise<Came> {
  const bounds = hostile.tellsState ? { statementTimeoutMs: BRIEF_MS } : {};
  const admit = admitted ? { admit: admissionOf(defaultLimits, 'quick') } : {};
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
  const got = await comeOf(work);
  const {
    rows: [facts],
  } = await runReadOnly(datasource, { sql: SESSION, tenant });
  const session = JSON.stringify(
    facts?.map((fact) => (typeof fact === 'string' && /^\d+$/.test(fact) ? Number(fact) : fact)),
  );
  return {
    got,
    alone: hostile.tellsState ? null : await alone.come(tenant, { sql, ...admit }),
    bytes,
    session: session === sessionOf(tenant) ? null : session,
  };
}
