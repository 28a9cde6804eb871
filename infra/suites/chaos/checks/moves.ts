import { scanKeys } from '@querent/platform';
import { setTimeout as pause } from 'node:timers/promises';
import type { World } from '../suite/world';

/** A failed batch waits 60 s for the end of its lease, and a gateway at most 30 s for its next round. */
const WITHIN_MS = 150_000;
const POLL_MS = 250;

/**
 * Waits until every finished run and audit entry has moved to the history. Returns what has not in time, as texts. Runs
 * that the exact cache has lent stay ten minutes longer: the wait for them is skipped.
 */
export async function unmoved(world: World): Promise<string[]> {
  await ageLentRuns(world);
  const deadline = performance.now() + WITHIN_MS;
  for (;;) {
    const left = await waiting(world);
    if (left.length === 0 || performance.now() > deadline) return left;
    await pause(POLL_MS);
  }
}

/** Number of runs in the history. */
export async function movedRuns({ victims: { servers } }: World): Promise<number> {
  const { rows } = await servers.history.query('SELECT count(*)::int AS runs FROM querent_history.run');
  return Number(rows[0]?.['runs']);
}

/** Gives lent runs the lifetime that they have when nothing has used them for `afterMs`. */
async function ageLentRuns({ redis, store }: World): Promise<void> {
  const { retentionMs } = store.settings;
  for (const { due } of store.keys.allForHistory())
    for (const id of await redis.zrange(due, 0, '-1')) {
      if ((await redis.pttl(store.keys.run(id))) <= retentionMs) continue;
      await redis.pexpire(store.keys.run(id), retentionMs - (store.history?.afterMs ?? 0));
      await redis.zadd(due, 'XX', await store.now(), id);
    }
}

async function waiting({ redis, store }: World): Promise<string[]> {
  const found: string[] = [];
  for (const { due } of store.keys.allForHistory()) {
    const runs = await redis.zcard(due);
    if (runs > 0) found.push(`${runs} runs in ${due}`);
  }
  for await (const trails of scanKeys(redis, `${store.keys.auditTrail('').trail}*`))
    for (const trail of trails) {
      const entries = await redis.xlen(trail);
      if (entries > 0) found.push(`${entries} audit entries in ${trail}`);
    }
  return found;
}
