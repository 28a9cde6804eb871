import { randomUUID } from 'node:crypto';
import type { RedisClient } from '@querent/platform';
import releaseSource from './release-lease.lua';
import renewSource from './renew-lease.lua';

interface LeaseCommands {
  querentRenewLease(key: string, token: string, ms: number): Promise<number>;
  querentReleaseLease(key: string, token: string): Promise<number>;
}

/** A lease on work for one of many processes. Its holder renews it; others may take it when it has expired. */
export interface Lease {
  /** Aborted when the lease is lost: another process may hold it. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

/**
 * Acquires the lease of a key; null if another process holds it.
 *
 * @param lifeMs expiry after the last renewal; it is renewed three times in that time
 * @throws what ioredis throws if Redis is unavailable
 */
export async function takeLease(redis: RedisClient, key: string, lifeMs: number): Promise<Lease | null> {
  const commands = withLeaseScripts(redis);
  const token = randomUUID();
  if ((await redis.set(key, token, 'PX', lifeMs, 'NX')) === null) return null;
  const lost = new AbortController();
  const lose = (): void => lost.abort(new LeaseLost());
  let until = performance.now() + lifeMs;
  const renew = async (): Promise<void> => {
    const began = performance.now();
    const kept = await commands.querentRenewLease(key, token, lifeMs).catch(() => null);
    if (kept === 1) until = began + lifeMs;
    // Redis may be unavailable briefly: the lease is ours until it expires.
    else if (kept === 0 || performance.now() > until) lose();
  };
  const timer = setInterval(() => void renew(), lifeMs / 3).unref();
  return {
    lost: lost.signal,
    async release() {
      clearInterval(timer);
      // If Redis is unavailable, the lease expires.
      await commands.querentReleaseLease(key, token).catch(() => 0);
    },
  };
}

/** Reason of `Lease.lost`. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';

  constructor() {
    super('The lease was not renewed in time');
  }
}

function withLeaseScripts(redis: RedisClient): LeaseCommands {
  const known = redis as unknown as Partial<LeaseCommands>;
  if (known.querentRenewLease === undefined) {
    redis.defineCommand('querentRenewLease', { numberOfKeys: 1, lua: renewSource });
    redis.defineCommand('querentReleaseLease', { numberOfKeys: 1, lua: releaseSource });
  }
  return redis as unknown as LeaseCommands;
}
