import { Cluster, Redis, type RedisOptions } from 'ioredis';
import { anyNodeConnector } from './any-node-connector';
import { parseRedisAddress, type RedisAddress } from './redis-address';
import type { RedisClient } from './redis-client';
import type { RedisTls } from './redis-env';
import { askNowAndThen, SILENCE_MS } from './silence';

/** `command` fails fast when Redis is away; `worker` waits for it; `subscriber` re-subscribes by itself. */
export type RedisRole = 'command' | 'worker' | 'subscriber';

export interface CreateRedisOptions {
  onError?: (error: Error) => void;
  /** For `rediss…` addresses; default: the system's certificates. */
  tls?: RedisTls;
  /** Of the role `command`: a Redis that hangs must hold nobody for longer. */
  commandTimeoutMs?: number;
  /**
   * A server that owes an answer and is silent for so long is given up; a subscriber asks for one twice in that time.
   * Default: by role.
   */
  silenceMs?: number;
}

/** Redis may be away for long: try again at least every 2 s, for ever (BullMQ's own default backs off to 20 s). */
const retryStrategy = (times: number): number => Math.min(50 * 2 ** Math.min(times, 6), 2_000);

/**
 * What ioredis does with a command that a former master refused: connect anew, to the master of now; a worker's command
 * is sent again there.
 */
const RECONNECT = 1;
const RECONNECT_AND_RESEND = 2;
const onReadOnly =
  (what: 1 | 2) =>
  (error: Error): 1 | 2 | false =>
    error.message.includes('READONLY') ? what : false;

const byRole: Record<RedisRole, RedisOptions> = {
  // A request must not hang on a dead Redis: one retry after a lost connection, no waiting in line before the first.
  command: {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    commandTimeout: 5_000,
    connectTimeout: 2_000,
    reconnectOnError: onReadOnly(RECONNECT),
  },
  // BullMQ insists on null; blocking commands have no time-out.
  worker: { maxRetriesPerRequest: null, connectTimeout: 5_000, reconnectOnError: onReadOnly(RECONNECT_AND_RESEND) },
  subscriber: {
    maxRetriesPerRequest: null,
    autoResubscribe: true,
    connectTimeout: 5_000,
    reconnectOnError: onReadOnly(RECONNECT_AND_RESEND),
  },
};

/**
 * A command is sent after a cluster's slots so often, 0.1 s apart, before its caller hears of it: ioredis's default for
 * requests, for ever for workers.
 */
const REDIRECTIONS: Record<RedisRole, number> = { command: 16, worker: Infinity, subscriber: Infinity };

/**
 * An ioredis connection to whatever the address is of. Errors reach `onError`; one silent listener is set so that a
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
  // What a client says of its library needs a right of its own, and tells nobody anything.
  const common: RedisOptions = {
    ...byRole[role],
    // RESP3, the default of ioredis 6, gains nothing here; BullMQ's own tests speak RESP2.
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
  if (role === 'subscriber') askNowAndThen(redis as Redis);
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
          // With TLS the name that a node tells of itself is what its certificate is of: it must not be resolved
          // before.
          ...(common.tls === undefined ? {} : { dnsLookup: (name, found) => found(null, name) }),
        }),
};

/** Resolves when the connection can take commands; rejects after `timeoutMs` with an error that says what to do. */
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
