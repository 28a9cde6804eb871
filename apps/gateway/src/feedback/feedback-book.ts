import { RedisKeys, type RedisClient } from '@querent/platform';
import { ProblemError } from '../problems/problem-error';
import { z } from 'zod';
import { storedFeedbackSchema, type StoredFeedback } from './feedback-schemas';

interface FeedbackSettings {
  /** Prefix of all keys in Redis. */
  prefix: string;
  /** Ratings per key and minute. */
  perMinute: number;
}

/** Entries of a list that are read at once. */
const BATCH = 100;
const memberSchema = z.tuple([z.string(), z.string()]);

/** Time of a rating, ms since 1970, and its member of the list, from which the list continues. */
export type FeedbackPosition = readonly [at: number, member: string];

/** Redis orders equal times by the bytes of their members, descending here. */
const isBehind = (position: FeedbackPosition, other: FeedbackPosition): boolean =>
  position[0] < other[0] ||
  (position[0] === other[0] && Buffer.compare(Buffer.from(position[1]), Buffer.from(other[1])) < 0);

/** Retention of ratings. They outlive their runs, because they measure answer quality. */
export const FEEDBACK_LIFE_MS = 90 * 24 * 3_600_000;

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

  async put({ id, tenant }: { id: string; tenant: string }, keyName: string, feedback: StoredFeedback): Promise<void> {
    const key = this.key(id);
    const list = this.keys.feedbackList(tenant);
    const at = Date.parse(feedback.at);
    // Before the rating: a list may name a rating that does not exist, but must not lack one.
    await this.redis.zadd(list, at, JSON.stringify([id, keyName]));
    await Promise.all([
      this.redis.pexpire(list, FEEDBACK_LIFE_MS),
      this.redis.zremrangebyscore(list, '-inf', at - FEEDBACK_LIFE_MS),
    ]);
    const replies = await this.redis
      .multi()
      .hset(key, keyName, JSON.stringify(feedback), '', tenant)
      .pexpire(key, FEEDBACK_LIFE_MS)
      .exec();
    const failed = replies?.find(([error]) => error !== null)?.[0];
    if (!replies || failed) throw failed ?? new Error('The feedback was not stored: the transaction was discarded.');
  }

  async get(runId: string, keyName: string): Promise<StoredFeedback | null> {
    const stored = await this.redis.hget(this.key(runId), keyName);
    return stored === null ? null : storedFeedbackSchema.parse(JSON.parse(stored));
  }

  /** The rating of a run of this tenant by a key; null if there is none, also if the run is of another tenant. */
  async ofRun(tenant: string, runId: string, keyName: string): Promise<StoredFeedback | null> {
    const [stored, owner] = await this.redis.hmget(this.key(runId), keyName, '');
    return stored == null || owner !== tenant || keyName === '' ? null : storedFeedbackSchema.parse(JSON.parse(stored));
  }

  /**
   * Ratings of a tenant, newest first, with the position of each.
   * @param since ms since 1970; null: all
   */
  async *ofTenant(
    tenant: string,
    { after, since }: { after: FeedbackPosition | null; since: number | null },
  ): AsyncGenerator<{ position: FeedbackPosition; runId: string; by: string; feedback: StoredFeedback | null }> {
    const from = after === null ? '+inf' : after[0];
    const until = since ?? '-inf';
    const list = this.keys.feedbackList(tenant);
    for (let start = 0; ; start += BATCH) {
      const flat = await this.redis.zrevrangebyscore(list, from, until, 'WITHSCORES', 'LIMIT', start, BATCH);
      for (let n = 0; n < flat.length; n += 2) {
        const position = [Number(flat[n + 1]), String(flat[n])] as const;
        if (after !== null && !isBehind(position, after)) continue;
        const member = memberSchema.safeParse(JSON.parse(position[1]));
        if (!member.success) continue;
        const [runId, by] = member.data;
        yield { position, runId, by, feedback: await this.get(runId, by) };
      }
      if (flat.length < 2 * BATCH) return;
    }
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
