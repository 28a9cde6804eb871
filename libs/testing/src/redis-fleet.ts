import { startThrowAwayServer, type ThrowAwayFleet, type ThrowAwayServer } from './throw-away-server';

/** Several servers that are one to their user; `kill` and `stop` are for all of them. */
export type RedisFleet = Omit<ThrowAwayServer, 'start'> & ThrowAwayFleet;

/** A private Redis Cluster: masters without replicas, with an append-only file each. `url` is for `createRedis`. */
export function startRedisCluster(opts: { masters?: number; settings?: Record<string, string | number> } = {}): Promise<RedisFleet> {
  return startThrowAwayServer('redis-cluster', opts);
}

/**
 * A private Redis with a replica and three sentinels: in `ports`, first the master, then the replica, then the sentinels.
 * @param opts.downAfterMs a server that was silent for so long is taken for down; default: a second
 */
export function startRedisSentinel(opts: { settings?: Record<string, string | number>; downAfterMs?: number } = {}): Promise<RedisFleet> {
  return startThrowAwayServer('redis-sentinel', opts);
}
