import { isTerminal, type RunStatus } from '@querent/contracts';
import { keyReader, type KeyFamily, type Lifetimes } from '@querent/platform';
import { defaultSagaSettings } from '@querent/saga';
import Redis from 'ioredis';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 86_400 * SECOND;

/** As the services' defaults have them. */
const lifetimes: Lifetimes = {
  retention: defaultSagaSettings.retentionMs,
  runTime: defaultSagaSettings.runTimeoutMs,
  clarification: defaultSagaSettings.clarificationTtlMs,
  lending: 10 * MINUTE,
  l1: 60 * MINUTE,
  l2: 7 * DAY,
  exploring: 10 * MINUTE,
  audit: 90 * DAY,
  tenSeconds: 10 * SECOND,
  minute: MINUTE,
  twoMinutes: 2 * MINUTE,
  hour: 60 * MINUTE,
  day: DAY,
  week: 7 * DAY,
  days90: 90 * DAY,
  days180: 180 * DAY,
  year: 365 * DAY,
};

/**
 * Walks a Redis: keys that no row of the table is of, and keys whose time to live is not what their row says. @param
 * seen is told every family that was met
 */
export async function lifetimeMistakes(url: string, seen = new Set<string>()): Promise<string[]> {
  const redis = new Redis(url);
  const read = keyReader(defaultSagaSettings.prefix);
  const mistakes: string[] = [];
  try {
    for (const key of await redis.keys('*')) {
      const ttl = await redis.pttl(key);
      // Gone since its name was read.
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
  const status = (await redis.hget(key.replace(/:events$/, ''), 'status')) as RunStatus | null;
  return status !== null && isTerminal(status) ? ttl > 0 && ttl <= sumOf(life.endsAfterRun) : ttl === -1;
}

const sumOf = (names: readonly (keyof Lifetimes)[]): number => names.reduce((sum, name) => sum + lifetimes[name], 0);
