import type { Redis } from 'ioredis';
import { Gauge, type Registry } from 'prom-client';
import type { HealthState } from '../health/health';
import { createRedis, type CreateRedisOptions, type RedisRole } from './create-redis';
import { checkRedis, type RedisClient } from './redis-client';
import { redisTlsOf } from './redis-env';

type RedisEnvironment = { REDIS_URL: string; CACHE_REDIS_URL?: string | undefined } & Parameters<typeof redisTlsOf>[0];

/** The Redis connections of a process; errors are logged. */
export interface RedisConnections {
  open(role: 'subscriber', options?: Pick<CreateRedisOptions, 'commandTimeoutMs'>): Redis;
  open(role: RedisRole, options?: Pick<CreateRedisOptions, 'commandTimeoutMs'>): RedisClient;
  /**
   * A connection to the caches' Redis, which fails fast because a slow cache is useless. Null if the caches have no
   * separate Redis.
   */
  openCache(deps: { health: HealthState; registry: Registry }): RedisClient | null;
  /** Rejects commands that are still waiting. */
  close(): void;
}

const CACHE_TIMEOUT_MS = 500;

/** @throws EnvError if the certificate files cannot be read */
export function redisConnections(
  env: RedisEnvironment,
  warn: (fields: object, message: string) => void,
): RedisConnections {
  const tls = redisTlsOf(env);
  const opened: RedisClient[] = [];
  const connect = (
    url: string,
    role: RedisRole,
    name: string,
    options: Pick<CreateRedisOptions, 'commandTimeoutMs'> = {},
  ): RedisClient => {
    const redis = createRedis(url, role, {
      ...options,
      tls,
      onError: (error) => warn({ error: error.message, role: name }, 'Redis connection'),
    });
    opened.push(redis);
    return redis;
  };
  return {
    open: (role: RedisRole, options?: Pick<CreateRedisOptions, 'commandTimeoutMs'>) =>
      connect(env.REDIS_URL, role, role, options) as Redis,
    openCache({ health, registry }) {
      if (env.CACHE_REDIS_URL === undefined) return null;
      const redis = connect(env.CACHE_REDIS_URL, 'command', 'cache', { commandTimeoutMs: CACHE_TIMEOUT_MS });
      health.addOptional({ name: 'cache', check: () => checkRedis(redis) });
      new Gauge({
        name: 'querent_cache_redis_up',
        help: 'Whether the Redis of the caches is connected',
        registers: [registry],
        collect() {
          this.set(redis.status === 'ready' ? 1 : 0);
        },
      });
      return redis;
    },
    close: () => opened.forEach(end),
  };
}

/** Internals of ioredis. */
interface Ending {
  setStatus(status: 'end'): void;
  flushQueue(error: Error): void;
}

/**
 * `disconnect` of ioredis (5.11, 6.0) only cancels a pending reconnection: the status stays `reconnecting`, and all
 * commands in the offline queue, and later ones, wait for ever. A shutdown that awaits one of them would never end.
 */
function end(redis: RedisClient): void {
  const isReconnecting = redis.status === 'reconnecting';
  redis.disconnect();
  if (!isReconnecting) return;
  const ending = redis as unknown as Ending;
  ending.setStatus('end');
  ending.flushQueue(new Error('Connection is closed.'));
}
