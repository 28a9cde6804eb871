import { escapeLiteral, type PoolClient } from 'pg';
import type { DatasourceLimits } from './datasource-config';
import { lastingSettings, READ_ONLY_DEFAULT } from './session-settings';
import type { StepAnswer } from './wire-exchange';
import type { WireStep } from './wire-step';

export interface PreambleOptions {
  searchPath: readonly string[];
  limits: DatasourceLimits;
  /** Time limit of one statement, in milliseconds. */
  statementTimeoutMs: number;
  /** IANA name or offset. */
  timeZone: string;
}

/**
 * Interval of the server's check whether we are still connected: a killed process leaves no running statement behind.
 */
const CONNECTION_CHECK_MS = 1_000;
const DEFAULT_WORK_MEM_MB = 64;

type Settings = Readonly<Record<string, string>>;

/** Facts learnt from the first session on a connection. */
interface Known {
  /** Settings that depend on the server. */
  byServer: Settings;
  /**
   * The lasting settings were sent with the connection, and no other client shares it, so they need not be repeated.
   */
  isSettled: boolean;
  /** The last session's steps if the settings are lasting: most sessions repeat them. */
  last?: { statementTimeout: string; timeZone: string; steps: WireStep[] };
}

const known = new WeakMap<PoolClient, Known>();

/** The first steps of every session on `client`: a READ ONLY transaction and its local settings. */
export function preambleSteps(client: PoolClient, options: PreambleOptions): WireStep[] {
  const found = known.get(client);
  const statementTimeout = String(Math.ceil(options.statementTimeoutMs));
  if (found?.isSettled) return settledSteps(found, statementTimeout, options.timeZone);
  const changing = { statement_timeout: statementTimeout, timezone: options.timeZone, ...found?.byServer };
  const settings = { ...lastingSettings(options.searchPath), ...changing };
  const setAll = { text: SET_ALL, values: [Object.keys(settings), Object.values(settings)] };
  if (found) return [BEGIN, setAll];
  const workMem = { text: SET_BY_SERVER, values: [(options.limits.workMemMb ?? DEFAULT_WORK_MEM_MB) * 1024] };
  return [BEGIN, { text: READ_LASTING, values: [Object.keys(lastingSettings(options.searchPath))] }, setAll, workMem];
}

function settledSteps(found: Known, statementTimeout: string, timeZone: string): WireStep[] {
  const { last } = found;
  if (last?.statementTimeout === statementTimeout && last.timeZone === timeZone) return last.steps;
  const steps = [
    BEGIN,
    ...Object.entries({ statement_timeout: statementTimeout, timezone: timeZone, ...found.byServer }).map(setLocal),
  ];
  found.last = { statementTimeout, timeZone, steps };
  return steps;
}

/** Stores the facts from the answers to a connection's first preamble. */
export function learnSettings(client: PoolClient, answers: readonly StepAnswer[]): void {
  if (known.has(client)) return;
  const [, before, set, byServer] = answers;
  const [workMem, checkInterval] = byServer?.rows[0] ?? [];
  const setTo = new Map(set?.rows.map(([name, value]) => [name, value]));
  known.set(client, {
    byServer: {
      ...(workMem ? { work_mem: workMem } : {}),
      ...(checkInterval ? { client_connection_check_interval: checkInterval } : {}),
    },
    isSettled:
      before !== undefined &&
      before.rows.length > 0 &&
      before.rows.every(([name, value, pid]) => setTo.get(name ?? '') === value && isExclusive(client, pid)),
  });
}

/**
 * Whether the server process is exclusively ours: a pooler reports its own process number, and may share the server
 * connection.
 */
function isExclusive(client: PoolClient, pid: string | null | undefined): boolean {
  return String((client as PoolClient & { processID?: number | null }).processID) === pid;
}

/**
 * Several of these cost the server a fifth of one SELECT with as many set_config calls (measured: 0.02 ms for four).
 */
function setLocal([name, value]: [string, string]): WireStep {
  return { text: `SET LOCAL ${name} = ${escapeLiteral(value)}` };
}

const BEGIN: WireStep = { text: 'BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY' };

const READ_LASTING = 'SELECT name, current_setting(name), pg_backend_pid() FROM unnest($1::text[]) AS setting (name)';

/**
 * The read-only default outlives the transaction: a statement that ended the transaction would commit only this
 * default.
 */
const SET_ALL = `SELECT name, set_config(name, value, name <> '${READ_ONLY_DEFAULT}') FROM unnest($1::text[], $2::text[]) AS setting (name, value)`;

/**
 * work_mem is only ever lowered. Servers before 14, and those that cannot detect a closed connection (not on Linux),
 * refuse client_connection_check_interval and run without it.
 */
const SET_BY_SERVER = `SELECT
  set_config('work_mem', least(pg_size_bytes(current_setting('work_mem')) / 1024, $1::int8)::text || 'kB', true),
  CASE WHEN version() ~ 'linux' AND current_setting('client_connection_check_interval', true) IS NOT NULL
    THEN set_config('client_connection_check_interval', '${CONNECTION_CHECK_MS}', true) END`;
