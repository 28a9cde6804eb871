import { Cluster, type Redis } from 'ioredis';

/** A connection to a server (or the master behind sentinels) or to a cluster: commands and scripts are the same. */
export type RedisClient = Redis | Cluster;

/** Whether the keys of one command, script, pipeline or transaction must be in one slot. */
const isCluster = (redis: RedisClient): redis is Cluster => redis instanceof Cluster;

/** A name of the server of a slot, for comparison; '' without a cluster. */
export function serverOf(redis: RedisClient, slot: number): string {
  return isCluster(redis) ? (redis.slots[slot]?.[0] ?? 'unknown') : '';
}

/** A connection to each server that takes writes. */
export const mastersOf = (redis: RedisClient): Redis[] => (isCluster(redis) ? redis.nodes('master') : [redis]);

/**
 * Names of the keys that match a glob pattern, in batches, from every server, because SCAN does not span a cluster. A
 * name may occur twice.
 */
export async function* scanKeys(redis: RedisClient, match: string, count = 1_000): AsyncGenerator<string[]> {
  for (const server of mastersOf(redis)) yield* server.scanStream({ match, count }) as AsyncIterable<string[]>;
}

/** Resolves if Redis accepts commands for every key; rejects with the reason if it does not. */
export async function checkRedis(redis: RedisClient): Promise<void> {
  await redis.ping();
  if (isCluster(redis) && !/^cluster_state:ok\r?$/m.test(await redis.cluster('INFO')))
    throw new Error('CLUSTERDOWN: some slots of the cluster have no server');
}

/** Resolves when a connection is ready for the first time. */
export const connectedOnce = (redis: RedisClient): Promise<void> =>
  redis.status === 'ready' ? Promise.resolve() : new Promise((resolve) => void redis.once('ready', () => resolve()));

/** A reply normally takes milliseconds. */
const LATE_MS = 1_000;

/**
 * Returns a function that reports without waiting whether Redis is unavailable for a key. A cluster is `ready` while
 * any of its servers is, so each call there probes the server of the key. The server counts as unavailable if the
 * previous probe is unanswered or was refused (CLUSTERDOWN), until a probe succeeds. An outage is therefore reported at
 * the second call, and a suspended process may report an outage that does not exist.
 * @param lateMs age from which an unanswered probe counts as a failure
 */
export function awayFor(redis: RedisClient, key: string, lateMs = LATE_MS): () => boolean {
  if (!isCluster(redis)) return () => redis.status !== 'ready';
  let askedAt: number | null = null;
  let isRefused = false;
  const ask = async (): Promise<void> => {
    askedAt = performance.now();
    isRefused = await redis.exists(key).then(
      () => false,
      () => true,
    );
    askedAt = null;
  };
  return () => {
    const isLate = askedAt !== null && performance.now() - askedAt > lateMs;
    if (askedAt === null) void ask();
    return redis.status !== 'ready' || isRefused || isLate;
  };
}
