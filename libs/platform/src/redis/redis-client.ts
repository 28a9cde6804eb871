import { Cluster, type Redis } from 'ioredis';

/** A connection to a server (also the master behind sentinels) or to a cluster: commands and scripts are the same. */
export type RedisClient = Redis | Cluster;

/** Whether keys of one command, script, pipeline or transaction must lie in one slot. */
const isCluster = (redis: RedisClient): redis is Cluster => redis instanceof Cluster;

/** The server that answers for a key, as a name that is equal for equal servers; of one server alone it is ''. */
export function serverOf(redis: RedisClient, slot: number): string {
  return isCluster(redis) ? (redis.slots[slot]?.[0] ?? 'unknown') : '';
}

/** A connection to each server that takes writes. */
export const mastersOf = (redis: RedisClient): Redis[] => (isCluster(redis) ? redis.nodes('master') : [redis]);

/**
 * Names of the keys that fit a pattern, in batches, of every server: a cluster has no SCAN over all of it. A name may
 * come twice.
 */
export async function* scanKeys(redis: RedisClient, match: string, count = 1_000): AsyncGenerator<string[]> {
  for (const server of mastersOf(redis)) yield* server.scanStream({ match, count }) as AsyncIterable<string[]>;
}

/** Resolves when Redis takes commands for every key; rejects with the reason when it does not. */
export async function checkRedis(redis: RedisClient): Promise<void> {
  await redis.ping();
  if (isCluster(redis) && !/^cluster_state:ok\r?$/m.test(await redis.cluster('INFO')))
    throw new Error('CLUSTERDOWN: some slots of the cluster have no server');
}

/** An answer takes milliseconds. */
const LATE_MS = 1_000;

/**
 * Whether Redis is away for a key, told at once whenever it is asked for. A cluster is `ready` while any of its servers
 * is: there, each time, the server that has the key is asked something, and is away when it still owes the answer to
 * the time before, or has refused it (CLUSTERDOWN), until it answers again. So an outage is told the second time, and a
 * process that was halted may be told of one that is none.
 * @param lateMs how old a question that is owed an answer must be
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
