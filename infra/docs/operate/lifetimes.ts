import { isTerminal, type RunStatus } from '@querent/contracts';
import { keyReader, type Duration, type KeyFamily } from '@querent/platform';
import { defaultSagaSettings } from '@querent/saga';
import Redis from 'ioredis';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** The defaults of the settings, in milliseconds. */
const defaults: Record<Exclude<Duration, number>, number> = {
  retention: defaultSagaSettings.retentionMs,
  runTime: defaultSagaSettings.runTimeoutMs,
  clarification: defaultSagaSettings.clarificationTtlMs,
  l1: 60 * MINUTE,
  l2: 7 * DAY,
  exploring: 10 * MINUTE,
  audit: 90 * DAY,
};

/**
 * Scans a Redis for keys without a row in the table of key families, and for keys whose time to live exceeds that of
 * their row.
 * @param seen receives the name of every family that was found
 */
export async function lifetimeMistakes(url: string, seen = new Set<string>()): Promise<string[]> {
  const redis = new Redis(url);
  const read = keyReader(defaultSagaSettings.prefix);
  const mistakes: string[] = [];
  try {
    for (const key of await redis.keys('*')) {
      const ttl = await redis.pttl(key);
      // It expired after the scan.
      if (ttl === -2) continue;
      const known = read(key);
      if (known === null) mistakes.push(`${key}: no family`);
      else if (!(await isRight(redis, known.family, key, ttl)))
        mistakes.push(`${key} (${known.family.name}): ${ttl} ms to live`);
      if (known !== null) seen.add(known.family.name);
    }
    return mistakes;
  } finally {
    redis.disconnect();
  }
}

async function isRight(redis: Redis, { life }: KeyFamily, key: string, ttl: number): Promise<boolean> {
  if ('stays' in life) return ttl === -1;
  if ('ends' in life) return ttl > 0 && ttl <= sumOf(life.ends);
  const status = (await redis.hget(key.replace(/:(steps|events)$/, ''), 'status')) as RunStatus | null;
  return status !== null && isTerminal(status) ? ttl > 0 && ttl <= sumOf(life.endsAfterRun) : ttl === -1;
}

const sumOf = (durations: readonly Duration[]): number =>
  durations.reduce<number>((sum, each) => sum + (typeof each === 'number' ? each : defaults[each]), 0);
