import { setTimeout as pause } from 'node:timers/promises';
import type { RunView } from '@querent/contracts';
import { healingOf, type Healed } from '../checks/healing';
import { lookFor } from '../checks/leftovers';
import { services } from '../faults/fault-kinds';
import type { SuiteWorld } from '../../worlds/suite-world';
import { openWorld, type World } from './world';

export interface ScenarioOptions {
  world: SuiteWorld;
  runs: number;
  seconds: number;
  say: (line: string) => void;
}

/** What the issue asks for. */
const DRAINS_WITHIN_MS = 10_000;
const HEALS_WITHIN_MS = 6_000;
const AT_ONCE = 16;

/**
 * What is tried alone, without a seed: how long one kind of fault takes to heal. Each resolves to whether it healed in
 * time.
 */
export const scenarios: Record<string, { about: string; play: (options: ScenarioOptions) => Promise<boolean> }> = {
  'redis-outage': {
    about: 'Redis is killed with runs under way, comes back after --seconds, and all of them end',
    play: (options) => outage(options, 'crash'),
  },
  'redis-parted': {
    about: 'the same with a network that lets nothing pass',
    play: (options) => outage(options, 'silent'),
  },
  'worker-death': {
    about: 'a process of each worker is killed at its work, another of its kind is there',
    play: workerDeath,
  },
};

async function outage(
  { world: suiteWorld, runs, seconds, say }: ScenarioOptions,
  how: 'crash' | 'silent',
): Promise<boolean> {
  const world = await openWorld({ suiteWorld, skews: {}, scale: {}, fsync: 'always' });
  try {
    const undisturbed = await drainOf(world, runs);
    say(`${runs} runs that nothing disturbs end in ${(undisturbed / 1_000).toFixed(1)} s`);
    const disturbed = await drainOf(world, runs, async () => {
      const { redis } = world.victims.servers;
      if (how === 'crash') await redis.kill();
      else world.victims.proxies.redis.set('silent');
      await pause(1_000 * seconds);
      if (how === 'crash') await redis.start();
      else world.victims.proxies.redis.set('pass');
    });
    const left = await lookFor(world);
    say(
      `Redis away for ${seconds} s: all ended ${(disturbed / 1_000).toFixed(1)} s after it was back (that is ${((disturbed - undisturbed) / 1_000).toFixed(1)} s more than undisturbed); left behind: ${left.join(', ') || 'nothing'}`,
    );
    return disturbed - undisturbed <= DRAINS_WITHIN_MS && left.length === 0;
  } finally {
    await world.close();
  }
}

/**
 * Holds so many runs back, lets them go, and measures from then, or from the end of what disturbs them, until all are
 * over.
 */
async function drainOf(world: World, runs: number, disturb?: () => Promise<void>): Promise<number> {
  const signalAll = await workersOf(world);
  signalAll('SIGSTOP');
  const ids = await submitted(world, runs);
  signalAll('SIGCONT');
  // At their work.
  await pause(500);
  await disturb?.();
  const began = performance.now();
  await Promise.all(ids.map((id) => world.watch.until(id, (status) => status === 'succeeded' || status === 'failed')));
  return performance.now() - began;
}

async function workersOf({ stack }: World): Promise<(signal: NodeJS.Signals) => void> {
  const pids = await stack.pids();
  return (signal) =>
    services
      .filter((name) => name !== 'gateway')
      .flatMap((name) => pids[name])
      .forEach((pid) => process.kill(pid, signal));
}

async function submitted({ http, watch, suiteWorld }: World, runs: number): Promise<string[]> {
  const ids: string[] = [];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (ids.length < runs) {
        const place = ids.push('') - 1;
        const reply = await http['alpha']?.call<RunView>('/v1/queries', { body: suiteWorld.straight });
        ids[place] = reply?.body.id ?? '';
        watch.add(ids[place] ?? '');
      }
    }),
  );
  return ids;
}

async function workerDeath({ world: suiteWorld, runs, say }: ScenarioOptions): Promise<boolean> {
  const workers = services.filter((name) => name !== 'gateway');
  const world = await openWorld({
    suiteWorld,
    skews: {},
    scale: Object.fromEntries(workers.map((name) => [name, 2])),
    fsync: 'everysec',
  });
  try {
    let slowest = 0;
    for (const service of workers) {
      const healed = await killedAtWork(world, service, runs);
      slowest = Math.max(slowest, healed.slowestMs ?? Infinity);
      say(
        `${service}: killed with ${healed.jobs} jobs; the last of their runs went on after ${healed.slowestMs === null ? 'never' : `${(healed.slowestMs / 1_000).toFixed(1)} s`}`,
      );
    }
    return slowest <= HEALS_WITHIN_MS;
  } finally {
    await world.close();
  }
}

const MOST_ROUNDS = 10;

/**
 * Its queue is filled while both processes stand; they go on, and one is stopped in its midst: what it has then, nobody
 * else will end.
 */
async function killedAtWork(world: World, service: (typeof services)[number], runs: number): Promise<Healed> {
  for (let round = 1; round <= MOST_ROUNDS; round++) {
    const pids = await world.victims.pids(service);
    const [victim] = pids;
    if (victim === undefined) throw new Error(`${service} is not there`);
    pids.forEach((pid) => process.kill(pid, 'SIGSTOP'));
    const ids = await submitted(world, runs);
    await pause(FILLS_MS);
    pids.forEach((pid) => process.kill(pid, 'SIGCONT'));
    await pause(20 * round);
    process.kill(victim, 'SIGSTOP');
    const { jobs, heal } = await healingOf(world, service, STANDS_MS);
    process.kill(victim, jobs > 0 ? 'SIGKILL' : 'SIGCONT');
    const healed = await heal();
    await Promise.all(
      ids.map((id) => world.watch.until(id, (status) => status === 'succeeded' || status === 'failed')),
    );
    if (jobs > 0) return healed;
  }
  throw new Error(`${service} was never met at its work`);
}

/** In which what was submitted reaches the queue in which it stays. */
const FILLS_MS = 2_000;
/**
 * What is still active so long after one process was stopped is in its hands: the other one has ended its own by then.
 */
const STANDS_MS = 1_500;
