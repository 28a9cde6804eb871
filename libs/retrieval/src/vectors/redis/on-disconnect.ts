import type { Redis } from 'ioredis';

const listeners = new WeakMap<Redis, Set<() => void>>();

/**
 * Calls back whenever the connection breaks, until the given function is called. All that listen to a connection share one listener:
 * a service has an index a purpose, and Node warns of more than ten.
 */
export function onDisconnect(redis: Redis, listener: () => void): () => void {
  const all = listeners.get(redis) ?? new Set();
  if (!listeners.has(redis)) {
    listeners.set(redis, all);
    redis.on('close', () => all.forEach((call) => call()));
  }
  all.add(listener);
  return () => void all.delete(listener);
}
