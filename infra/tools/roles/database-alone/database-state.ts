import { runReadOnly, type Datasource } from '@querent/datasource';
import type { ThrowAwayPostgres } from '@querent/testing';

const CATALOGUES = [
  'pg_class',
  'pg_attribute',
  'pg_proc',
  'pg_namespace',
  'pg_type',
  'pg_authid',
  'pg_auth_members',
  'pg_db_role_setting',
  'pg_database',
  'pg_policy',
  'pg_constraint',
  'pg_trigger',
  'pg_rewrite',
  'pg_extension',
  'pg_cast',
  'pg_operator',
  'pg_default_acl',
  'pg_description',
  'pg_shdescription',
  'pg_largeobject_metadata',
  'pg_largeobject',
  'pg_prepared_xacts',
  'pg_replication_slots',
  'pg_publication',
  'pg_subscription',
  'pg_statistic_ext',
  'pg_foreign_server',
  'pg_user_mapping',
  'pg_parameter_acl',
  'pg_seclabel',
  'pg_language',
  'pg_event_trigger',
];

/** Columns that the server's maintenance changes. */
const MAINTENANCE_COLUMNS = [
  'relpages',
  'reltuples',
  'relallvisible',
  'relfrozenxid',
  'relminmxid',
  'datfrozenxid',
  'datminmxid',
  'relhasindex',
];

/**
 * A checksum of each catalogue, table and sequence of the database, read by a superuser. A write changes a checksum.
 */
export async function databaseState(server: ThrowAwayPostgres): Promise<Record<string, string>> {
  const { rows: relations } = await server.query<{ name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'm', 'S') AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast') ORDER BY 1`,
  );
  const names = [...CATALOGUES.map((name) => `pg_catalog.${name}`), ...relations.map(({ name }) => name)];
  const sums = names.map(
    (name) =>
      `SELECT '${name.replaceAll("'", "''")}' AS name, md5(string_agg(line, '|' ORDER BY line)) AS sum FROM (SELECT (to_jsonb(t) - '{${MAINTENANCE_COLUMNS.join(',')}}'::text[])::text AS line FROM (SELECT * FROM ${name}) t) AS lines`,
  );
  const { rows } = await server.query<{ name: string; sum: string | null }>(sums.join(' UNION ALL '));
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum ?? '']));
}

/** State that a statement could leave in the only connection of the pool. */
const READ_SESSION = `
  SELECT current_user::text, session_user::text, pg_my_temp_schema()::int8 = 0 OR NOT EXISTS (SELECT FROM pg_class WHERE relnamespace = pg_my_temp_schema()),
         (SELECT count(*) FROM pg_locks WHERE pid = pg_backend_pid() AND locktype = 'advisory'),
         (SELECT count(*) FROM pg_prepared_statements WHERE name !~ '^querent'), (SELECT count(*) FROM pg_cursors WHERE is_holdable),
         (SELECT count(*) FROM pg_listening_channels()), current_setting('transaction_read_only'), current_setting('default_transaction_read_only'),
         current_setting('row_security'), current_setting('search_path'), coalesce(current_setting('app.tenant', true), ''), current_setting('statement_timeout'), current_setting('role')`;

/** The state of the session, which must be equal before and after every attack. */
export async function sessionState(datasource: Datasource, tenant: string): Promise<unknown[]> {
  const { rows } = await runReadOnly(datasource, { sql: READ_SESSION, tenant, statementTimeoutMs: 1_500 });
  return rows[0] ?? [];
}
