import { RedisKeys, type RedisClient } from '@querent/platform';
import { ProblemError } from '../problems/problem-error';
import { feedbackViewSchema, type Feedback } from './feedback-schemas';

interface FeedbackSettings {
  /** Prefix of all keys in Redis. */
  prefix: string;
  /** Ratings per key and minute. */
  perMinute: number;
}

/** Retention of ratings. They outlive their runs, because they measure answer quality. */
const LIFE_MS = 90 * 24 * 3_600_000;

/**
 * Ratings of answers in Redis: one hash per run with one field per key that rated it, and a field with an empty name
 * for the tenant, which must be known after the run is deleted. Methods reject when Redis is unavailable.
 */
export class FeedbackBook {
  private readonly keys: RedisKeys;

  constructor(
    private readonly redis: RedisClient,
    private readonly settings: FeedbackSettings,
  ) {
    this.keys = new RedisKeys(settings.prefix);
  }

  async put({ id, tenant }: { id: string; tenant: string }, keyName: string, feedback: Feedback): Promise<void> {
    const key = this.key(id);
    const replies = await this.redis
      .multi()
      .hset(key, keyName, JSON.stringify(feedback), '', tenant)
      .pexpire(key, LIFE_MS)
      .exec();
    const failed = replies?.find(([error]) => error !== null)?.[0];
    if (!replies || failed) throw failed ?? new Error('The feedback was not stored: the transaction was discarded.');
  }

  async get(runId: string, keyName: string): Promise<Feedback | null> {
    const stored = await this.redis.hget(this.key(runId), keyName);
    return stored === null ? null : feedbackViewSchema.parse(JSON.parse(stored));
  }

  /** Counts one rating against the key's quota. Throws `too_many_requests` with Retry-After. */
  async take({ tenant, name }: { tenant: string; name: string }, now = Date.now()): Promise<void> {
    const key = this.keys.feedbackQuota(tenant, name, Math.floor(now / 60_000));
    const [error, count] = (await this.redis.pipeline().incr(key).pexpire(key, 120_000).exec())?.[0] ?? [
      new Error('Connection is closed.'),
      0,
    ];
    if (error) throw error;
    if (Number(count) > this.settings.perMinute)
      throw new ProblemError('too_many_requests', {
        headers: { 'retry-after': String(Math.ceil((60_000 - (now % 60_000)) / 1000)) },
      });
  }

  private key(runId: string): string {
    return this.keys.feedback(runId);
  }
}
