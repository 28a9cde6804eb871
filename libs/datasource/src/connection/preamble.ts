import { escapeIdentifier, type PoolClient } from 'pg';
import type { DatasourceLimits } from './datasource';
import type { StepAnswer, WireStep } from './wire-exchange';

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
  // Floats with all their digits and money in one form, whatever a role's own settings are.
  extra_float_digits: () => '1',
  lc_monetary: () => 'C',
  timezone: ({ timeZone }) => timeZone,
};

/** Settings that depend on the server: found out once a connection, then part of the others. */
type ServerSettings = Readonly<Record<string, string>>;

const found = new WeakMap<PoolClient, ServerSettings>();

/** The first steps of every session on `client`: a READ ONLY transaction and its settings. */
export function preambleSteps(client: PoolClient, options: PreambleOptions): WireStep[] {
  const known = found.get(client);
  const settings = { ...LOCAL_SETTINGS, ...known };
  const values = Object.values(settings).map((value) => (typeof value === 'string' ? value : value(options)));
  const steps = [{ text: BEGIN }, { text: SET_ALL, values: [[READ_ONLY_DEFAULT, ...Object.keys(settings)], ['on', ...values]] }];
  return known ? steps : [...steps, { text: SET_BY_SERVER, values: [(options.limits.workMemMb ?? DEFAULT_WORK_MEM_MB) * 1024] }];
}

/** Keeps what the answers say of the server. */
export function learnServerSettings(client: PoolClient, answers: readonly StepAnswer[]): void {
  if (found.has(client)) return;
  const [workMem, checkInterval] = answers[2]?.rows[0] ?? [];
  found.set(client, { ...(workMem ? { work_mem: workMem } : {}), ...(checkInterval ? { client_connection_check_interval: checkInterval } : {}) });
}

const BEGIN = 'BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY';

/**
 * READ ONLY becomes the session's default too, inside the transaction: a statement that ended it (a bare COMMIT) would commit just
 * that default, and find itself read-only still.
 */
const READ_ONLY_DEFAULT = 'default_transaction_read_only';

/** One call that takes all of them costs the server a third of as many SET LOCAL (measured: 0.03 ms). */
const SET_ALL = `SELECT set_config(name, value, name <> '${READ_ONLY_DEFAULT}') FROM unnest($1::text[], $2::text[]) AS setting (name, value)`;

/**
 * work_mem is only ever lowered. Servers before 14, and those that cannot see a closed connection (not on Linux),
 * refuse client_connection_check_interval: they go without.
 */
const SET_BY_SERVER = `SELECT
  set_config('work_mem', least(pg_size_bytes(current_setting('work_mem')) / 1024, $1::int8)::text || 'kB', true),
  CASE WHEN version() ~ 'linux' AND current_setting('client_connection_check_interval', true) IS NOT NULL
    THEN set_config('client_connection_check_interval', '${CONNECTION_CHECK_MS}', true) END`;
