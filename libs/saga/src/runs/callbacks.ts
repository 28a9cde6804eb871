import { redacted, type RedisClient, type RedisKeys } from '@querent/platform';
import { owedLetterSchema, type DeadLetter } from '../dead-letters/dead-letters';
import { withSagaScripts, type SagaRedis } from './scripts';

/**
 * Lifetime of the counts of failed calls. Longer than the retries of any call: the last delay before it is given up is
 * a few minutes.
 */
export const CALLBACK_TRIES_MS = 7 * 24 * 3_600_000;

/** One HTTP call to make: it reports the state that the run reached with `version`. */
export interface DueCallback {
  runId: string;
  version: number;
}

/**
 * The callbacks that `advance` queues in the same step as the change of a run, so that none is lost with a process. A
 * process that takes a callback leases it; an unsettled callback becomes due again. Delivery is at least once.
 */
export class CallbackQueue {
  private readonly redis: SagaRedis;

  constructor(
    redis: RedisClient,
    private readonly keys: RedisKeys,
  ) {
    this.redis = withSagaScripts(redis);
  }

  /** Due callbacks, at most `limit` per partition, leased to the caller for `leaseMs`. */
  async take(leaseMs: number, limit: number): Promise<DueCallback[]> {
    const taken = await Promise.allSettled(
      this.keys.allCallbacks().map((key) => this.redis.querentTakeDue(key, leaseMs, limit)),
    );
    // Callbacks of reachable partitions are delivered even if the server of another partition is unavailable.
    const leased = taken.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const failed = taken.find((one) => one.status === 'rejected');
    if (leased.length === 0 && failed !== undefined) throw failed.reason;
    return leased.flatMap(([, , ...members]) => members).map(callbackOf);
  }

  /** Removes a callback that was delivered or given up. */
  async settle(callback: DueCallback): Promise<void> {
    const { runId } = callback;
    const replies = await this.redis
      .multi()
      .zrem(this.keys.callbacks(runId), memberOf(callback))
      .hdel(this.keys.callbackTries(runId), memberOf(callback), letterOf(callback))
      .exec();
    const failure = replies?.find(([error]) => error !== null)?.[0];
    if (failure) throw failure;
  }

  /** Removes all callbacks of a run. */
  async forget(runId: string): Promise<void> {
    const members = await this.redis.zrange(this.keys.callbacks(runId), 0, '-1');
    for (const callback of members.map(callbackOf)) if (callback.runId === runId) await this.settle(callback);
  }

  /**
   * Stores the letter of a callback that is given up.
   * @returns the letter to post: the one stored first, if an earlier process died before it settled the callback
   */
  async owe(callback: DueCallback, letter: DeadLetter): Promise<DeadLetter> {
    return owedLetterSchema.parse(
      JSON.parse(
        await this.redis.querentOweLetter(
          this.keys.callbackTries(callback.runId),
          letterOf(callback),
          JSON.stringify({ ...letter, reason: redacted(letter.reason) }),
        ),
      ),
    );
  }

  /**
   * Counts a failed call.
   * @returns the number of failed calls
   */
  async failed(callback: DueCallback): Promise<number> {
    const tries = this.keys.callbackTries(callback.runId);
    const count = await this.redis.hincrby(tries, memberOf(callback), 1);
    // A count written after another process has settled the callback would otherwise never be removed.
    await this.redis.pexpire(tries, CALLBACK_TRIES_MS);
    return count;
  }

  /** Queues a callback that was given up again, with all its retries. */
  async add(callback: DueCallback): Promise<void> {
    await this.redis.hdel(this.keys.callbackTries(callback.runId), memberOf(callback), letterOf(callback));
    // Score 0 is due by any clock.
    await this.redis.zadd(this.keys.callbacks(callback.runId), 0, memberOf(callback));
    await this.redis.publish(this.keys.callbackWanted(), callback.runId);
  }

  /** Schedules the next call. */
  async again(callback: DueCallback, delayMs: number): Promise<void> {
    await this.redis.querentPutOff(this.keys.callbacks(callback.runId), memberOf(callback), delayMs, '');
  }
}

const memberOf = ({ runId, version }: DueCallback): string => `${runId}:${version}`;
/** Stored beside the number of its failed calls. */
const letterOf = (callback: DueCallback): string => `${memberOf(callback)}:letter`;

function callbackOf(member: string): DueCallback {
  const at = member.lastIndexOf(':');
  return { runId: member.slice(0, at), version: Number(member.slice(at + 1)) };
}
