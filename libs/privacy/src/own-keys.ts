import { keyReader, scanKeys, type RedisClient } from '@querent/platform';
import type { RunStore } from '@querent/saga';
import { isClaimOf, isFeedbackOf } from './shared-parts';
import { isNamedFor, isTrailOf } from './tenant-key';

/** A key that belongs to one tenant entirely. */
export interface OwnKey {
  key: string;
  /** Name of its family. */
  family: string;
}

/**
 * The keys that belong to a tenant entirely, except those of its runs (`ownRuns`): by name, ratings, idempotency keys
 * and the audit trail. In batches; a key may occur twice.
 * @param isOwnRun whether a run is one of the tenant's runs in Redis
 */
export async function* ownKeys(
  redis: RedisClient,
  store: RunStore,
  tenant: string,
  isOwnRun: (id: string) => boolean,
): AsyncGenerator<OwnKey[]> {
  const read = keyReader(store.settings.prefix);
  for await (const keys of scanKeys(redis, store.keys.all())) {
    const found = await Promise.all(
      keys.map(async (key): Promise<OwnKey[]> => {
        const known = read(key);
        if (known === null) return [];
        const { family, parts } = known;
        const isOwn =
          isNamedFor(tenant, known) ||
          isTrailOf(tenant, known) ||
          (family.name === 'feedback' && (isOwnRun(parts['run'] ?? '') || (await isFeedbackOf(redis, key, tenant)))) ||
          (family.name === 'idempotency keys' && (await isClaimOf({ redis, store, tenant }, key, parts['owner'])));
        return isOwn ? [{ key, family: family.name }] : [];
      }),
    );
    yield found.flat();
  }
}
