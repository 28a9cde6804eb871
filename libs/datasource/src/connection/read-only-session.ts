import { escapeIdentifier, type PoolClient } from 'pg';
import type { Datasource } from './datasource';
import { cancelledFailure, databaseFailure } from './database-failure';

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
/** How long the ending of a transaction may take before the connection is thrown away instead. */
const CLEAN_UP_MS = 2_000;

/**
 * The only way to run anything: `work` happens inside a READ ONLY transaction with local time-outs and
 * search_path, which always ends in ROLLBACK; what a rollback leaves behind (session locks) is
 * cleared; a connection in any doubt is destroyed.
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
  // Without a listener an error between two statements would end the process.
  const onError = () => {
    doubtful = true;
  };
  client.on('error', onError);
  try {
    await client.query(preamble(datasource, options));
    const cut = () => {
      doubtful = true;
      (client as PoolClient & OpenSocket).connection.stream.destroy();
    };
    return await work({ client, cut });
  } catch (error) {
    const failure = databaseFailure(error);
    doubtful ||= failure.errorClass.name === 'connection_lost';
    throw failure;
  } finally {
    const clean = !doubtful && (await cleanUp(client));
    client.off('error', onError);
    client.release(!clean);
  }
}

async function connect(datasource: Datasource, tenant: string | undefined): Promise<PoolClient> {
  try {
    return await datasource.poolFor(tenant).connect();
  } catch (error) {
    throw databaseFailure(error);
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
    `SET LOCAL timezone = ${quoteLiteral(timeZone)}`,
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

function quoteLiteral(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
