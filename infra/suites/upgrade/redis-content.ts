import type { Redis } from 'ioredis';

/** A key with its value. Bytes that are not valid UTF-8 are encoded as `base64:` and Base64. */
export type StoredKey =
  | { key: string; type: 'string'; value: string }
  | { key: string; type: 'hash'; value: Record<string, string> }
  | { key: string; type: 'set' | 'list'; value: string[] }
  | { key: string; type: 'zset'; value: [member: string, score: string][] }
  | { key: string; type: 'stream'; value: [id: string, fields: string[]][] };

/** Reads keys as JSON, because Redis's dumps depend on its version. */
export async function readRedis(redis: Redis, wanted: (key: string) => boolean): Promise<StoredKey[]> {
  const keys = (await redis.keys('*')).filter(wanted).sort();
  const stored = await Promise.all(keys.map(async (key) => reader(await redis.type(key))(redis, key)));
  return stored.filter((one) => one !== null);
}

type Reader = (redis: Redis, key: string) => Promise<StoredKey | null>;

const readers: Record<StoredKey['type'], Reader> = {
  string: async (redis, key) => ({
    key,
    type: 'string',
    value: textOf((await redis.getBuffer(key)) ?? Buffer.alloc(0)),
  }),
  hash: async (redis, key) => ({
    key,
    type: 'hash',
    value: Object.fromEntries(
      Object.entries(await redis.hgetallBuffer(key)).map(([field, value]) => [field, textOf(value)]),
    ),
  }),
  set: async (redis, key) => ({ key, type: 'set', value: await redis.smembers(key) }),
  list: async (redis, key) => ({ key, type: 'list', value: (await redis.lrangeBuffer(key, 0, -1)).map(textOf) }),
  zset: async (redis, key) => ({ key, type: 'zset', value: pairs(await redis.zrange(key, 0, '-1', 'WITHSCORES')) }),
  stream: async (redis, key) => ({ key, type: 'stream', value: await redis.xrange(key, '-', '+') }),
};

/** Reads a type's value. Null when the key has expired since it was listed. */
const reader = (type: string): Reader => (type in readers ? readers[type as StoredKey['type']] : async () => null);

/** Writes keys into a Redis, without a time to live. */
export async function writeRedis(redis: Redis, stored: readonly StoredKey[]): Promise<void> {
  for (const one of stored) await write(redis, one);
}

async function write(redis: Redis, one: StoredKey): Promise<unknown> {
  const { key } = one;
  switch (one.type) {
    case 'string':
      return redis.set(key, bytesOf(one.value));
    case 'hash':
      return redis.hset(key, new Map(Object.entries(one.value).map(([field, value]) => [field, bytesOf(value)])));
    case 'set':
      return redis.sadd(key, ...one.value);
    case 'list':
      return redis.rpush(key, ...one.value.map(bytesOf));
    case 'zset':
      return redis.zadd(key, ...one.value.flatMap(([member, score]) => [score, member]));
    case 'stream':
      for (const [id, fields] of one.value) await redis.xadd(key, id, ...fields);
  }
}

const MARK = 'base64:';

function textOf(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return Buffer.from(text, 'utf8').equals(bytes) && !text.startsWith(MARK)
    ? text
    : `${MARK}${bytes.toString('base64')}`;
}

const bytesOf = (text: string): Buffer =>
  text.startsWith(MARK) ? Buffer.from(text.slice(MARK.length), 'base64') : Buffer.from(text);

function pairs(flat: readonly string[]): [string, string][] {
  return flat.flatMap((member, i): [string, string][] => (i % 2 === 0 ? [[member, flat[i + 1] ?? '0']] : []));
}
