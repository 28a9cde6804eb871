import { fixed, median, quantile } from '../../bench/statistics';
import { machine, openLoadedStack, type LoadedStack } from './loaded-stack';
import { fieldsOf, memoryByFamily, perRun, usedMemory } from './run-memory';
import type { Flags } from './flags';

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const CONCURRENCY = 16;

/**
 * Runs per second with one, two and four executors and generators. On few cores the ratio shows that processes share
 * the work, but not how far it scales.
 */
export async function throughput({ world, runs, scales, env, redis }: Flags): Promise<void> {
  print(`runs per second (${runs} queued runs); ${machine()}`);
  for (const count of scales) {
    const loaded = await openLoadedStack({ world, scale: { executor: count, 'sql-generator': count }, env, redis });
    await filled(loaded, runs);
    const began = performance.now();
    await loaded.release();
    await loaded.downTo(0);
    print(
      `  ${count} executors and generators: ${fixed(runs / ((performance.now() - began) / 1_000), 1)} runs/s; ${machine()}; runs: ${await loaded.statusCounts()}`,
    );
    await loaded.close();
  }
}

/** Cost of a run with many queued: stored bytes, latency of the submission, and execution time. */
export async function cost({ world, queued, drained, env, redis: settings }: Flags): Promise<void> {
  for (const count of queued) {
    const loaded = await openLoadedStack({ world, env, redis: settings });
    const { redis, crowd } = loaded;
    const [used, families] = [await usedMemory(redis), await memoryByFamily(redis)];
    await loaded.hold();
    const submits = await crowd.fill('crowd', count, CONCURRENCY);
    print(`${count} runs queued; ${machine()}`);
    print(`  Redis: ${fixed(((await usedMemory(redis)) - used) / count, 0)} bytes per run (used_memory), of which`);
    perRun(families, await memoryByFamily(redis), count).forEach((line) => print(`    ${line}`));
    print(`    the record's largest fields: ${await fieldsOf(redis, loaded.store.keys.run(submits[0]?.id ?? ''))}`);
    print(
      `  submit, ${CONCURRENCY} clients as fast as they can: ${latency(submits)}, ${fixed((1_000 * submits.length) / submits.reduce((sum, { ms }) => sum + ms / CONCURRENCY, 0), 0)} a second`,
    );
    print(`  submit, 50 a second, ${count} queued: ${latency(await crowd.atRate('crowd', 500, 50))}`);
    await printDrain(loaded, Math.min((await loaded.underWay()) - WARM_UP, drained));
    print(`  runs: ${await loaded.statusCounts()}`);
    await loaded.close();
  }
}

const latency = (submits: { ms: number }[]): string => {
  const times = submits.map(({ ms }) => ms);
  return `p50 ${fixed(median(times), 1)} ms, p99 ${fixed(quantile(times, 0.99), 1)} ms`;
};

const WINDOWS = 5;
const WARM_UP = 10;

async function printDrain(loaded: LoadedStack, count: number): Promise<void> {
  await loaded.release();
  // Jobs that were active when the workers were suspended may have lost their locks. They are not timed.
  await loaded.letThrough(WARM_UP);
  const windows: number[] = [];
  for (let window = 1; window <= WINDOWS; window++) {
    const began = performance.now();
    const runs = await loaded.letThrough(Math.round(count / WINDOWS));
    windows.push((performance.now() - began) / runs);
  }
  print(
    `  from there, ms a run over fifths of ${count} runs: ${windows.map((ms) => fixed(ms, 1)).join(', ')}; median ${fixed(median(windows), 1)}; ${machine()}`,
  );
}

/** Waiting time of one tenant's question while another tenant has many queued runs. */
export async function fairness({ world, crowded, times, env, redis }: Flags): Promise<void> {
  const loaded = await openLoadedStack({ world, env, redis });
  const idle = await waits(loaded, times);
  print(`fairness; ${machine()}\n  idle: ${summary(idle)}`);
  const busy: Wait[] = [];
  for (let n = 0; n < times; n++) {
    await loaded.crowd.fill('crowd', Math.max(0, crowded - (await loaded.underWay())), CONCURRENCY);
    busy.push(...(await waits(loaded, 1)));
  }
  print(`  ${crowded} of another tenant queued: ${summary(busy)}`);
  print(
    `  ratio: begun ${fixed(median(busy.map(({ begunMs }) => begunMs)) / median(idle.map(({ begunMs }) => begunMs)), 1)}, answered ${fixed(median(busy.map(({ answeredMs }) => answeredMs)) / median(idle.map(({ answeredMs }) => answeredMs)), 1)}; ${machine()}; runs: ${await loaded.statusCounts()}`,
  );
  await loaded.close();
}

interface Wait {
  /** Time until the first stage began. */
  begunMs: number;
  answeredMs: number;
  /** Times until each status was seen. */
  stages: string;
}

async function waits({ crowd, redis, store }: LoadedStack, times: number): Promise<Wait[]> {
  const all: Wait[] = [];
  for (let n = 0; n < times; n++) {
    const began = performance.now();
    const { id } = await crowd.submit('other');
    const seen = new Map<string, number>();
    for (;;) {
      const status = (await redis.hget(store.keys.run(id), 'status')) ?? '';
      if (!seen.has(status)) seen.set(status, performance.now() - began);
      if (status === 'succeeded' || status === 'failed') break;
      await new Promise((resume) => setTimeout(resume, 2));
    }
    const answeredMs = performance.now() - began;
    const begunMs = Math.min(...[...seen].filter(([status]) => status !== 'queued').map(([, ms]) => ms));
    all.push({ begunMs, answeredMs, stages: [...seen].map(([status, ms]) => `${status} ${fixed(ms, 0)}`).join(', ') });
  }
  return all;
}

const summary = (all: Wait[]): string =>
  `begun after ${fixed(median(all.map(({ begunMs }) => begunMs)), 0)} ms, answered after ${fixed(median(all.map(({ answeredMs }) => answeredMs)), 0)} ms (median of ${all.length}; last: ${all.at(-1)?.stages})`;

async function filled({ hold, crowd }: LoadedStack, runs: number): Promise<void> {
  await hold();
  await crowd.fill('crowd', runs, CONCURRENCY);
}
