import { cancelRun, CorruptRunError, NewerRunError, type RunStore } from '@querent/saga';
import { scanKeys, type RedisClient } from '@querent/platform';

/** A tenant's run, as far as erasing goes. */
export interface OwnRun {
  id: string;
  keyName: string;
}

/** Runs looked at at once. */
const AT_ONCE = 200;

/**
 * A tenant's runs that were asked by then, whether or not a list still holds them. `later`: its runs that were asked
 * since.
 */
export async function ownRuns(
  redis: RedisClient,
  store: RunStore,
  tenant: string,
  until: string,
): Promise<{ runs: Map<string, OwnRun>; later: Set<string> }> {
  const runs = new Map<string, OwnRun>();
  const later = new Set<string>();
  for await (const keys of scanKeys(redis, store.keys.allRuns())) {
    const ids = keys.flatMap((key) => /:run:([^:]+)$/.exec(key)?.[1] ?? []);
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      await Promise.all(
        ids.slice(at, at + AT_ONCE).map(async (id) => {
          const [owner, keyName, createdAt] = await redis.hmget(store.keys.run(id), 'tenant', 'keyName', 'createdAt');
          if (owner !== tenant) return;
          if ((createdAt ?? '') > until) later.add(id);
          else runs.set(id, { id, keyName: keyName ?? '' });
        }),
      );
    }
  }
  return { runs, later };
}

/**
 * Ends a run that is under way or waits; a dead letter that it owes is not written any more. False where only a newer
 * version may touch it: its gateway will.
 */
export async function endRun(store: RunStore, id: string): Promise<boolean> {
  try {
    await cancelRun(store, id);
    await store.due.owesNoLetter(id);
    return true;
  } catch (error) {
    if (error instanceof NewerRunError) return false;
    // Nobody can work on it.
    if (error instanceof CorruptRunError) return true;
    throw error;
  }
}
