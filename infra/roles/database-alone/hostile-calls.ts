/** Calls that a statement may hide anywhere; `@globex` becomes the process of a session of the other tenant. */
export const HOSTILE_CALLS: readonly string[] = [
  "set_config('role', 'shop_globex', false)", "set_config('role', 'postgres', true)", "set_config('session_authorization', 'shop_globex', false)", "set_config('row_security', 'off', false)",
  "set_config('app.tenant', 'globex', false)", "set_config('transaction_read_only', 'off', false)", "set_config('default_transaction_read_only', 'off', false)", "set_config('statement_timeout', '0', false)",
  "set_config('search_path', 'pg_temp, public', false)", "set_config('is_superuser', 'on', false)", "set_config('session_replication_role', 'replica', false)", "set_config('log_statement', 'all', false)",
  "query_to_xml('SELECT set_config(''app.tenant'', ''globex'', false), * FROM shop.accounts', true, false, '')::text", "query_to_xml('DELETE FROM shop.payments RETURNING *', true, false, '')::text",
  "query_to_xml('TABLE shop.all_accounts', true, false, '')::text", "table_to_xml('shop.accounts', true, false, '')::text", "table_to_xml('shop.stored_accounts', true, false, '')::text",
  "schema_to_xml('shop', true, false, '')::text", "database_to_xml(true, false, '')::text", "query_to_xmlschema('SELECT * FROM shop.peek()', true, false, '')::text", "table_to_xml('pg_statistic', true, false, '')::text",
  "(SELECT string_agg(p::text, ',') FROM shop.peek() p)", 'shop.wipe()::text', "shop.run_any('SELECT string_agg(owner, '','') FROM shop.accounts')", "shop.run_any('DELETE FROM shop.payment_lines RETURNING note')", 'shop.plain_insert()',
  'lo_create(0)', 'lo_creat(-1)', "lo_from_bytea(0, 'x')", "lo_put(4711, 0, 'overwritten')", 'lo_unlink(4711)', 'lo_get(4711)', 'lo_open(4711, 131072)', 'lo_open(4711, 262144)', "lo_import('/etc/passwd')", "lo_export(4711, '/tmp/x')", 'lo_truncate(0, 0)',
  "pg_notify('shop', 'x')", "pg_logical_emit_message(false, 'x', 'x')", "pg_logical_emit_message(true, 'x', 'x')", 'pg_advisory_lock(1)', 'pg_advisory_lock_shared(2)', 'pg_try_advisory_lock(3, 4)', 'pg_advisory_xact_lock(5)', 'pg_advisory_unlock_all()',
  'pg_terminate_backend(@globex)', 'pg_cancel_backend(@globex)', 'pg_terminate_backend(pg_backend_pid())', "(SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity)", 'pg_reload_conf()', 'pg_rotate_logfile()', 'pg_switch_wal()', "pg_create_restore_point('x')",
  "pg_read_file('/etc/passwd')", "pg_read_binary_file('PG_VERSION')", "pg_ls_dir('.')", "pg_stat_file('PG_VERSION')", "pg_create_physical_replication_slot('x')", "pg_create_logical_replication_slot('x', 'test_decoding')", "pg_drop_replication_slot('x')", 'pg_export_snapshot()',
  "nextval('shop.accounts_id_seq')", "setval('shop.accounts_id_seq', 1)", "currval('shop.accounts_id_seq')", "pg_sequence_last_value('shop.accounts_id_seq')", 'pg_stat_reset()', "pg_stat_reset_shared('wal')", "pg_stat_get_backend_activity(1)", "pg_stat_get_activity(@globex)::text",
  'txid_current()', 'pg_current_xact_id()', 'pg_backup_start(\'x\')', 'pg_promote()', 'pg_wal_replay_pause()', "pg_replication_origin_create('x')", "pg_import_system_collations('shop')", "brin_summarize_new_values('shop.accounts_pkey')", "gin_clean_pending_list('shop.accounts_pkey')", 'pg_log_backend_memory_contexts(@globex)',
  "pg_get_viewdef('shop.all_accounts')", "current_setting('data_directory')", "ts_stat('SELECT to_tsvector(owner) FROM shop.stored_accounts')::text", "cursor_to_xml('c', 1, true, false, '')::text", "has_table_privilege('shop_globex', 'shop.accounts', 'SELECT')", 'pg_sleep(0.01)::text', "dblink('dbname=postgres user=postgres', 'DELETE FROM shop.accounts')",
];

/** Where a call may stand; `$` becomes the call. All grow out of rows that acme may read. */
export const POSITIONS: readonly string[] = [
  'SELECT $', 'SELECT id FROM accounts WHERE ($) IS NOT NULL', 'SELECT * FROM (SELECT $ AS x) s', 'WITH c AS MATERIALIZED (SELECT $ AS x) SELECT * FROM c, accounts', 'SELECT a.id, l.x FROM accounts a CROSS JOIN LATERAL (SELECT $ AS x, a.id) l',
  'SELECT CASE WHEN id > 0 THEN ($)::text END FROM accounts', 'SELECT id FROM accounts ORDER BY ($)::text', 'SELECT count(*) FILTER (WHERE ($) IS NULL) FROM accounts', 'VALUES (($)::text)', 'SELECT ARRAY[($)::text]', 'SELECT id FROM accounts LIMIT length(($)::text)',
  'SELECT a.id FROM accounts a JOIN payments p ON p.account_id = a.id AND ($) IS NOT NULL', 'SELECT id, ($)::text, count(*) OVER (PARTITION BY id) FROM accounts UNION ALL SELECT 1, owner, 1 FROM accounts', 'SELECT set_config(\'app.tenant\', \'globex\', true), ($)::text, owner FROM accounts',
];
