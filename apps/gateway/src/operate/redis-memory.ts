import { mastersOf, type RedisClient } from '@querent/platform';

/** Bytes. */
export interface RedisMemory {
  used: number;
  /** `maxmemory`; where that is not set, what the machine has. */
  limit: number;
}

/**
 * The memory of Redis; of a cluster, of its fullest server: one that is full refuses its part of all runs. Null where
 * it may not be asked.
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
