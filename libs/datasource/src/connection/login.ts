import { classifyDatabaseError } from '@querent/sql';
import { Client, Pool } from 'pg';
import type { DatasourceConfig } from './datasource-config';
import { databaseFailure, DatabaseFailure } from './database-failure';
import { searchPathOf, startupOptions } from './session-settings';
import { tlsOf } from './tls-options';

/** A user of the customer's database, and our connections as that user. */
export interface Login {
  readonly user: string;
  readonly pool: Pool;
  /** A failure to connect, with nothing of the url's secrets in its message. */
  failureOf(error: unknown): DatabaseFailure;
  /** Whether a server that refuses to encrypt may be asked again without; from then on it is. */
  forgoTls(error: unknown): boolean;
  /** The same for settings that come with the connection, which poolers refuse: each session then says them again. */
  forgoSettings(error: unknown): boolean;
  /**
   * To be called when the server has no room for one more connection. True where there are others of ours: for a while
   * no more are asked for, and who needs one waits for one of those.
   */
  makeDo(): boolean;
}

/** Short, because a customer's connection slots are theirs. */
const IDLE_TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 10_000;
const DEFAULT_POOL_SIZE = 4;
/**
 * PgBouncer's, RDS Proxy's and PostgreSQL's own: protocol violation, not supported, invalid or unknown or forbidden
 * parameter.
 */
const REFUSED_SETTINGS = /^(08P01|0A000|22023|42704|42501)$/;
/** After this, a server that had no room for more of our connections is asked for one more. */
const MAKE_DO_MS = 10_000;
const NO_TLS_THERE = /server does not support SSL/;

/** What new clients of a pool are made with, which may change. */
type PoolWithOptions = Pool & { options: { options?: string } };

/** @throws DatabaseFailure `no_access` for a url or a certificate that cannot be read */
export function openLogin(config: DatasourceConfig, url: string): Login {
  const { options, user, password, isOptional } = readLogin(config, url);
  const max = config.limits.poolSize ?? DEFAULT_POOL_SIZE;
  let again: NodeJS.Timeout | undefined;
  const pool: PoolWithOptions = new Pool({
    ...options,
    // A url with `options` of its own keeps those, and its sessions say the settings themselves.
    options: startupOptions(searchPathOf(config.schema)),
    max,
    keepAlive: true,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    connectionTimeoutMillis: config.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
    allowExitOnIdle: true,
  });
  // An idle connection that the server drops is removed by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  return {
    user,
    pool,
    failureOf: (error) => withoutSecrets(connectFailure(error), [url, password]),
    forgoTls(error) {
      const may =
        isOptional && pool.options.ssl !== false && error instanceof Error && NO_TLS_THERE.test(error.message);
      if (may) pool.options.ssl = false;
      return may;
    },
    forgoSettings(error) {
      const may = pool.options.options !== undefined && REFUSED_SETTINGS.test(databaseFailure(error).sqlstate ?? '');
      if (may) pool.options.options = undefined;
      return may;
    },
    makeDo() {
      if (pool.totalCount === 0) return false;
      pool.options.max = Math.min(pool.options.max, pool.totalCount);
      clearTimeout(again);
      again = setTimeout(() => void (pool.options.max = max), MAKE_DO_MS).unref();
      return true;
    },
  };
}

function readLogin(config: DatasourceConfig, url: string) {
  try {
    const { address, ssl, isOptional } = tlsOf(url, config.tls);
    const options = { connectionString: address, ssl, application_name: 'querent' };
    // Never connected: it reads the url as the pool's own clients will.
    const { user = '', password } = new Client(options);
    return { options, user, password: password ?? '', isOptional };
  } catch {
    // What could not be read is a url or a key: no message of that may go anywhere.
    throw new DatabaseFailure(
      classifyDatabaseError('28000'),
      `the login or the certificates of connection ${config.name} cannot be read`,
      '28000',
    );
  }
}

/**
 * Certificates that do not verify, servers that cannot encrypt: Node has dozens of codes, and all mean that nobody got
 * through.
 */
function connectFailure(error: unknown): DatabaseFailure {
  const failure = databaseFailure(error);
  if (failure.errorClass.name !== 'other') return failure;
  return new DatabaseFailure(classifyDatabaseError('08006'), failure.message, failure.sqlstate, { cause: error });
}

/**
 * A server, or a resolver, quotes what it was asked for; a url that was torn apart wrongly may have a password there.
 */
function withoutSecrets(failure: DatabaseFailure, secrets: readonly string[]): DatabaseFailure {
  const found = secrets.filter((secret) => secret.length > 2 && failure.message.includes(secret));
  if (found.length === 0) return failure;
  const message = found.reduce((text, secret) => text.replaceAll(secret, '***'), failure.message);
  return new DatabaseFailure(failure.errorClass, message, failure.sqlstate);
}
