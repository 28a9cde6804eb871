import type { RedisKeys } from '@querent/platform';
import { owedLetterSchema, type DeadLetter } from '../dead-letters/dead-letters';
import { parseOutbox, type Outbox } from './outbox';
import type { SagaRedis } from './scripts';

/** The job that a run waits for. */
export interface AwaitedJob {
  outbox: Outbox;
  attempt: number;
  /** When the run became active, ms since 1970. */
  activeSince: number;
}

/** Index of the times at which sweepers must check runs, and reads that a check needs. All times are Redis's. */
export class DueRuns {
  constructor(
    private readonly redis: SagaRedis,
    private readonly keys: RedisKeys,
  ) {}

  /**
   * Takes due runs from one partition's index and leases them for `leaseMs`. Returns Redis's time, the ids, and the
   * time until the next run is due, ms (Infinity if none is known).
   */
  async take(index: string, leaseMs: number, limit: number): Promise<{ now: number; nextMs: number; ids: string[] }> {
    const [now, next, ...ids] = await this.redis.querentTakeDue(index, leaseMs, limit);
    return { now, nextMs: next < 0 ? Infinity : Math.max(0, next - now), ids };
  }

  /** Earliest due time of all partitions, ms since 1970; null if no run is due at any time. */
  async earliest(): Promise<number | null> {
    const heads = await Promise.all(this.keys.allDue().map((index) => this.redis.zrange(index, 0, '0', 'WITHSCORES')));
    const times = heads.flatMap(([, at]) => (at === undefined ? [] : [Number(at)]));
    return times.length === 0 ? null : Math.min(...times);
  }

  /** Removes the deadline of a run that has finished or expired. */
  async drop(id: string): Promise<void> {
    await this.redis.zrem(this.keys.due(id), id);
  }

  /**
   * The job that a run waits for, read without the whole run; null if it waits for no job, or for one that only a newer
   * version knows.
   */
  async awaitedJob(id: string): Promise<AwaitedJob | null> {
    const [outboxText, attempt, activeSince] = await this.redis.hmget(
      this.keys.run(id),
      'outbox',
      'attempt',
      'activeSince',
    );
    const outbox = parseOutbox(outboxText ?? undefined);
    return outbox === null ? null : { outbox, attempt: Number(attempt ?? 1), activeSince: Number(activeSince ?? 0) };
  }

  /** The letter that a failed run owes; null if there is none. */
  async owedLetter(id: string): Promise<DeadLetter | null> {
    const stored = await this.redis.hget(this.keys.run(id), 'letter');
    return stored === null ? null : owedLetterSchema.parse(JSON.parse(stored));
  }

  async clearOwedLetter(id: string): Promise<void> {
    await this.redis.hdel(this.keys.run(id), 'letter');
  }

  /**
   * Makes the run due again after `delayMs`, unless its deadline has changed since it was leased until `leasedUntil`.
   */
  async putOff(id: string, leasedUntil: number, delayMs: number): Promise<void> {
    await this.redis.querentPutOff(this.keys.due(id), id, delayMs, leasedUntil);
  }
}
