import type { PoolClient } from 'pg';
import type { Datasource } from './datasource';
import { fullPoolFailure } from './database-failure';
import { unlessAborted } from './exchange-watch';
import type { Login } from './login';

/** Members of pg's client that its types omit. */
interface OpenSocket {
  connection: { stream: { destroy(): void; destroyed: boolean } };
}

/** Time for a server to end a connection before its socket is closed. */
const GOODBYE_MS = 1_000;
/** The pool's message if no connection was released in time; a failed connection has another message. */
const WAITED_IN_VAIN = /timeout exceeded when trying to connect/;

/**
 * Takes a new or free connection of the tenant's login, within the datasource's time limit.
 * @throws DatabaseFailure `no_access`, `connection_lost`, `too_many_connections` (the server's limit, or all of ours
 * are busy), `cancelled`
 */
export async function takeClient(
  datasource: Datasource,
  tenant: string | undefined,
  signal: AbortSignal | undefined,
): Promise<PoolClient> {
  const coming = connect(datasource.name, datasource.loginFor(tenant));
  try {
    return await unlessAborted(coming, signal);
  } catch (error) {
    // The caller has left: release the connection unused when it arrives.
    coming.then((client) => client.release()).catch(() => undefined);
    throw error;
  }
}

/** Ends a connection that must not be reused; its slot in the pool is free at once. */
export function discardClient(client: PoolClient): void {
  const { stream } = (client as PoolClient & OpenSocket).connection;
  const goodbye = setTimeout(() => stream.destroy(), GOODBYE_MS);
  goodbye.unref();
  client.once('end', () => clearTimeout(goodbye));
  client.release(true);
}

/** Closes the socket of a server that does not answer; pending calls then fail. */
export function cutClient(client: PoolClient): void {
  (client as PoolClient & OpenSocket).connection.stream.destroy();
}

async function connect(name: string, login: Login, since = performance.now()): Promise<PoolClient> {
  const { pool } = login;
  try {
    return await pool.connect();
  } catch (error) {
    if (login.disableTls(error) || login.disableStartupSettings(error)) return connect(name, login, since);
    const isFull = pool.totalCount >= pool.options.max && pool.idleCount === 0 && WAITED_IN_VAIN.test(String(error));
    if (isFull) throw fullPoolFailure(name);
    const failure = login.failureOf(error);
    const hasTime = performance.now() - since < (pool.options.connectionTimeoutMillis ?? 0);
    if (failure.errorClass.name === 'too_many_connections' && hasTime && login.pauseGrowth())
      return connect(name, login, since);
    throw failure;
  }
}
