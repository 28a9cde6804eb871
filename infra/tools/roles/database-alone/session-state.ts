import { runReadOnly, type Datasource } from '@querent/datasource';

/** What a statement may have left behind in the one connection of the pool. */
const READ_SESSION = `
  SELECT current_user::text, session_user::text, pg_my_temp_schema()::int8 = 0 OR NOT EXISTS (SELECT FROM pg_class WHERE relnamespace = pg_my_temp_schema()),
         (SELECT count(*) FROM pg_locks WHERE pid = pg_backend_pid() AND locktype = 'advisory'),
         (SELECT count(*) FROM pg_prepared_statements WHERE name !~ '^querent'), (SELECT count(*) FROM pg_cursors WHERE is_holdable),
         (SELECT count(*) FROM pg_listening_channels()), current_setting('transaction_read_only'), current_setting('default_transaction_read_only'),
         current_setting('row_security'), current_setting('search_path'), coalesce(current_setting('app.tenant', true), ''), current_setting('statement_timeout'), current_setting('role')`;

/** The same before and after every attack. */
export async function sessionState(datasource: Datasource, tenant: string): Promise<unknown[]> {
  const { rows } = await runReadOnly(datasource, { sql: READ_SESSION, tenant, statementTimeoutMs: 1_500 });
  return rows[0] ?? [];
}
