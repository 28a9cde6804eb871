import { jobs, type JobKey } from '@querent/contracts';
import { setTimeout as pause } from 'node:timers/promises';
import type { World } from '../suite/world';

/** How the jobs of a worker that died went on, ms; null: not within the time. */
export interface Healed {
  service: string;
  slowestMs: number | null;
  jobs: number;
}

interface ActiveJob {
  id: string | undefined;
  runId: string;
  version: number;
}

const LOOK_MS = 50;
const WITHIN_MS = 60_000;

/**
 * Takes down which jobs the service's processes have; `heal` measures, from its call, how long until each of their runs
 * has gone on.
 * @param standsMs the process stands still: counts only jobs that are still there so much later, and from now on
 */
export async function healingOf(
  world: World,
  service: string,
  standsMs = 0,
): Promise<{ jobs: number; heal: () => Promise<Healed> }> {
  const stood = performance.now();
  let active = await activeJobs(world, service);
  if (standsMs > 0 && active.length > 0) {
    await pause(standsMs);
    const still = new Set((await activeJobs(world, service)).map(({ id }) => id));
    active = active.filter(({ id }) => still.has(id));
  }
  return {
    jobs: active.length,
    async heal() {
      // One that stands still has renewed no lock since.
      const died = standsMs > 0 ? stood : performance.now();
      return { service, slowestMs: await allGoneOn(world, active, died), jobs: active.length };
    },
  };
}

async function activeJobs({ transport }: World, service: string): Promise<ActiveJob[]> {
  const names = new Set(
    Object.keys(jobs)
      .map((key) => jobs[key as JobKey].queue)
      .filter((queue) => queue.startsWith(service)),
  );
  const queues = transport.allQueues().filter(({ name }) => names.has(name));
  const active = (await Promise.all(queues.map((queue) => queue.getActive()))).flat();
  return active.flatMap((job) => (job ? [{ id: job.id, ...(job.data as { runId: string; version: number }) }] : []));
}

async function allGoneOn({ redis, store }: World, active: ActiveJob[], died: number): Promise<number | null> {
  let left = active;
  while (left.length > 0 && performance.now() - died < WITHIN_MS) {
    const versions = await Promise.all(left.map(({ runId }) => redis.hget(store.keys.run(runId), 'version')));
    left = left.filter(({ version }, at) => Number(versions[at]) <= version);
    if (left.length > 0) await pause(LOOK_MS);
  }
  return left.length === 0 ? performance.now() - died : null;
}
