import { setTimeout as pause } from 'node:timers/promises';
import type { RunView } from '@querent/contracts';
import { healingOf, type Healed } from '../checks/healing';
import { currentLeftovers } from '../checks/leftovers';
import { movedRuns, unmoved } from '../checks/moves';
import { services } from '../faults/fault-kinds';
import type { SuiteWorld } from '../../worlds/suite-world';
import { openWorld, type World } from './world';

export interface ScenarioOptions {
  world: SuiteWorld;
  runs: number;
  seconds: number;
  print: (line: string) => void;
}

/** Limits for a passed scenario. */
const DRAINS_WITHIN_MS = 10_000;
const HEALS_WITHIN_MS = 6_000;
/** The slower tenth of questions during an outage of the history may take this many times as long as before it. */
const SLOWER_AT_MOST = 2;
const CONCURRENCY = 16;
/** Interval of requests while Redis is unavailable. */
const ASK_EVERY_MS = 100;

/**
 * Plays without a seed that measure the recovery from one kind of fault. Each resolves to whether the product recovered
 * in time.
 */
export const scenarios: Record<string, { about: string; play: (options: ScenarioOptions) => Promise<boolean> }> = {
  'redis-outage': {
    about: 'Redis is killed during runs and restarted after --seconds; requests get problems, and all runs must end',
    play: (options) => outage(options, 'crash'),
  },
  'redis-parted': {
    about: 'the same with a network partition instead of a kill',
    play: (options) => outage(options, 'silent'),
  },
  'history-outage': {
    about: 'the history is killed for --seconds while questions are asked one by one; none may fail or be slow',
    play: historyOutage,
  },
  'worker-death': {
    about: 'one of two processes of each worker is killed during its jobs',
    play: workerDeath,
  },
};

async function outage(
  { world: suiteWorld, runs, seconds, print }: ScenarioOptions,
  how: 'crash' | 'silent',
): Promise<boolean> {
  const world = await openWorld({ suiteWorld, skews: {}, scale: {} });
  try {
    const undisturbed = await drainOf(world, runs);
    print(`${runs} undisturbed runs end in ${(undisturbed / 1_000).toFixed(1)} s`);
    const refused: Refusals = { count: 0, slowestMs: 0, wrong: [] };
    const disturbed = await drainOf(world, runs, async (ids) => {
      const { redis } = world.victims.servers;
      if (how === 'crash') await redis.kill();
      else world.victims.proxies.redis.set('silent');
      await askWhileAway(world, { id: ids[0] ?? '', seconds }, refused);
      if (how === 'crash') await redis.start();
      else world.victims.proxies.redis.set('pass');
    });
    const left = await currentLeftovers(world);
    print(
      `Redis unavailable for ${seconds} s: all ended ${(disturbed / 1_000).toFixed(1)} s after it was back (${((disturbed - undisturbed) / 1_000).toFixed(1)} s more than undisturbed); left behind: ${left.join(', ') || 'nothing'}`,
    );
    print(
      `${refused.count} requests meanwhile: ${refused.wrong.length === 0 ? 'each got a problem' : `${refused.wrong.length} got none: ${refused.wrong.slice(0, 5).join(', ')}`}, within ${Math.round(refused.slowestMs)} ms`,
    );
    return disturbed - undisturbed <= DRAINS_WITHIN_MS && left.length === 0 && refused.wrong.length === 0;
  } finally {
    await world.close();
  }
}

/** Requests while Redis is unavailable. */
interface Refusals {
  count: number;
  slowestMs: number;
  /** Those without a problem document. */
  wrong: string[];
}

/** Asks, reads and lists for a time. Each request must be answered with a problem document. */
async function askWhileAway(
  { http, suiteWorld }: World,
  { id, seconds }: { id: string; seconds: number },
  refused: Refusals,
): Promise<void> {
  const requests: [path: string, body?: object][] = [
    ['/v1/queries', suiteWorld.straight],
    [`/v1/queries/${id}`],
    [`/v1/queries/${id}/cancel`, {}],
    ['/v1/queries?limit=5'],
  ];
  const end = performance.now() + 1_000 * seconds;
  while (performance.now() < end) {
    await Promise.all(
      requests.map(async ([path, body]) => {
        const began = performance.now();
        const reply = await http['alpha']?.once(path, body).catch((error: Error) => error);
        refused.count += 1;
        refused.slowestMs = Math.max(refused.slowestMs, performance.now() - began);
        if (reply instanceof Error) refused.wrong.push(`${path}: ${reply.message}`);
        else if (reply?.status !== 503 || !reply.headers.get('content-type')?.includes('problem+json'))
          refused.wrong.push(`${path}: ${reply?.status}`);
      }),
    );
    await pause(ASK_EVERY_MS);
  }
}

/**
 * Queues runs while the workers are suspended, resumes the workers, and returns the time until all runs have ended,
 * measured from the resumption or from the end of the disturbance.
 */
