import type { DatasourceLimits } from './datasource';
import type { WireStep } from './wire-exchange';
import { escapeIdentifier } from 'pg';

export interface PreambleOptions {
  searchPath: readonly string[];
  limits: DatasourceLimits;
  /** Milliseconds that one statement may run. */
  statementTimeoutMs: number;
  /** IANA name or offset. */
  timeZone: string;
}

/** Waiting for a lock means somebody is changing the table; a reader should not queue for long. */
const LOCK_TIMEOUT_MS = 5_000;
/** A transaction whose owner died, or whose reader takes no more rows, is closed by the server after this. */
const IDLE_IN_TRANSACTION_MS = 60_000;
/** How often the server looks whether we are still there while it computes: a killed process leaves no statement behind. */
const CONNECTION_CHECK_MS = 1_000;
const DEFAULT_WORK_MEM_MB = 64;

/** What every statement runs under, whatever the login's or the server's own defaults are; gone with the transaction. */
const LOCAL_SETTINGS: Readonly<Record<string, (options: PreambleOptions) => string>> = {
  statement_timeout: ({ statementTimeoutMs }) => String(Math.ceil(statementTimeoutMs)),
  lock_timeout: () => String(LOCK_TIMEOUT_MS),
  idle_in_transaction_session_timeout: () => String(IDLE_IN_TRANSACTION_MS),
  search_path: ({ searchPath }) => searchPath.map(escapeIdentifier).join(', '),
  standard_conforming_strings: () => 'on',
  datestyle: () => 'ISO, YMD',
  intervalstyle: () => 'iso_8601',
  bytea_output: () => 'hex',
  timezone: ({ timeZone }) => timeZone,
};

/**
 * The first steps of every exchange: a READ ONLY transaction, and one statement for all settings.
 *
 * READ ONLY becomes the session's default too, inside the transaction: a statement that ended it (a bare COMMIT) would commit just
 * that default, and find itself read-only still. work_mem is only ever lowered. Servers before 14, and those that
 * cannot see a closed connection (not on Linux), refuse client_connection_check_interval: they go without.
 */
export function preambleSteps(options: PreambleOptions): WireStep[] {
  return [{ text: 'BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY' }, { text: SETTINGS, values: settingValues(options) }];
}

const names = Object.keys(LOCAL_SETTINGS);

const SETTINGS = `SELECT ${[
  `set_config('default_transaction_read_only', 'on', false)`,
  ...names.map((name, i) => `set_config('${name}', $${i + 1}, true)`),
  `set_config('work_mem', least(pg_size_bytes(current_setting('work_mem')) / 1024, $${names.length + 1}::int8)::text, true)`,
  `CASE WHEN version() ~ 'linux' AND current_setting('client_connection_check_interval', true) IS NOT NULL
     THEN set_config('client_connection_check_interval', '${CONNECTION_CHECK_MS}', true) END`,
].join(', ')}`;

function settingValues(options: PreambleOptions): string[] {
  const workMemKilobytes = (options.limits.workMemMb ?? DEFAULT_WORK_MEM_MB) * 1024;
  return [...names.map((name) => LOCAL_SETTINGS[name]?.(options) ?? ''), String(workMemKilobytes)];
}
