import type Redis from 'ioredis';

/** Number of calls of every Redis command so far, including those of scripts. */
export async function commandCalls(redis: Redis): Promise<Map<string, number>> {
  const lines = (await redis.info('commandstats')).matchAll(/cmdstat_([^:]+):calls=(\d+)/g);
  return new Map(Array.from(lines, ([, command = '', count]) => [command, Number(count)]));
}
