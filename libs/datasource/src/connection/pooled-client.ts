import type { PoolClient } from 'pg';
import type { Datasource } from './datasource';
import { fullPoolFailure } from './database-failure';
import { unlessAborted } from './exchange-watch';
import type { Login } from './login';

/** What pg's client has and its types leave out. */
interface OpenSocket {
  connection: { stream: { destroy(): void; destroyed: boolean } };
}

/** A server that is asked to end a connection and does not is left after this. */
const GOODBYE_MS = 1_000;
/** The pool's words when nobody gave a connection back in time; one that could not be made says otherwise. */
const WAITED_IN_VAIN = /timeout exceeded when trying to connect/;

/**
 * A connection of the tenant's login, new or free, within the datasource's time for that.
 * @throws DatabaseFailure `no_access`, `connection_lost`, `too_many_connections` (the server's, or ours all busy),
 * `cancelled`
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
    // Whoever asked for it is gone: what still comes goes back unused.
    coming.then((client) => client.release()).catch(() => undefined);
    throw error;
  }
}

/** Ends a connection that must not be used again; the pool's place is free at once. */
export function discardClient(client: PoolClient): void {
  const { stream } = (client as PoolClient & OpenSocket).connection;
  const goodbye = setTimeout(() => stream.destroy(), GOODBYE_MS);
  goodbye.unref();
  client.once('end', () => clearTimeout(goodbye));
  client.release(true);
}

/** Closes the socket because the server does not answer; whatever still waits for it then fails. */
export function cutClient(client: PoolClient): void {
  (client as PoolClient & OpenSocket).connection.stream.destroy();
}

async function connect(name: string, login: Login, since = performance.now()): Promise<PoolClient> {
  const { pool } = login;
  try {
    return await pool.connect();
  } catch (error) {
    if (login.forgoTls(error) || login.forgoSettings(error)) return connect(name, login, since);
    const isFull = pool.totalCount >= pool.options.max && pool.idleCount === 0 && WAITED_IN_VAIN.test(String(error));
    if (isFull) throw fullPoolFailure(name);
    const failure = login.failureOf(error);
    const hasTime = performance.now() - since < (pool.options.connectionTimeoutMillis ?? 0);
    if (failure.errorClass.name === 'too_many_connections' && hasTime && login.makeDo())
      return connect(name, login, since);
    throw failure;
  }
}
