import type { RedisKeys } from '@querent/platform';
import { owedLetterSchema, type DeadLetter } from '../dead-letters/dead-letters';
import { parseOutbox, type Outbox } from './outbox';
import type { SagaRedis } from './scripts';

/** A job that a run waits for. */
export interface AwaitedJob {
  outbox: Outbox;
  attempt: number;
  /** Since when the run is under way, ms since 1970. */
  activeSince: number;
}

/**
 * When which run must be looked at by a sweeper, and what it then finds undone. All times are those of Redis's clock.
 */
export class DueRuns {
  constructor(
    private readonly redis: SagaRedis,
    private readonly keys: RedisKeys,
  ) {}

  /**
   * Ids of runs that need a look, leased for `leaseMs`, from one partition's index; Redis's time, by which they do; and
   * how long it is until another one will, ms: Infinity where none is known.
   */
  async take(index: string, leaseMs: number, limit: number): Promise<{ now: number; nextMs: number; ids: string[] }> {
    const [now, next, ...ids] = await this.redis.querentTakeDue(index, leaseMs, limit);
    return { now, nextMs: next < 0 ? Infinity : Math.max(0, next - now), ids };
  }

  /** When the run that needs a look first does, of all partitions, ms since 1970; null where none ever will. */
  async earliest(): Promise<number | null> {
    const heads = await Promise.all(this.keys.allDue().map((index) => this.redis.zrange(index, 0, '0', 'WITHSCORES')));
    const times = heads.flatMap(([, at]) => (at === undefined ? [] : [Number(at)]));
    return times.length === 0 ? null : Math.min(...times);
  }

  /** Forgets the deadline of a run that is over or gone. */
  async drop(id: string): Promise<void> {
    await this.redis.zrem(this.keys.due(id), id);
  }

  /**
   * What tells whether a run is still in line, read without the run; null where it waits for no job, or for one that
   * only a newer version knows.
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

  /** The letter that a failed run owes; null where it owes none. */
  async owedLetter(id: string): Promise<DeadLetter | null> {
    const stored = await this.redis.hget(this.keys.run(id), 'letter');
    return stored === null ? null : owedLetterSchema.parse(JSON.parse(stored));
  }

  async owesNoLetter(id: string): Promise<void> {
    await this.redis.hdel(this.keys.run(id), 'letter');
  }

  /**
   * It is due again so long from now: unless somebody has moved its deadline since it was leased until `leasedUntil`.
   */
  async putOff(id: string, leasedUntil: number, delayMs: number): Promise<void> {
    await this.redis.querentPutOff(this.keys.due(id), id, delayMs, leasedUntil);
  }
}
