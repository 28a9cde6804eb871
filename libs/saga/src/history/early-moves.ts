import type { RedisClient, RedisKeys } from '@querent/platform';
import type { MovingRun } from './run-history';

const NEWEST = 'newest';

/**
 * Notes when runs were listed that leave Redis early. Call it before they leave: lists read Redis first, then this.
 * @param afterMs time after which lists search the history for runs anyway
 */
export async function noteEarly(
  redis: RedisClient,
  keys: RedisKeys,
  runs: readonly Pick<MovingRun, 'hash' | 'listedAt'>[],
  afterMs: number,
): Promise<void> {
  const newest = new Map<string, number>();
  for (const { hash, listedAt } of runs) {
    const tenant = hash['tenant'] ?? '';
    newest.set(tenant, Math.max(newest.get(tenant) ?? 0, listedAt));
  }
  for (const [tenant, listedAt] of newest) {
    const key = keys.movedEarly(tenant);
    const replies = await redis.multi().zadd(key, 'GT', listedAt, NEWEST).pexpire(key, afterMs).exec();
    for (const [error] of replies ?? []) if (error) throw error;
  }
}

/** When the newest of a tenant's runs that moved early was listed, ms since 1970; 0 if none did. */
export async function newestEarly(redis: RedisClient, keys: RedisKeys, tenant: string): Promise<number> {
  return Number((await redis.zscore(keys.movedEarly(tenant), NEWEST)) ?? 0);
}
