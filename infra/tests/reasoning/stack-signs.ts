import { Queue } from 'bullmq';
import Redis from 'ioredis';
import { jobs } from '@querent/contracts';
import { QueueKeys, RedisKeys } from '@querent/platform';
import { defaultSagaSettings } from '@querent/saga';
import type { TestStack } from '@querent/testing';

/** Returns the sum of the series of a service's metric that have these labels. */
export async function metricOf(
  { healthUrls }: TestStack,
  service: 'sql-generator' | 'chart',
  name: string,
  labels: Record<string, string> = {},
): Promise<number> {
  const texts = await Promise.all(
    (healthUrls[service] ?? []).map(async (url) => (await fetch(`${url}/metrics`)).text()),
  );
  const series = texts
    .flatMap((text) => text.split('\n'))
    .filter(
      (line) =>
        line.startsWith(`${name}{`) &&
        Object.entries(labels).every(([key, value]) => line.includes(`${key}="${value}"`)),
    );
  return series.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}

/** Returns the number of waiting and active jobs by queue, and of dead letters. Zeros are left out. */
export async function unfinishedWork({ redisUrl }: TestStack): Promise<Record<string, number>> {
  const redis = new Redis(redisUrl, { maxRetriesPerRequest: null });
  const { prefix } = defaultSagaSettings;
  try {
    const names = [...new Set(Object.values(jobs).map(({ queue }) => queue))];
    const counts = await Promise.all(
      names.map((name) =>
        new Queue(name, {
          connection: redis,
          prefix: new QueueKeys(prefix).prefixOf(name),
          skipVersionCheck: true,
        }).getJobCountByTypes('active', 'waiting', 'delayed', 'prioritized'),
      ),
    );
    const all = [
      ...names.map((name, at): [string, number] => [name, counts[at] ?? 0]),
      ['dead letters', await redis.zcard(new RedisKeys(prefix).deadLetters())] as [string, number],
    ];
    return Object.fromEntries(all.filter(([, count]) => count > 0));
  } finally {
    redis.disconnect();
  }
}

/**
 * Returns the duration of the stage `reason` by run, ms, from the generator's log. It lasts from taking the job to the
 * next status of the run.
 */
export function reasoningTimes(log: string): Map<string, number> {
  const times = new Map<string, number>();
  for (const line of log.split('\n')) {
    if (!line.includes('"job":"reason"') || !line.includes('"stage ended"')) continue;
    const { runId, ms } = JSON.parse(line.slice(line.indexOf('{'))) as { runId: string; ms: number };
    times.set(runId, (times.get(runId) ?? 0) + ms);
  }
  return times;
}
