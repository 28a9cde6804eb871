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
  /** The failure of an attempt to connect, without secrets of the url in its message. */
  failureOf(error: unknown): DatabaseFailure;
  /** Whether a server that refuses encryption may be used without; further connections then do without. */
  disableTls(error: unknown): boolean;
  /** The same for settings sent with the connection, which poolers refuse: each session then sets them itself. */
  disableStartupSettings(error: unknown): boolean;
  /**
   * Call it when the server has no free slot for one more connection. True if we have other connections: for a while no
   * more are requested, and callers wait for one of those.
   */
  pauseGrowth(): boolean;
}

/** Short, because the connection slots belong to the customer. */
const IDLE_TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 10_000;
const DEFAULT_POOL_SIZE = 4;
/**
 * SQLSTATEs of PgBouncer, RDS Proxy and PostgreSQL: protocol violation, not supported, invalid or unknown or forbidden
 * parameter.
 */
const REFUSED_SETTINGS = /^(08P01|0A000|22023|42704|42501)$/;
/** Time after which a server without free slots is asked for one more connection. */
const PAUSE_GROWTH_MS = 10_000;
const NO_TLS_THERE = /server does not support SSL/;

/** The options of a pool's new clients, which may change. */
type PoolWithOptions = Pool & { options: { options?: string } };

/** @throws DatabaseFailure `no_access` for an unreadable url or certificate */
export function openLogin(config: DatasourceConfig, url: string): Login {
  const { options, user, password, isOptional } = readLogin(config, url);
  const max = config.limits.poolSize ?? DEFAULT_POOL_SIZE;
  let again: NodeJS.Timeout | undefined;
  const pool: PoolWithOptions = new Pool({
    ...options,
    // A url with its own `options` keeps those, and its sessions set our settings themselves.
    options: startupOptions(searchPathOf(config.schema)),
    max,
    keepAlive: true,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    connectionTimeoutMillis: config.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
    allowExitOnIdle: true,
  });
  // The pool removes an idle connection that the server drops; without a listener the error would end the process.
  pool.on('error', () => undefined);
  return {
    user,
    pool,
    failureOf: (error) => withoutSecrets(connectFailure(error), [url, password]),
    disableTls(error) {
      const may =
        isOptional && pool.options.ssl !== false && error instanceof Error && NO_TLS_THERE.test(error.message);
      if (may) pool.options.ssl = false;
      return may;
    },
    disableStartupSettings(error) {
      const may = pool.options.options !== undefined && REFUSED_SETTINGS.test(databaseFailure(error).sqlstate ?? '');
      if (may) pool.options.options = undefined;
      return may;
    },
    pauseGrowth() {
      if (pool.totalCount === 0) return false;
      pool.options.max = Math.min(pool.options.max, pool.totalCount);
      clearTimeout(again);
      again = setTimeout(() => void (pool.options.max = max), PAUSE_GROWTH_MS).unref();
      return true;
    },
  };
}

function readLogin(config: DatasourceConfig, url: string) {
  try {
    const { address, ssl, isOptional } = tlsOf(url, config.tls);
    const options = { connectionString: address, ssl, application_name: 'querent' };
    // Never connected: it only parses the url as the pool's clients will.
    const { user = '', password } = new Client(options);
    return { options, user, password: password ?? '', isOptional };
  } catch {
    // The unreadable text is a url or a key, so no message may quote it.
    throw new DatabaseFailure(
      classifyDatabaseError('28000'),
      `the login or the certificates of connection ${config.name} cannot be read`,
      '28000',
    );
  }
}

/**
 * Unverifiable certificates, servers without encryption: Node has dozens of codes, which all mean that the connection
 * failed.
 */
function connectFailure(error: unknown): DatabaseFailure {
  const failure = databaseFailure(error);
  if (failure.errorClass.name !== 'other') return failure;
  return new DatabaseFailure(classifyDatabaseError('08006'), failure.message, failure.sqlstate, { cause: error });
}

/** A server or a resolver quotes its input; a wrongly split url may expose its password there. */
function withoutSecrets(failure: DatabaseFailure, secrets: readonly string[]): DatabaseFailure {
  const found = secrets.filter((secret) => secret.length > 2 && failure.message.includes(secret));
  if (found.length === 0) return failure;
  const message = found.reduce((text, secret) => text.replaceAll(secret, '***'), failure.message);
  return new DatabaseFailure(failure.errorClass, message, failure.sqlstate);
}
