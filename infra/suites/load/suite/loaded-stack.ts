import { cpus, loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { BullMqTransport } from '@querent/messaging';
import { scanKeys, QueueKeys } from '@querent/platform';
import { defaultSagaSettings, RunStore } from '@querent/saga';
import { waitFor, type StackMember, type TestStack } from '@querent/testing';
import Redis from 'ioredis';
import { Crowd } from './crowd';
import { openPrivateStack, type PrivateStackOptions } from './private-stack';

export const workers = [
  'intent',
  'schema-retrieval',
  'sql-generator',
  'executor',
  'chart',
] as const satisfies StackMember[];
/** The tenants: one with many runs, and another. */
export const tenants = ['crowd', 'other'] as const;

/** The built product without limits, its Redis, and a client. */
export interface LoadedStack {
  stack: TestStack;
  redis: Redis;
  store: RunStore;
  crowd: Crowd;
  /** Suspends the workers (SIGSTOP), so that runs stay queued. */
  hold(): Promise<void>;
  release(): Promise<void>;
  /** Number of unfinished runs. */
  underWay(): Promise<number>;
  /** Resolves when at most `count` runs are unfinished. */
  downTo(count: number): Promise<void>;
  /**
   * Lets about `count` queued runs begin, and waits until they have ended. Without this bound, the first stage, which
   * is not the slowest, would run ahead, and its work for later runs would be counted for the runs that end.
   * @returns the number of runs that began, which may be slightly larger than `count`
   */
  letThrough(count: number): Promise<number>;
  /**
   * Number of runs by status, e.g. `succeeded 600`. Runs that fail early are fast and would distort a measurement.
   */
  statusCounts(): Promise<string>;
  close(): Promise<void>;
}

/** @see openPrivateStack */
export async function openLoadedStack(options: Omit<PrivateStackOptions, 'tenants'>): Promise<LoadedStack> {
  const own = await openPrivateStack({ ...options, tenants });
  const { stack } = own;
  const redis = new Redis(own.redis.url);
  const store = new RunStore(redis, defaultSagaSettings);
  const crowd = new Crowd(stack.url, options.world.straight, 64);
  const signalAll = async (name: NodeJS.Signals): Promise<void> => {
    const pids = await stack.pids();
    for (const worker of workers) for (const pid of pids[worker]) process.kill(pid, name);
  };
  const underWay = async (): Promise<number> =>
    [...(await store.census.byState()).values()].reduce((sum, count) => sum + count, 0);
  await waitFor(async () => (await crowd.submit('crowd')).status === 202, { timeoutMs: 90_000, intervalMs: 300 });
  const downTo = async (count: number): Promise<void> => {
    while ((await underWay()) > count) await pause(100);
  };
  const transport = new BullMqTransport(redis, new QueueKeys(defaultSagaSettings.prefix));
  const firstStage = transport.allQueues().find(({ name }) => name === 'intent');
  const letThrough = async (count: number): Promise<number> => {
    if (firstStage === undefined) throw new Error('There is no queue of the first stage');
    const [all, waiting] = [await underWay(), await firstStage.getPrioritizedCount()];
    const begun = async (): Promise<number> => waiting - (await firstStage.getPrioritizedCount());
    await firstStage.resume();
    const some = Math.min(count, waiting);
    while ((await begun()) < some) await pause(10);
    await firstStage.pause();
    const many = await begun();
    while ((await underWay()) > all - many) await pause(10);
    return many;
  };
  // Warm-up runs, which end before the measurement.
  await crowd.fill('crowd', 100, 8);
  await downTo(0);
  return {
    stack,
    redis,
    store,
    crowd,
    underWay,
    downTo,
    letThrough,
    statusCounts: () => statusCountsOf(redis),
    hold: () => signalAll('SIGSTOP'),
    release: () => signalAll('SIGCONT'),
    async close() {
      crowd.close();
      await transport.close();
      await signalAll('SIGCONT');
      redis.disconnect();
      await own.close();
    },
  };
}

async function statusCountsOf(redis: Redis): Promise<string> {
  const counts = new Map<string, number>();
  for await (const keys of scanKeys(redis, `${defaultSagaSettings.prefix}:{r*}:run:*`)) {
    const pipeline = redis.pipeline();
    for (const key of keys.filter((one) => /:run:[^:]+$/.test(one))) pipeline.hget(key, 'status');
    for (const [, status] of (await pipeline.exec()) ?? [])
      counts.set(String(status), (counts.get(String(status)) ?? 0) + 1);
  }
  return [...counts]
    .sort()
    .map(([status, count]) => `${status} ${count}`)
    .join(', ');
}

/** The machine's cores and load, which every figure depends on. */
export const machine = (): string =>
  `${cpus().length} cores, shared with Redis, PostgreSQL and the client; load ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}`;
