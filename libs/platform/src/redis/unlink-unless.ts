import type { RedisClient } from './redis-client';
import unlinkUnlessSource from './unlink-unless.lua';

type WithScript = RedisClient & { querentUnlinkUnless(key: string, other: string): Promise<number> };

/**
 * Deletes a key unless another key of the same hash slot exists, in one step.
 * @returns the number of deleted keys
 */
export function unlinkUnless(redis: RedisClient, key: string, other: string): Promise<number> {
  const known = redis as WithScript;
  if (typeof known.querentUnlinkUnless !== 'function')
    redis.defineCommand('querentUnlinkUnless', { numberOfKeys: 2, lua: unlinkUnlessSource });
  return known.querentUnlinkUnless(key, other);
}
