import { setTimeout as pause } from 'node:timers/promises';
import type { World } from '../suite/world';

const SETTLES_WITHIN_MS = 15_000;

/**
 * Returns jobs, deadlines, counts and drafts that remain after every run has ended, although they should not. Polls for
 * a while, because a job that was delivered twice may end after its run.
 */
export async function leftovers(world: World): Promise<string[]> {
  const deadline = performance.now() + SETTLES_WITHIN_MS;
  for (;;) {
    const found = await currentLeftovers(world);
    if (found.length === 0 || performance.now() > deadline) return found;
    await pause(500);
  }
}

/** Returns the current leftovers, without waiting. */
export async function currentLeftovers({ redis, store, transport }: World): Promise<string[]> {
  const found: string[] = [];
  for (const queue of transport.allQueues()) {
    const counts = await queue.getJobCounts('active', 'wait', 'prioritized', 'delayed');
    for (const [state, count] of Object.entries(counts))
      if (count > 0) found.push(`${count} ${state} jobs in ${queue.name}`);
  }
  for (const { due, census } of store.keys.partitions()) {
    const [waiting, counted] = await Promise.all([redis.zcard(due), redis.hgetall(census)]);
    if (waiting > 0) found.push(`${waiting} runs in ${due}`);
    for (const [field, count] of Object.entries(counted))
      if (Number(count) !== 0) found.push(`${field} = ${count} in ${census}`);
  }
  let cursor = '0';
  do {
    const [next, keys] = await redis.scan(cursor, 'MATCH', '*:blob:rows.*.draft', 'COUNT', 1_000);
    cursor = next;
    found.push(...keys.map((key) => `the draft ${key}`));
  } while (cursor !== '0');
  return found;
}
