import type { RedisProgram } from './redis';
import { startThrowAwayServer, type ThrowAwayFleet, type ThrowAwayServer } from './throw-away-server';

/** Several servers that clients use as one. `kill` and `stop` act on all of them. */
export type RedisFleet = Omit<ThrowAwayServer, 'start'> &
  ThrowAwayFleet & {
    /** Paths of PEM files when the servers use TLS: the certificate authority, a client certificate and its key. */
    tls?: Record<'ca' | 'cert' | 'key', string>;
  };

/**
 * Starts a private Redis Cluster. Each node has an append-only file. `ports` lists the masters, then their replicas.
 * `url` is an address for `createRedis`.
 * @param opts.replicas number of replicas of each master. Default: 0
 * @param opts.tls all nodes accept only TLS, and only clients with a certificate that `tls.ca` signed (Redis's default)
 */
export function startRedisCluster(
  opts: {
    program?: RedisProgram;
    masters?: number;
    replicas?: number;
    tls?: boolean;
    settings?: Record<string, string | number>;
  } = {},
): Promise<RedisFleet> {
  return startThrowAwayServer('redis-cluster', opts);
}

/**
 * Starts a private Redis with one replica and three sentinels. `ports` lists the master, the replica, then the
 * sentinels.
 * @param opts.downAfterMs silence after which the sentinels consider a server down. Default: 1000
 * @param opts.tls all servers and sentinels accept only TLS
 */
export function startRedisSentinel(
  opts: {
    program?: RedisProgram;
    settings?: Record<string, string | number>;
    downAfterMs?: number;
    tls?: boolean;
  } = {},
): Promise<RedisFleet> {
  return startThrowAwayServer('redis-sentinel', opts);
}
