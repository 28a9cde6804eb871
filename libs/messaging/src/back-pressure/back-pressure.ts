import { setTimeout as pause } from 'node:timers/promises';
import type { JobKey } from '@querent/contracts';
import { queueKey, settledWithin, type RedisClient } from '@querent/platform';
import { queuesOf } from '../queue-settings';
import firstHeldSource from './first-held.lua';

interface Scripts {
  querentFirstHeld(keyCount: number, ...args: (string | number)[]): Promise<number>;
}

/** The downstream jobs that limit how many jobs a queue starts. */
export interface DownstreamLimit {
  /** Jobs of the downstream stages. */
  jobs: readonly JobKey[];
  /** Maximum number of waiting downstream jobs per active one; 0 disables the limit. */
  perJob: number;
}

interface BackPressureOptions extends DownstreamLimit {
  redis: RedisClient;
  /** BullMQ's prefix, with its braces: all of its keys are in one slot. */
  prefix: string;
  queue: string;
  /** The turn (position in the queue) that a tenant's first run would get now. Jobs up to it are not held back. */
  newcomers(): Promise<number>;
  /** Called with the time for which jobs were held back, seconds. */
  onHeld?(seconds: number): void;
  /**
   * Time after which a held queue starts one job anyway, ms; 1 s by default. Without it, a stage that is down would
   * block runs that do not need it.
   */
  trickleMs?: number;
}

/** Delay before a consumer checks again, ms. */
const HOLD_MS = 5;
const TRICKLE_MS = 1_000;
/** Timeout of Redis, ms; without an answer, nothing is held back. */
const REDIS_TIMEOUT_MS = 1_000;

/**
 * Limits work in progress: a stage that is not the bottleneck starts no job while the downstream stages have enough
 * jobs. The result of that job is not needed yet, and where stages share processors it would slow down the stages whose
 * results are needed. Known as CONWIP (Spearman, Woodruff, Hopp 1990, https://doi.org/10.1080/00207549008942761). Here
 * the limit counts waiting jobs, because active jobs may themselves wait for databases and models.
 */
export class BackPressure {
  private readonly redis: RedisClient & Scripts;
  private readonly keys: string[];
  private heldSince: number | null = null;

  constructor(private readonly options: BackPressureOptions) {
    const { prefix, queue: own } = options;
    const downstream = queuesOf(options.jobs).flatMap((queue) => [
      queueKey(prefix, queue, 'prioritized'),
      queueKey(prefix, queue, 'active'),
    ]);
    this.keys = [queueKey(prefix, own, 'wait'), queueKey(prefix, own, 'prioritized'), ...downstream];
    this.redis = options.redis as RedisClient & Scripts;
    if (typeof this.redis.querentFirstHeld !== 'function')
      options.redis.defineCommand('querentFirstHeld', { lua: firstHeldSource });
  }

  /**
   * Whether the queue's next job may start. Resolves to false only after a short delay, so the caller need not wait
   * before it asks again.
   */
  async mayBegin(): Promise<boolean> {
    const began = performance.now();
    const next = await this.next();
    // New tenants' jobs do not reset `heldSince`, so the other jobs are still released in time.
    if (next === 'newcomer') return true;
    if (next === 'free' || began - (this.heldSince ?? began) >= (this.options.trickleMs ?? TRICKLE_MS)) {
      this.heldSince = null;
      return true;
    }
    this.heldSince ??= began;
    await pause(HOLD_MS);
    this.options.onHeld?.((performance.now() - began) / 1_000);
    return false;
  }

  private async next(): Promise<'free' | 'newcomer' | 'held'> {
    try {
      const turn = await settledWithin(
        REDIS_TIMEOUT_MS,
        this.redis.querentFirstHeld(this.keys.length, ...this.keys, this.options.perJob),
        () => new Error('Redis did not answer'),
      );
      if (turn === 0) return 'free';
      return turn >
        (await settledWithin(REDIS_TIMEOUT_MS, this.options.newcomers(), () => new Error('Redis did not answer')))
        ? 'held'
        : 'newcomer';
    } catch {
      // The job itself is read from the same Redis, so nothing is gained by holding it.
      return 'free';
    }
  }
}
