import type Redis from 'ioredis';
import { plainValue } from './plain-value';

/**
 * The content of a Redis: keys, values of every type, streams with their fields. Compressed values are unpacked.
 */
export async function redisDump(redis: Redis): Promise<string> {
  const parts: string[] = [];
  for (const key of await redis.keys('*')) {
    parts.push(key);
    for (const value of await valuesOf(redis, key)) parts.push(plainValue(value));
  }
  return parts.join('\n');
}

async function valuesOf(redis: Redis, key: string): Promise<Buffer[]> {
  switch (await redis.type(key)) {
    case 'string':
      return [(await redis.getBuffer(key)) ?? Buffer.alloc(0)];
    case 'hash':
      return Object.entries(await redis.hgetallBuffer(key)).flatMap(([field, value]) => [Buffer.from(field), value]);
    case 'list':
      return redis.lrangeBuffer(key, 0, -1);
    case 'set':
      return redis.smembersBuffer(key);
    case 'zset':
      return redis.zrangeBuffer(key, 0, '-1');
    case 'stream':
      return (await redis.xrangeBuffer(key, '-', '+')).flatMap(([, fields]) => fields);
    default:
      return [];
  }
}
