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
   * Counts a preview. Throws `too_many_requests` with Retry-After; rejects if Redis is unavailable.
   * @param now clock of Redis, ms
   * @param count how many previews it counts as
   */
  async take({ tenant, name }: Pick<Caller, 'tenant' | 'name'>, now: number, count = 1): Promise<void> {
    const key = new RedisKeys(this.settings.prefix).previewQuota(tenant, name, Math.floor(now / MINUTE_MS));
    const [total] = await Promise.all([this.redis.incrby(key, count), this.redis.pexpire(key, 2 * MINUTE_MS)]);
    if (total > this.settings.perMinute)
      throw new ProblemError('too_many_requests', {
        headers: { 'retry-after': String(Math.ceil((MINUTE_MS - (now % MINUTE_MS)) / 1000)) },
      });
  }
}
