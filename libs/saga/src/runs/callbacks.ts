import { redacted, type RedisClient, type RedisKeys } from '@querent/platform';
import { owedLetterSchema, type DeadLetter } from '../dead-letters/dead-letters';
import { withSagaScripts, type SagaRedis } from './scripts';

/** Longer than any call is tried: the last pause before it is given up is some minutes. */
const TRIES_MS = 7 * 24 * 3_600_000;

/** One call to make: the asker of a run is to hear of the state that the run reached with `version`. */
export interface DueCallback {
  runId: string;
  version: number;
}

/**
 * The callbacks that `advance` asks for in the very step that changes a run, so that none is lost with a process.
 * Whoever takes one leases it; unless it is settled it comes back: a call may be made twice, never not at all.
 */
export class CallbackQueue {
  private readonly redis: SagaRedis;

  constructor(
    redis: RedisClient,
    private readonly keys: RedisKeys,
  ) {
    this.redis = withSagaScripts(redis);
  }

  /** Callbacks whose time has come, at most `limit` of each partition, leased to the caller for `leaseMs`. */
  async take(leaseMs: number, limit: number): Promise<DueCallback[]> {
    const taken = await Promise.allSettled(
      this.keys.allCallbacks().map((key) => this.redis.querentTakeDue(key, leaseMs, limit)),
    );
    // What some partitions have leased is made, though the server of another is away.
    const leased = taken.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const failed = taken.find((one) => one.status === 'rejected');
    if (leased.length === 0 && failed !== undefined) throw failed.reason;
    return leased.flatMap(([, , ...members]) => members).map(callbackOf);
  }

  /** Made, or given up. */
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

  /** Makes none of a run's any more. */
  async forget(runId: string): Promise<void> {
    const members = await this.redis.zrange(this.keys.callbacks(runId), 0, '-1');
    for (const callback of members.map(callbackOf)) if (callback.runId === runId) await this.settle(callback);
  }

  /**
   * Notes the letter of a callback that is given up. @returns the one to post: that of whoever gave it up before, and
   * died before it was settled
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

  /** Counts a try that failed. @returns how many there were */
  async failed(callback: DueCallback): Promise<number> {
    const tries = this.keys.callbackTries(callback.runId);
    const count = await this.redis.hincrby(tries, memberOf(callback), 1);
    // What is counted after somebody else has settled it is taken out by nobody.
    await this.redis.pexpire(tries, TRIES_MS);
    return count;
  }

  /** Makes a callback that was given up once more, with all its tries. */
  async add(callback: DueCallback): Promise<void> {
    await this.redis.hdel(this.keys.callbackTries(callback.runId), memberOf(callback), letterOf(callback));
    // Due at once, by any clock.
    await this.redis.zadd(this.keys.callbacks(callback.runId), 0, memberOf(callback));
    await this.redis.publish(this.keys.callbackWanted(), callback.runId);
  }

  /** Sets the next try. */
  async again(callback: DueCallback, delayMs: number): Promise<void> {
    await this.redis.querentPutOff(this.keys.callbacks(callback.runId), memberOf(callback), delayMs, '');
  }
}

const memberOf = ({ runId, version }: DueCallback): string => `${runId}:${version}`;
/** Beside the number of its tries. */
const letterOf = (callback: DueCallback): string => `${memberOf(callback)}:letter`;

function callbackOf(member: string): DueCallback {
  const at = member.lastIndexOf(':');
  return { runId: member.slice(0, at), version: Number(member.slice(at + 1)) };
}
