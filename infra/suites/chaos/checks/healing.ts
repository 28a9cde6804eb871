import { jobs, type JobKey } from '@querent/contracts';
import { setTimeout as pause } from 'node:timers/promises';
import type { World } from '../suite/world';

/** Recovery of a dead worker's jobs. `slowestMs` is null when a job did not recover in time. */
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

const POLL_MS = 50;
const WITHIN_MS = 60_000;

/**
 * Records the active jobs of a service. `heal` then measures how long it takes until each of their runs has advanced.
 * @param frozenMs for a suspended process: only jobs that are still active after this time count, and the measurement
 * starts with this call instead of with `heal`
 */
export async function healingOf(
  world: World,
  service: string,
  frozenMs = 0,
): Promise<{ jobs: number; heal: () => Promise<Healed> }> {
  const frozenAt = performance.now();
  let active = await activeJobs(world, service);
  if (frozenMs > 0 && active.length > 0) {
    await pause(frozenMs);
    const still = new Set((await activeJobs(world, service)).map(({ id }) => id));
    active = active.filter(({ id }) => still.has(id));
  }
  return {
    jobs: active.length,
    async heal() {
      // A suspended process has renewed no locks since then.
      const died = frozenMs > 0 ? frozenAt : performance.now();
      return { service, slowestMs: await timeUntilAdvanced(world, active, died), jobs: active.length };
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

async function timeUntilAdvanced({ redis, store }: World, active: ActiveJob[], died: number): Promise<number | null> {
  let left = active;
  while (left.length > 0 && performance.now() - died < WITHIN_MS) {
    const versions = await Promise.all(left.map(({ runId }) => redis.hget(store.keys.run(runId), 'version')));
    // A run without a version has ended and moved to the history.
    left = left.filter(({ version }, at) => typeof versions[at] === 'string' && Number(versions[at]) <= version);
    if (left.length > 0) await pause(POLL_MS);
  }
  return left.length === 0 ? performance.now() - died : null;
}
