import { mastersOf, type RedisClient } from '@querent/platform';

/** Bytes. */
export interface RedisMemory {
  used: number;
  /** `maxmemory`, or the machine's memory if that is not set. */
  limit: number;
}

/**
 * Memory of Redis. In a cluster that of the fullest server, because a full server refuses its share of the runs. Null
 * if INFO is not permitted.
 */
export async function readRedisMemory(redis: RedisClient): Promise<RedisMemory | null> {
  const servers = await Promise.all(
    mastersOf(redis).map(async (server) => memoryIn(await server.info('memory'))),
  ).catch(() => []);
  return servers.sort((a, b) => b.used / b.limit - a.used / a.limit)[0] ?? null;
}

function memoryIn(info: string): RedisMemory {
  const bytes = (name: string): number => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
  return { used: bytes('used_memory'), limit: bytes('maxmemory') || bytes('total_system_memory') };
}
