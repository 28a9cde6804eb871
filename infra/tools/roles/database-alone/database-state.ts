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

/** Numbers that the server's own upkeep changes. */
const UPKEEP = [
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
 * A checksum of each catalogue, table and sequence of the database, as a superuser sees them: what was written differs.
 */
export async function databaseState(server: ThrowAwayPostgres): Promise<Record<string, string>> {
  const { rows: relations } = await server.query<{ name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'm', 'S') AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast') ORDER BY 1`,
  );
  const names = [...CATALOGUES.map((name) => `pg_catalog.${name}`), ...relations.map(({ name }) => name)];
  const sums = names.map(
    (name) =>
      `SELECT '${name.replaceAll("'", "''")}' AS name, md5(string_agg(line, '|' ORDER BY line)) AS sum FROM (SELECT (to_jsonb(t) - '{${UPKEEP.join(',')}}'::text[])::text AS line FROM (SELECT * FROM ${name}) t) AS lines`,
  );
  const { rows } = await server.query<{ name: string; sum: string | null }>(sums.join(' UNION ALL '));
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum ?? '']));
}
