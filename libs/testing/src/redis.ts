import { startThrowAwayServer, type ThrowAwayServer } from './throw-away-server';

/**
 * A private Redis on a free port of 127.0.0.1, `noeviction` like production's. To restart it with its data: `const
 * again = await startRedis({ aof: true, dir: redis.dir, port: redis.port })` after `redis.kill()`.
 * @param opts.aof keep data in `dir` (append-only file, fsync every second)
 * @param opts.settings further ones of redis.conf, e.g. `{ appendfsync: 'always' }`
 * @param opts.dir the caller's own folder, never removed; default: a temporary one
 */
export async function startRedis(
  opts: { aof?: boolean; dir?: string; port?: number; settings?: Record<string, string | number> } = {},
): Promise<ThrowAwayServer> {
  return startThrowAwayServer('redis', opts);
}
