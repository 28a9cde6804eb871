import type Redis from 'ioredis';

/** Calls of every command so far, those of scripts among them. */
export async function commandCalls(redis: Redis): Promise<Map<string, number>> {
  const lines = (await redis.info('commandstats')).matchAll(/cmdstat_([^:]+):calls=(\d+)/g);
  return new Map(Array.from(lines, ([, command = '', count]) => [command, Number(count)]));
}
