import type Redis from 'ioredis';

/** Redis memory by family of keys. */
export type Memory = ReadonlyMap<string, { bytes: number; keys: number }>;

/** Families of keys; the first match counts. Keys of one run come first, then shared keys. */
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
/** MEMORY USAGE samples all members (0). The default of five is inaccurate for members of different sizes. */
const SAMPLES = 0;

export async function usedMemory(redis: Redis): Promise<number> {
  return Number(/used_memory:(\d+)/.exec(await redis.info('memory'))?.[1]);
}

/** Measures every key, at 20 µs each. */
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

/** Growth of each family per run, in bytes, largest first. */
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

/** The fields of a run's record, by length in bytes. */
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
