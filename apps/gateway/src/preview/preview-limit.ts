import { RedisKeys, type RedisClient } from '@querent/platform';
import type { Caller } from '../auth/caller';
import { ProblemError } from '../problems/problem-error';

const MINUTE_MS = 60_000;

/** The limit of previews per key and minute, counted in Redis for all gateways together. */
export class PreviewLimit {
  constructor(
    private readonly redis: RedisClient,
    private readonly settings: { prefix: string; perMinute: number },
  ) {}

  /**
   * Counts one preview. Throws `too_many_requests` with Retry-After; rejects if Redis is unavailable.
   * @param now clock of Redis, ms
   */
  async take({ tenant, name }: Pick<Caller, 'tenant' | 'name'>, now: number): Promise<void> {
    const key = new RedisKeys(this.settings.prefix).previewQuota(tenant, name, Math.floor(now / MINUTE_MS));
    const [count] = await Promise.all([this.redis.incr(key), this.redis.pexpire(key, 2 * MINUTE_MS)]);
    if (count > this.settings.perMinute)
      throw new ProblemError('too_many_requests', {
        headers: { 'retry-after': String(Math.ceil((MINUTE_MS - (now % MINUTE_MS)) / 1000)) },
      });
  }
}
