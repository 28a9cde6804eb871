import Redis, { type RedisOptions } from 'ioredis';

/** `command` fails fast when Redis is away; `worker` waits for it; `subscriber` re-subscribes by itself. */
export type RedisRole = 'command' | 'worker' | 'subscriber';

/** Redis may be away for long: try again at least every 2 s, for ever (BullMQ's own default backs off to 20 s). */
const retryStrategy = (times: number): number => Math.min(50 * 2 ** Math.min(times, 6), 2_000);

const byRole: Record<RedisRole, RedisOptions> = {
  // A request must not hang on a dead Redis: one retry after a lost connection, no waiting in line before the first.
  command: { maxRetriesPerRequest: 1, enableOfflineQueue: false, commandTimeout: 5_000, connectTimeout: 2_000 },
  // BullMQ insists on null; blocking commands have no time-out.
  worker: { maxRetriesPerRequest: null, connectTimeout: 5_000 },
  subscriber: { maxRetriesPerRequest: null, autoResubscribe: true, connectTimeout: 5_000 },
};

/**
 * An ioredis connection. Errors reach the `error` event of the caller; one silent listener is set so that a
 * Redis outage never ends the process. No auto-pipelining: it reorders blocking commands in workers.
 */
export function createRedis(url: string, role: RedisRole, onError?: (error: Error) => void): Redis {
  const redis = new Redis(url, { retryStrategy, reconnectOnError: (error) => error.message.startsWith('READONLY'), ...byRole[role] });
  redis.on('error', (error: Error) => onError?.(error));
  return redis;
}

/** Resolves when the connection can take commands; rejects after `timeoutMs` with an error that says what to do. */
export async function waitForRedis(redis: Redis, timeoutMs: number): Promise<void> {
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
