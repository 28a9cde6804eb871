import { Cluster, Redis, type RedisOptions } from 'ioredis';
import { anyNodeConnector } from './any-node-connector';
import { coalesceWrites } from './coalesced-writes';
import { parseRedisAddress, type RedisAddress } from './redis-address';
import type { RedisClient } from './redis-client';
import type { RedisTls } from './redis-env';
import { pingPeriodically, SILENCE_MS } from './silence';

/** `command` fails fast if Redis is unavailable; `worker` waits for it; `subscriber` re-subscribes automatically. */
export type RedisRole = 'command' | 'worker' | 'subscriber';

export interface CreateRedisOptions {
  onError?: (error: Error) => void;
  /** For `rediss…` addresses; default: the system's certificates. */
  tls?: RedisTls;
  /** For the role `command`: maximum time that a hanging Redis may block a caller. */
  commandTimeoutMs?: number;
  /**
   * Time of silence after which a server that owes a reply is given up; a subscriber pings twice in that time. Default:
   * by role.
   */
  silenceMs?: number;
}

/** Redis may be unavailable for long: retry at least every 2 s, for ever (BullMQ's default backs off to 20 s). */
const retryStrategy = (times: number): number => Math.min(50 * 2 ** Math.min(times, 6), 2_000);

/**
 * Reaction of ioredis to a command that a former master refused: reconnect, to the current master; a worker's command
 * is then sent again.
 */
const RECONNECT = 1;
const RECONNECT_AND_RESEND = 2;
const onReadOnly =
  (what: 1 | 2) =>
  (error: Error): 1 | 2 | false =>
    error.message.includes('READONLY') ? what : false;

const byRole: Record<RedisRole, RedisOptions> = {
  // A request must not hang on a dead Redis: one retry after a lost connection, and no offline queue before the first.
  command: {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    commandTimeout: 5_000,
    connectTimeout: 2_000,
    reconnectOnError: onReadOnly(RECONNECT),
  },
  // BullMQ requires null; blocking commands have no timeout.
  worker: { maxRetriesPerRequest: null, connectTimeout: 5_000, reconnectOnError: onReadOnly(RECONNECT_AND_RESEND) },
  subscriber: {
    maxRetriesPerRequest: null,
    autoResubscribe: true,
    connectTimeout: 5_000,
    reconnectOnError: onReadOnly(RECONNECT_AND_RESEND),
  },
};

/**
 * Maximum redirections of a command in a cluster, 0.1 s apart, before it is rejected: ioredis's default for requests,
 * unlimited for workers.
 */
const REDIRECTIONS: Record<RedisRole, number> = { command: 16, worker: Infinity, subscriber: Infinity };

/**
 * An ioredis connection for any kind of address. Errors are passed to `onError`; a listener is always set so that a
 * Redis outage never ends the process. No auto-pipelining: it reorders blocking commands in workers.
 * @throws RedisAddressError
 */
export function createRedis(url: string, role: 'subscriber', options?: CreateRedisOptions): Redis;
export function createRedis(url: string, role: RedisRole, options?: CreateRedisOptions): RedisClient;
export function createRedis(
  url: string,
  role: RedisRole,
  { onError, tls = {}, commandTimeoutMs, silenceMs }: CreateRedisOptions = {},
): RedisClient {
  const address = parseRedisAddress(url);
  const { username, password, isEncrypted } = address;
  // CLIENT SETINFO requires an extra permission and has no use here.
  const common: RedisOptions = {
    ...byRole[role],
    // RESP3, the default of ioredis 6, has no advantage here; BullMQ's tests use RESP2.
    protocol: 2,
    disableClientInfo: true,
    socketTimeout: silenceMs ?? SILENCE_MS[role],
    username,
    password,
    ...(isEncrypted ? { tls } : {}),
  };
  if (role === 'command' && commandTimeoutMs !== undefined) common.commandTimeout = commandTimeoutMs;
  const redis = open[address.kind](address, role, common);
  redis.on('error', (error: Error) => onError?.(error));
  coalesceWrites(redis);
  if (role === 'subscriber') pingPeriodically(redis as Redis);
  return redis;
}

const open: Record<
  RedisAddress['kind'],
  (address: RedisAddress, role: RedisRole, common: RedisOptions) => RedisClient
> = {
  single: ({ nodes: [node], db }, _, common) => new Redis({ ...common, ...node, db, retryStrategy }),
  sentinel: ({ nodes, master, db, sentinelUsername, sentinelPassword }, _, common) =>
    new Redis({
      ...common,
      db,
      retryStrategy,
      sentinels: nodes,
      name: master,
      sentinelUsername,
      sentinelPassword,
      sentinelRetryStrategy: retryStrategy,
      ...(common.tls === undefined ? {} : { enableTLSForSentinelMode: true, sentinelTLS: common.tls }),
      sentinelCommandTimeout: 2_000,
    }),
  cluster: ({ nodes }, role, common) =>
    role === 'subscriber'
      ? new Redis({ ...common, retryStrategy, Connector: anyNodeConnector(nodes, common.tls) })
      : new Cluster(nodes, {
          redisOptions: common,
          clusterRetryStrategy: retryStrategy,
          enableOfflineQueue: role === 'worker',
          maxRedirections: REDIRECTIONS[role],
          slotsRefreshTimeout: 2_000,
          // With TLS a node's certificate names the host that the node announces, so that name must not be resolved
          // first.
          ...(common.tls === undefined ? {} : { dnsLookup: (name, found) => found(null, name) }),
        }),
};

/** Resolves when the connection can take commands; rejects after `timeoutMs` with an error that suggests a remedy. */
export async function waitForRedis(redis: RedisClient, timeoutMs: number): Promise<void> {
  if (redis.status === 'ready') return;
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      redis.off('ready', onReady);
      reject(new Error(`Redis did not answer within ${timeoutMs} ms. Is it running, and is REDIS_URL right?`));
    }, timeoutMs);
    const onReady = (): void => {
      clearTimeout(timer);
      resolve();
    };
    redis.once('ready', onReady);
  });
}
