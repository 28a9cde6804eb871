import type { Redis } from 'ioredis';
import { createRedis, type CreateRedisOptions, type RedisRole } from './create-redis';
import type { RedisClient } from './redis-client';
import { redisTlsOf } from './redis-env';

type RedisEnvironment = { REDIS_URL: string; CACHE_REDIS_URL?: string | undefined } & Parameters<typeof redisTlsOf>[0];

/** The connections of a process, each told of in its log while it is broken. */
export interface RedisConnections {
  open(role: 'subscriber', options?: Pick<CreateRedisOptions, 'commandTimeoutMs'>): Redis;
  open(role: RedisRole, options?: Pick<CreateRedisOptions, 'commandTimeoutMs'>): RedisClient;
  /** A connection to the Redis of the caches, which fails fast: a cache that is slow is of no use. Null where the caches have no Redis of their own. */
  openCache(): RedisClient | null;
  /** Commands that still wait are rejected. */
  close(): void;
}

const CACHE_TIMEOUT_MS = 500;

/** @throws EnvError where the files of certificates cannot be read */
export function redisConnections(env: RedisEnvironment, warn: (fields: object, message: string) => void): RedisConnections {
  const tls = redisTlsOf(env);
  const opened: RedisClient[] = [];
  const connect = (url: string, role: RedisRole, name: string, options: Pick<CreateRedisOptions, 'commandTimeoutMs'> = {}): RedisClient => {
    const redis = createRedis(url, role, { ...options, tls, onError: (error) => warn({ error: error.message, role: name }, 'Redis connection') });
    opened.push(redis);
    return redis;
  };
  return {
    open: (role: RedisRole, options?: Pick<CreateRedisOptions, 'commandTimeoutMs'>) => connect(env.REDIS_URL, role, role, options) as Redis,
    openCache: () => (env.CACHE_REDIS_URL === undefined ? null : connect(env.CACHE_REDIS_URL, 'command', 'cache', { commandTimeoutMs: CACHE_TIMEOUT_MS })),
    close: () => opened.forEach((redis) => redis.disconnect()),
  };
}
