import { classifyDatabaseError } from '@querent/sql';
import { escapeIdentifier, type PoolClient } from 'pg';
import type { Datasource } from './datasource';
import { cancelledFailure, databaseFailure, DatabaseFailure, fullPoolFailure, timeoutFailure } from './database-failure';

export interface SessionOptions {
  tenant?: string;
  statementTimeoutMs: number;
  /** IANA name or offset; timestamps with time zone come out in it. UTC by default. */
  timeZone?: string;
  signal?: AbortSignal;
}

/** One connection inside one READ ONLY transaction. */
export interface ReadOnlySession {
  readonly client: PoolClient;
  /** Says that this connection must not be used again. */
  condemn(): void;
  /** Closes the socket under the client because the server does not answer; whatever still waits then fails. */
  cut(): void;
}

/** What pg's client has and its types leave out. */
interface OpenSocket {
  connection: { stream: { destroy(): void } };
}

/** Waiting for a lock means somebody is changing the table; a reader should not queue for long. */
const LOCK_TIMEOUT_MS = 5_000;
/** A transaction whose owner died is closed by the server after this. */
const IDLE_IN_TRANSACTION_MS = 60_000;
/** Our own statements take a millisecond; this is for servers under load. */
const MIN_ANSWER_MS = 5_000;
/** How long the ending of a transaction may take before the connection is thrown away instead. */
const CLEAN_UP_MS = 2_000;

/**
 * The only way to run anything: `work` happens inside a READ ONLY transaction with local time-outs and
 * search_path, which always ends in ROLLBACK; what a rollback leaves behind (session locks) is cleared.
 *
 * A connection on which anything failed is closed, not reused: a cancel request may still be on its way to it, and
 * PGlite answers an error with one ReadyForQuery too many, which would shift every later reply by one.
 *
 * @throws DatabaseFailure
 */
export async function withReadOnlySession<Result>(
  datasource: Datasource,
  options: SessionOptions,
  work: (session: ReadOnlySession) => Promise<Result>,
): Promise<Result> {
  if (options.signal?.aborted) throw cancelledFailure();
  const client = await connect(datasource, options.tenant);
  let doubtful = false;
  const condemn = () => {
    doubtful = true;
  };
  // Without a listener an error between two statements would end the process; on a closing connection it stays.
  client.on('error', condemn);
  try {
    const session = { client, condemn, cut: () => cutSocket(client, condemn) };
    await answered(session, options, client.query(preamble(datasource, options)));
    return await work(session);
  } catch (error) {
    condemn();
    throw databaseFailure(error);
  } finally {
    const clean = !doubtful && (await cleanUp(client));
    if (clean) client.off('error', condemn);
    client.release(!clean);
  }
}

/**
 * Waits for one of our own small statements, but not for ever: a server that hangs, or an abort, cuts the connection.
 * The statement's own time is the bound, because an embedded database answers nobody while it computes for another.
 */
export async function answered<Answer>(
  session: ReadOnlySession,
  { statementTimeoutMs, signal }: Pick<SessionOptions, 'statementTimeoutMs' | 'signal'>,
  answer: Promise<Answer>,
): Promise<Answer> {
  const bound = Math.max(statementTimeoutMs, MIN_ANSWER_MS);
  let timer: NodeJS.Timeout | undefined;
  let onAbort: (() => void) | undefined;
  const givenUp = new Promise<never>((_, reject) => {
    const giveUp = (failure: Error) => {
      session.cut();
      reject(failure);
    };
    timer = setTimeout(() => giveUp(timeoutFailure(bound)), bound);
    onAbort = () => giveUp(cancelledFailure());
    signal?.addEventListener('abort', onAbort);
    if (signal?.aborted) onAbort();
  });
  try {
    return await Promise.race([answer, givenUp]);
  } finally {
    clearTimeout(timer);
    if (onAbort) signal?.removeEventListener('abort', onAbort);
    answer.catch(() => undefined);
  }
}

function cutSocket(client: PoolClient, condemn: () => void): void {
  condemn();
  (client as PoolClient & OpenSocket).connection.stream.destroy();
}

async function connect(datasource: Datasource, tenant: string | undefined): Promise<PoolClient> {
  const pool = datasource.poolFor(tenant);
  try {
    return await pool.connect();
  } catch (error) {
    const isFull = pool.totalCount >= pool.options.max && pool.idleCount === 0;
    throw isFull ? fullPoolFailure(datasource.name) : databaseFailure(error);
  }
}

/**
 * One round trip. The first SET makes READ ONLY the session's default within the same implicit transaction: a statement
 * that ended our transaction (a bare COMMIT) would commit just that default, and find itself read-only still.
 */
function preamble(datasource: Datasource, { statementTimeoutMs, timeZone = 'UTC' }: SessionOptions): string {
  const searchPath = datasource.searchPath.map(escapeIdentifier).join(', ');
  return [
    'SET default_transaction_read_only = on',
    'BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY',
    `SET LOCAL statement_timeout = ${Math.ceil(statementTimeoutMs)}`,
    `SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`,
    `SET LOCAL idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`,
    `SET LOCAL search_path = ${searchPath}`,
    'SET LOCAL standard_conforming_strings = on',
    "SET LOCAL datestyle = 'ISO, YMD'",
    "SET LOCAL intervalstyle = 'iso_8601'",
    "SET LOCAL bytea_output = 'hex'",
    `SET LOCAL timezone = ${zoneLiteral(timeZone)}`,
  ].join('; ');
}

/**
 * True when the connection is as good as new. Advisory locks are the one thing a ROLLBACK leaves behind. A transaction
 * that is no longer open was ended by the statement: nothing of that session is trusted any more.
 */
async function cleanUp(client: PoolClient): Promise<boolean> {
  if (client.getTransactionStatus() === 'I') return false;
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), CLEAN_UP_MS);
  });
  const ending = client.query('ROLLBACK; SELECT pg_advisory_unlock_all()').then(
    () => true,
    () => false,
  );
  const clean = await Promise.race([ending, tooLong]);
  clearTimeout(timer);
  return clean;
}

/** A zone's name as a literal. @throws DatabaseFailure for what cannot be one, before it stands in any text. */
function zoneLiteral(zone: string): string {
  if (!/^[A-Za-z0-9_+\-/:]{1,64}$/.test(zone)) throw new DatabaseFailure(classifyDatabaseError('22023'), 'time zone', '22023');
  return `'${zone}'`;
}
