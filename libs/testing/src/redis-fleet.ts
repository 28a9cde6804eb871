import { startThrowAwayServer, type ThrowAwayFleet, type ThrowAwayServer } from './throw-away-server';

/** Several servers that are one to their user; `kill` and `stop` are for all of them. */
export type RedisFleet = Omit<ThrowAwayServer, 'start'> &
  ThrowAwayFleet & {
    /** Files of PEM, where the servers speak TLS: their authority, and a certificate of it with its key. */
    tls?: Record<'ca' | 'cert' | 'key', string>;
  };

/**
 * A private Redis Cluster, with an append-only file each: in `ports` first the masters, then their replicas. `url` is
 * for `createRedis`.
 * @param opts.replicas of each master; default: none
 * @param opts.tls all speak nothing else, with clients that show a certificate of `tls.ca` (as Redis wants it where
 * nothing else is set)
 */
export function startRedisCluster(
  opts: { masters?: number; replicas?: number; tls?: boolean; settings?: Record<string, string | number> } = {},
): Promise<RedisFleet> {
  return startThrowAwayServer('redis-cluster', opts);
}

/**
 * A private Redis with a replica and three sentinels: in `ports`, first the master, then the replica, then the
 * sentinels.
 * @param opts.downAfterMs a server that was silent for so long is taken for down; default: a second
 * @param opts.tls all speak nothing else, sentinels too
 */
export function startRedisSentinel(
  opts: { settings?: Record<string, string | number>; downAfterMs?: number; tls?: boolean } = {},
): Promise<RedisFleet> {
  return startThrowAwayServer('redis-sentinel', opts);
}
