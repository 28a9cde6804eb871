import type { RedisClient } from '@querent/platform';

const listeners = new WeakMap<RedisClient, Set<() => void>>();

/**
 * Calls back whenever the connection breaks, until the given function is called. All that listen to a connection share
 * one listener: a service has an index a purpose, and Node warns of more than ten.
 */
export function onDisconnect(redis: RedisClient, listener: () => void): () => void {
  const all = listeners.get(redis) ?? new Set();
  if (!listeners.has(redis)) {
    listeners.set(redis, all);
    // Of a cluster a single server may go.
    for (const broken of ['close', '-node']) redis.on(broken, () => all.forEach((call) => call()));
  }
  all.add(listener);
  return () => void all.delete(listener);
}
