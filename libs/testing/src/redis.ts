import { startThrowAwayServer, type ThrowAwayServer } from './throw-away-server';

/** Server program: Redis 7.0 of Debian, without WAITAOF, or Valkey 8, which production runs. */
export type RedisProgram = 'redis' | 'valkey';

/**
 * Starts a private Redis on a free port of 127.0.0.1, with `noeviction` as in production. To restart it with its data
 * after `redis.kill()`, call `startRedis({ aof: true, dir: redis.dir, port: redis.port })`.
 * @param opts.aof keeps data in `dir` (append-only file, fsync every second)
 * @param opts.settings further directives of redis.conf, e.g. `{ appendfsync: 'always' }`
 * @param opts.env further environment variables of the server
 * @param opts.dir a folder that the caller owns and that is never removed. Default: a temporary folder
 */
export async function startRedis(
  opts: {
    program?: RedisProgram;
    aof?: boolean;
    dir?: string;
    port?: number;
    settings?: Record<string, string | number>;
    env?: Record<string, string>;
  } = {},
): Promise<ThrowAwayServer> {
  return startThrowAwayServer('redis', opts);
}
