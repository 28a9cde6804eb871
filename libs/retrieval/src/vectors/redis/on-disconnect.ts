import type { RedisClient } from '@querent/platform';

const listeners = new WeakMap<RedisClient, Set<() => void>>();

/**
 * Calls back whenever the connection breaks, until the returned function is called. All listeners of a connection share
 * one event listener: a service has an index per purpose, and Node warns of more than ten.
 */
export function onDisconnect(redis: RedisClient, listener: () => void): () => void {
  const all = listeners.get(redis) ?? new Set();
  if (!listeners.has(redis)) {
    listeners.set(redis, all);
    // In a cluster, a single server may disconnect.
    for (const broken of ['close', '-node']) redis.on(broken, () => all.forEach((call) => call()));
  }
  all.add(listener);
  return () => void all.delete(listener);
}
