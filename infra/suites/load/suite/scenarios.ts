import { fixed, median, quantile } from '../../bench/statistics';
import { machine, openLoadedStack, type LoadedStack } from './loaded-stack';
import { fieldsOf, memoryByFamily, perRun, usedMemory } from './run-memory';
import type { Flags } from './flags';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const AT_ONCE = 16;

/**
 * Runs a second with one, two and four executors and generators. On few cores their ratio tells that they share the
 * work, not how far it scales.
 */
export async function throughput({ world, runs, scales, env, redis }: Flags): Promise<void> {
  say(`runs a second (${runs} runs held back, then let go); ${machine()}`);
  for (const count of scales) {
    const loaded = await openLoadedStack({ world, scale: { executor: count, 'sql-generator': count }, env, redis });
    await filled(loaded, runs);
    const began = performance.now();
    await loaded.release();
    await loaded.downTo(0);
    say(
      `  ${count} executors and generators: ${fixed(runs / ((performance.now() - began) / 1_000), 1)} runs/s; ${machine()}; runs: ${await loaded.standing()}`,
    );
    await loaded.close();
  }
}

/** What a run costs while so many are queued: bytes at rest, the gateway's answer, and time once the workers go on. */
export async function cost({ world, queued, drained, env, redis: settings }: Flags): Promise<void> {
  for (const count of queued) {
    const loaded = await openLoadedStack({ world, env, redis: settings });
    const { redis, crowd } = loaded;
    const [used, families] = [await usedMemory(redis), await memoryByFamily(redis)];
    await loaded.hold();
    const submits = await crowd.fill('crowd', count, AT_ONCE);
    say(`${count} runs queued; ${machine()}`);
    say(`  Redis: ${fixed(((await usedMemory(redis)) - used) / count, 0)} bytes a run (used_memory), of which`);
    perRun(families, await memoryByFamily(redis), count).forEach((line) => say(`    ${line}`));
    say(`    the record's largest fields: ${await fieldsOf(redis, loaded.store.keys.run(submits[0]?.id ?? ''))}`);
    say(
      `  submit, ${AT_ONCE} clients as fast as they can: ${latency(submits)}, ${fixed((1_000 * submits.length) / submits.reduce((sum, { ms }) => sum + ms / AT_ONCE, 0), 0)} a second`,
    );
    say(`  submit, 50 a second, ${count} queued: ${latency(await crowd.atRate('crowd', 500, 50))}`);
    await tellDrain(loaded, Math.min((await loaded.underWay()) - WARM_UP, drained));
    say(`  runs: ${await loaded.standing()}`);
    await loaded.close();
  }
}

const latency = (submits: { ms: number }[]): string => {
  const times = submits.map(({ ms }) => ms);
  return `p50 ${fixed(median(times), 1)} ms, p99 ${fixed(quantile(times, 0.99), 1)} ms`;
};

const WINDOWS = 5;
const WARM_UP = 10;

async function tellDrain(loaded: LoadedStack, count: number): Promise<void> {
  await loaded.release();
  // What was queued when they were stopped may be taken by now, and their locks be lost.
  await loaded.letThrough(WARM_UP);
  const windows: number[] = [];
  for (let window = 1; window <= WINDOWS; window++) {
    const began = performance.now();
    const runs = await loaded.letThrough(Math.round(count / WINDOWS));
    windows.push((performance.now() - began) / runs);
  }
  say(
    `  from there, ms a run over fifths of ${count} runs: ${windows.map((ms) => fixed(ms, 1)).join(', ')}; median ${fixed(median(windows), 1)}; ${machine()}`,
  );
}

/** One tenant has a crowd of runs queued, another asks one question. */
export async function fairness({ world, crowded, times, env, redis }: Flags): Promise<void> {
  const loaded = await openLoadedStack({ world, env, redis });
  const idle = await waits(loaded, times);
  say(`fairness; ${machine()}\n  idle: ${told(idle)}`);
  const busy: Wait[] = [];
  for (let n = 0; n < times; n++) {
    await loaded.crowd.fill('crowd', Math.max(0, crowded - (await loaded.underWay())), AT_ONCE);
    busy.push(...(await waits(loaded, 1)));
  }
  say(`  ${crowded} of another tenant queued: ${told(busy)}`);
  say(
    `  ratio: begun ${fixed(median(busy.map(({ begunMs }) => begunMs)) / median(idle.map(({ begunMs }) => begunMs)), 1)}, answered ${fixed(median(busy.map(({ answeredMs }) => answeredMs)) / median(idle.map(({ answeredMs }) => answeredMs)), 1)}; ${machine()}; runs: ${await loaded.standing()}`,
  );
  await loaded.close();
}

interface Wait {
  /** Until its first stage began. */
  begunMs: number;
  answeredMs: number;
  /** Until each state was seen. */
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

const told = (all: Wait[]): string =>
  `begun after ${fixed(median(all.map(({ begunMs }) => begunMs)), 0)} ms, answered after ${fixed(median(all.map(({ answeredMs }) => answeredMs)), 0)} ms (median of ${all.length}; last: ${all.at(-1)?.stages})`;

async function filled({ hold, crowd }: LoadedStack, runs: number): Promise<void> {
  await hold();
  await crowd.fill('crowd', runs, AT_ONCE);
}
