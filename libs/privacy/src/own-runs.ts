import { cancelRun, CorruptRunError, NewerRunError, type RunStore } from '@querent/saga';
import { scanKeys, type RedisClient } from '@querent/platform';

/** The parts of a tenant's run that erasing and moving it need. */
export interface OwnRun {
  id: string;
  keyName: string;
  status: string;
  version: string;
}

/** Runs read concurrently. */
const AT_ONCE = 200;

/**
 * A tenant's runs that were created by then, even if no list contains them any more. `later`: its runs created since.
 * @param until ISO 8601
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
          const [owner, keyName, createdAt, status, version] = await redis.hmget(
            store.keys.run(id),
            ...['tenant', 'keyName', 'createdAt', 'status', 'version'],
          );
          if (owner !== tenant) return;
          if ((createdAt ?? '') > until) later.add(id);
          else runs.set(id, { id, keyName: keyName ?? '', status: status ?? '', version: version ?? '' });
        }),
      );
    }
  }
  return { runs, later };
}

/**
 * Ends an active or waiting run and drops the dead letter that it owes. False if only a newer version may change it:
 * that version's gateway will.
 */
export async function endRun(store: RunStore, id: string): Promise<boolean> {
  try {
    await cancelRun(store, id);
    await store.due.clearOwedLetter(id);
    return true;
  } catch (error) {
    if (error instanceof NewerRunError) return false;
    // No version can process it.
    if (error instanceof CorruptRunError) return true;
    throw error;
  }
}
