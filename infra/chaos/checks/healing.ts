import { jobs, type JobKey } from '@querent/contracts';
import { setTimeout as pause } from 'node:timers/promises';
import type { World } from '../suite/world';

/** A job's way on after its worker died, ms; null: not within the time. */
export interface Healed {
  service: string;
  slowestMs: number | null;
  jobs: number;
}

const LOOK_MS = 50;
const WITHIN_MS = 60_000;

/** Takes down which jobs the service's processes have; what is returned measures, from now, how long until each of their runs has gone on. */
export async function healingOf(world: World, service: string): Promise<() => Promise<Healed>> {
  const names = new Set(Object.keys(jobs).map((key) => jobs[key as JobKey].queue).filter((queue) => queue.startsWith(service)));
  const queues = world.transport.allQueues().filter(({ name }) => names.has(name));
  const active = (await Promise.all(queues.map((queue) => queue.getActive()))).flat().flatMap((job) => (job ? [job.data as { runId: string; version: number }] : []));
  return async () => {
    const died = performance.now();
    const slowestMs = await allGoneOn(world, active, died);
    return { service, slowestMs, jobs: active.length };
  };
}

async function allGoneOn({ redis, store }: World, active: { runId: string; version: number }[], died: number): Promise<number | null> {
  let left = active;
  while (left.length > 0 && performance.now() - died < WITHIN_MS) {
    const versions = await Promise.all(left.map(({ runId }) => redis.hget(store.keys.run(runId), 'version')));
    left = left.filter(({ version }, at) => Number(versions[at]) <= version);
    if (left.length > 0) await pause(LOOK_MS);
  }
  return left.length === 0 ? performance.now() - died : null;
}
