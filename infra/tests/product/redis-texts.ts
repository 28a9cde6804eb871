import { Redis } from 'ioredis';
import { plainValue } from './plain-value';

/** Every key of a Redis with its value as text. Compressed values are unpacked. */
export async function everythingInRedis(url: string): Promise<{ key: string; text: string }[]> {
  const redis = new Redis(url);
  try {
    const keys = await redis.keys('*');
    return await Promise.all(keys.map(async (key) => ({ key, text: await textOf(redis, key, await redis.type(key)) })));
  } finally {
    redis.disconnect();
  }
}

async function textOf(redis: Redis, key: string, type: string): Promise<string> {
  switch (type) {
    case 'string':
      return plainValue((await redis.getBuffer(key)) ?? Buffer.alloc(0));
    case 'hash':
      return Object.entries(await redis.hgetallBuffer(key))
        .map(([field, value]) => `${field} ${plainValue(value)}`)
        .join('\n');
    case 'list':
      return (await redis.lrangeBuffer(key, 0, -1)).map(plainValue).join('\n');
    case 'set':
      return (await redis.smembers(key)).join('\n');
    case 'zset':
      return (await redis.zrange(key, 0, '-1')).join('\n');
    case 'stream':
      return JSON.stringify(await redis.xrange(key, '-', '+'));
    default:
      return '';
  }
}
