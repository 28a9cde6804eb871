import type { PrivilegeText } from '@querent/language';

/**
 * A verdict on functions of pg_catalog that every login may execute unless revoked. `revoke`: reported, and revoked by
 * the operators' script. `tolerate`: `why` names what limits it.
 */
export type JudgedFunctions = { names: readonly string[] } & (
  { verdict: 'revoke'; why: PrivilegeText } | { verdict: 'tolerate'; why: string }
);

/**
 * Functions with side effects that PUBLIC may execute in a fresh database (PostgreSQL 12 to 18). Functions that
 * PostgreSQL withholds from PUBLIC (pg_read_file, lo_import, pg_reload_conf …) need no list: their initial privileges
 * identify them.
 */
export const JUDGED_FUNCTIONS: readonly JudgedFunctions[] = [
  {
    names: ['lo_creat', 'lo_create', 'lo_from_bytea', 'lo_put', 'lo_unlink', 'lowrite', 'lo_truncate', 'lo_truncate64'],
    verdict: 'revoke',
    why: 'writes large objects, before PostgreSQL 16 in a READ ONLY transaction too: the ROLLBACK undoes it, but the disk it took is taken',
  },
  {
    names: ['pg_logical_emit_message'],
    verdict: 'revoke',
    why: 'writes into the write-ahead log, in a READ ONLY transaction too, and no ROLLBACK takes it back',
  },
  {
    names: ['pg_terminate_backend', 'pg_cancel_backend'],
    verdict: 'revoke',
    why: 'ends the statements of others who use the same login',
  },
  { names: ['pg_notify'], verdict: 'tolerate', why: 'a notification is sent at COMMIT, and there is none' },
  {
    names: ['set_config'],
    verdict: 'tolerate',
    why: 'SET needs no function either; the ROLLBACK takes settings back, and a policy that trusts a setting is reported by a rule of its own',
  },
  {
    names: [
      'query_to_xml',
      'query_to_xmlschema',
      'query_to_xml_and_xmlschema',
      'cursor_to_xml',
      'table_to_xml',
      'schema_to_xml',
      'database_to_xml',
      'ts_stat',
      'ts_rewrite',
    ],
    verdict: 'tolerate',
    why: 'runs SQL from text with the rights of the login and no others',
  },
  {
    names: [
      'pg_advisory_lock',
      'pg_advisory_lock_shared',
      'pg_try_advisory_lock',
      'pg_try_advisory_lock_shared',
      'pg_advisory_xact_lock',
      'pg_advisory_xact_lock_shared',
    ],
    verdict: 'tolerate',
    why: 'held no longer than the statement, whose time is bounded, and cleared before the connection is used again; migration tools of other logins need them',
  },
  {
    names: ['pg_sleep', 'pg_sleep_for', 'pg_sleep_until'],
    verdict: 'tolerate',
    why: "the statement's time is bounded",
  },
  {
    names: ['txid_current', 'pg_current_xact_id', 'pg_export_snapshot'],
    verdict: 'tolerate',
    why: 'takes a number or a small file that ends with the transaction',
  },
  { names: ['nextval', 'setval', 'currval', 'lastval'], verdict: 'tolerate', why: 'needs a privilege on the sequence' },
];

/** Extensions whose functions reach other servers or other sessions; PUBLIC may execute most of them. */
export const OUTWARD_EXTENSIONS: readonly string[] = [
  'dblink',
  'http',
  'pg_net',
  'plproxy',
  'pg_background',
  'pg_cron',
  'pgagent',
  'aws_s3',
  'aws_lambda',
  'azure_storage',
  'oracle_fdw',
  'tds_fdw',
];

/** Functions to revoke from all logins that do not need them. */
export const FUNCTIONS_TO_REVOKE: readonly string[] = JUDGED_FUNCTIONS.filter(
  ({ verdict }) => verdict === 'revoke',
).flatMap(({ names }) => names);
