import type Redis from 'ioredis';

/** Bytes of Redis by what the keys are for. */
export type Memory = ReadonlyMap<string, { bytes: number; keys: number }>;

/** What a key is for: the first that fits. Keys of one run, then what runs share. */
const families: readonly [name: string, pattern: RegExp][] = [
  ['run: the record', /:run:[^:]+$/],
  ['run: its events', /:run:[^:]+:events$/],
  ['run: beside it', /:run:[^:]+:blob:/],
  ['job', /\}:[a-z-]+:q[a-z0-9]+-\d+-\d+$/],
  ['queues', /\}:[a-z-]+:(prioritized|wait|active|completed|failed|delayed|events|meta|id|pc|marker|stalled)/],
  ['lists of runs', /:runs:/],
  ['deadlines and census', /:(due|census|callbacks)$/],
  ['audit trail', /\{audit\}/],
];

const BATCH = 500;
/** All members of big keys: the default samples five, which is wrong for lists of unlike entries. */
const SAMPLES = 0;

export async function usedMemory(redis: Redis): Promise<number> {
  return Number(/used_memory:(\d+)/.exec(await redis.info('memory'))?.[1]);
}

/** Looks at every key: 20 µs each. */
export async function memoryByFamily(redis: Redis): Promise<Memory> {
  const found = new Map<string, { bytes: number; keys: number }>();
  let cursor = '0';
  do {
    const [next, keys] = await redis.scan(cursor, 'COUNT', BATCH);
    cursor = next;
    const pipeline = redis.pipeline();
    for (const key of keys) pipeline.memory('USAGE', key, 'SAMPLES', SAMPLES);
    const sizes = (await pipeline.exec()) ?? [];
    for (const [at, key] of keys.entries()) {
      const family = families.find(([, pattern]) => pattern.test(key))?.[0] ?? 'everything else';
      const sum = found.get(family) ?? { bytes: 0, keys: 0 };
      found.set(family, { bytes: sum.bytes + Number(sizes[at]?.[1] ?? 0), keys: sum.keys + 1 });
    }
  } while (cursor !== '0');
  return found;
}

/** Bytes a run of each family, grown from `before` to `after`; largest first. */
export function perRun(before: Memory, after: Memory, runs: number): string[] {
  return [...after]
    .map(([family, { bytes, keys }]) => ({
      family,
      bytes: (bytes - (before.get(family)?.bytes ?? 0)) / runs,
      keys: (keys - (before.get(family)?.keys ?? 0)) / runs,
    }))
    .sort((a, b) => b.bytes - a.bytes)
    .map(
      ({ family, bytes, keys }) =>
        `${family.padEnd(24)} ${bytes.toFixed(0).padStart(6)} bytes in ${keys.toFixed(2)} keys`,
    );
}

/** What of a record is large: its fields by their length in bytes. */
export async function fieldsOf(redis: Redis, key: string): Promise<string> {
  const fields = Object.entries(await redis.hgetall(key)).map(([name, value]) => ({
    name,
    bytes: Buffer.byteLength(value),
  }));
  return fields
    .sort((a, b) => b.bytes - a.bytes)
    .slice(0, 5)
    .map(({ name, bytes }) => `${name} ${bytes}`)
    .join(', ');
}
