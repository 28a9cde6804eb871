import type { RedisClient } from './redis-client';
import unlinkUnlessSource from './unlink-unless.lua';

type WithScript = RedisClient & { querentUnlinkUnless(key: string, other: string): Promise<number> };

/**
 * Removes a key unless another of the same hash slot is there, in one step.
 * @returns how many keys were removed
 */
export function unlinkUnless(redis: RedisClient, key: string, other: string): Promise<number> {
  const known = redis as WithScript;
  if (typeof known.querentUnlinkUnless !== 'function')
    redis.defineCommand('querentUnlinkUnless', { numberOfKeys: 2, lua: unlinkUnlessSource });
  return known.querentUnlinkUnless(key, other);
}
