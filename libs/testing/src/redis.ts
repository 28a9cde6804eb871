import { startThrowAwayServer, type ThrowAwayServer } from './throw-away-server';

/**
 * Starts a private Redis on a free port of 127.0.0.1, with `noeviction` as in production. To restart it with its data
 * after `redis.kill()`, call `startRedis({ aof: true, dir: redis.dir, port: redis.port })`.
 * @param opts.aof keeps data in `dir` (append-only file, fsync every second)
 * @param opts.settings further directives of redis.conf, e.g. `{ appendfsync: 'always' }`
 * @param opts.dir a folder that the caller owns and that is never removed. Default: a temporary folder
 */
export async function startRedis(
  opts: { aof?: boolean; dir?: string; port?: number; settings?: Record<string, string | number> } = {},
): Promise<ThrowAwayServer> {
  return startThrowAwayServer('redis', opts);
}