async function drainOf(world: World, runs: number, disturb?: (ids: string[]) => Promise<void>): Promise<number> {
  const signalAll = await workersOf(world);
  signalAll('SIGSTOP');
  const ids = await submitted(world, runs);
  signalAll('SIGCONT');
  // Lets the workers start their jobs.
  await pause(500);
  await disturb?.(ids);
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
    Array.from({ length: CONCURRENCY }, async () => {
      while (ids.length < runs) {
        const index = ids.push('') - 1;
        const reply = await http['alpha']?.call<RunView>('/v1/queries', { body: suiteWorld.straight });
        ids[index] = reply?.body.id ?? '';
        watch.add(ids[index] ?? '');
      }
    }),
  );
  return ids;
}

async function historyOutage({ world: suiteWorld, seconds, print }: ScenarioOptions): Promise<boolean> {
  const world = await openWorld({ suiteWorld, skews: {}, scale: {} });
  try {
    const { history } = world.victims.servers;
    const before = await askedFor(world, seconds);
    await history.kill();
    const during = await askedFor(world, seconds);
    await history.start();
    const began = performance.now();
    const left = await unmoved(world);
    const asked = before.length + during.length;
    const moved = await movedRuns(world);
    const [usual, slow] = [before, during].map((times) => times.sort((a, b) => a - b)[Math.floor(times.length * 0.9)]);
    const factor = (slow ?? Infinity) / (usual ?? 0);
    print(
      `history away for ${seconds} s: ${during.length} questions answered, nine of ten within ${Math.round(slow ?? 0)} ms (${factor.toFixed(2)} times that of ${before.length} before); ${moved} of ${asked} runs moved, the rest in ${((performance.now() - began) / 1_000).toFixed(1)} s; left behind: ${left.join(', ') || 'nothing'}`,
    );
    return factor <= SLOWER_AT_MOST && left.length === 0 && moved === asked;
  } finally {
    await world.close();
  }
}

/** Asks one question after the other for a time. Returns the times of their answers, ms. @throws if one fails */
async function askedFor({ http, suiteWorld }: World, seconds: number): Promise<number[]> {
  const times: number[] = [];
  const end = performance.now() + 1_000 * seconds;
  while (performance.now() < end) {
    const began = performance.now();
    const reply = await http['alpha']?.once<RunView>('/v1/queries', suiteWorld.straight, { prefer: 'wait=15' });
    if (reply?.body.status !== 'succeeded') throw new Error(`A question was answered with ${reply?.status}`);
    times.push(performance.now() - began);
  }
  return times;
}

async function workerDeath({ world: suiteWorld, runs, print }: ScenarioOptions): Promise<boolean> {
  const workers = services.filter((name) => name !== 'gateway');
  const world = await openWorld({
    suiteWorld,
    skews: {},
    scale: Object.fromEntries(workers.map((name) => [name, 2])),
  });
  try {
    let slowest = 0;
    for (const service of workers) {
      const healed = await killedAtWork(world, service, runs);
      slowest = Math.max(slowest, healed.slowestMs ?? Infinity);
      print(
        `${service}: killed with ${healed.jobs} jobs; the last of their runs advanced after ${healed.slowestMs === null ? 'never' : `${(healed.slowestMs / 1_000).toFixed(1)} s`}`,
      );
    }
    return slowest <= HEALS_WITHIN_MS;
  } finally {
    await world.close();
  }
}

const MOST_ROUNDS = 10;

/**
 * Kills one of a service's two processes while it has jobs. The queue is filled while both are suspended. Both resume,
 * and one is suspended again in the middle of its work: its jobs are those that stay active.
 */
async function killedAtWork(world: World, service: (typeof services)[number], runs: number): Promise<Healed> {
  for (let round = 1; round <= MOST_ROUNDS; round++) {
    const pids = await world.victims.pids(service);
    const [victim] = pids;
    if (victim === undefined) throw new Error(`${service} has no process`);
    pids.forEach((pid) => process.kill(pid, 'SIGSTOP'));
    const ids = await submitted(world, runs);
    await pause(FILLS_MS);
    pids.forEach((pid) => process.kill(pid, 'SIGCONT'));
    await pause(20 * round);
    process.kill(victim, 'SIGSTOP');
    const { jobs, heal } = await healingOf(world, service, FROZEN_MS);
    process.kill(victim, jobs > 0 ? 'SIGKILL' : 'SIGCONT');
    const healed = await heal();
    await Promise.all(
      ids.map((id) => world.watch.until(id, (status) => status === 'succeeded' || status === 'failed')),
    );
    if (jobs > 0) return healed;
  }
  throw new Error(`${service} had no job in any round`);
}

/** Time in which submitted runs reach the service's queue. */
const FILLS_MS = 2_000;
/**
 * Time after which the other process has finished its jobs, so that jobs still active belong to the suspended process.
 */
const FROZEN_MS = 1_500;
