import { Cluster, type Redis } from 'ioredis';

/** A connection to a server (also the master behind sentinels) or to a cluster: commands and scripts are the same. */
export type RedisClient = Redis | Cluster;

/** Whether keys of one command, script, pipeline or transaction must lie in one slot. */
const isCluster = (redis: RedisClient): redis is Cluster => redis instanceof Cluster;

/** The server that answers for a key, as a name that is equal for equal servers; of one server alone it is ''. */
export function serverOf(redis: RedisClient, slot: number): string {
  return isCluster(redis) ? (redis.slots[slot]?.[0] ?? 'unknown') : '';
}

/** Names of the keys that fit a pattern, in batches, of every server: a cluster has no SCAN over all of it. A name may come twice. */
export async function* scanKeys(redis: RedisClient, match: string, count = 1_000): AsyncGenerator<string[]> {
  for (const server of isCluster(redis) ? redis.nodes('master') : [redis]) yield* server.scanStream({ match, count }) as AsyncIterable<string[]>;
}

/** Resolves when Redis takes commands for every key; rejects with the reason when it does not. */
export async function checkRedis(redis: RedisClient): Promise<void> {
  await redis.ping();
  if (isCluster(redis) && !/^cluster_state:ok\r?$/m.test(await redis.cluster('INFO'))) throw new Error('CLUSTERDOWN: some slots of the cluster have no server');
}
