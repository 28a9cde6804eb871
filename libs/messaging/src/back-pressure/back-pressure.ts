import { setTimeout as pause } from 'node:timers/promises';
import type { JobKey } from '@querent/contracts';
import { queueKey, settledWithin, type RedisClient } from '@querent/platform';
import { queuesOf } from '../queue-settings';
import firstHeldSource from './first-held.lua';

interface Scripts {
  querentFirstHeld(keyCount: number, ...args: (string | number)[]): Promise<number>;
}

/** What a queue waits for before its next job is begun. */
export interface Heeding {
  /** Jobs of the stages behind. */
  jobs: readonly JobKey[];
  /** So many of them may wait for each that is under way; 0: any number, the queue heeds nobody. */
  perJob: number;
}

interface BackPressureOptions extends Heeding {
  redis: RedisClient;
  /** BullMQ's prefix, with its braces: all of its keys are in one slot. */
  prefix: string;
  queue: string;
  /** The priority of whoever comes now and has asked nothing before: not held back. */
  newcomers(): Promise<number>;
  /** Told how long jobs were held back, seconds. */
  onHeld?(seconds: number): void;
  /**
   * So long after it held one back it begins one anyway, ms; 1 s by default: a stage that is down holds up nobody for
   * ever who does not need it.
   */
  trickleMs?: number;
}

/** How long a consumer waits before it looks again, ms. */
const HOLD_MS = 5;
const TRICKLE_MS = 1_000;
/** Without an answer of Redis for so long, ms, nothing is held back. */
const PATIENCE_MS = 1_000;

/**
 * Limits work in progress: a stage that is not the slowest begins no job while those behind it have enough to do. What
 * it would do meanwhile nobody waits for yet, and where stages share processors it slows down those whom somebody does
 * wait for. Known as CONWIP (Spearman, Woodruff, Hopp 1990, https://doi.org/10.1080/00207549008942761), here by what
 * waits: jobs that are under way may wait themselves, for databases and models.
 */
export class BackPressure {
  private readonly redis: RedisClient & Scripts;
  private readonly keys: string[];
  private heldSince: number | null = null;

  constructor(private readonly options: BackPressureOptions) {
    const { prefix, queue: own } = options;
    const behind = queuesOf(options.jobs).flatMap((queue) => [
      queueKey(prefix, queue, 'prioritized'),
      queueKey(prefix, queue, 'active'),
    ]);
    this.keys = [queueKey(prefix, own, 'wait'), queueKey(prefix, own, 'prioritized'), ...behind];
    this.redis = options.redis as RedisClient & Scripts;
    if (typeof this.redis.querentFirstHeld !== 'function')
      options.redis.defineCommand('querentFirstHeld', { lua: firstHeldSource });
  }

  /** Whether the queue's next job may be begun; where not, after a moment that the caller need not wait again. */
  async mayBegin(): Promise<boolean> {
    const began = performance.now();
    const next = await this.next();
    // However many of them come, the others have been held since they were.
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
        PATIENCE_MS,
        this.redis.querentFirstHeld(this.keys.length, ...this.keys, this.options.perJob),
        () => new Error('Redis did not answer'),
      );
      if (turn === 0) return 'free';
      return turn >
        (await settledWithin(PATIENCE_MS, this.options.newcomers(), () => new Error('Redis did not answer')))
        ? 'held'
        : 'newcomer';
    } catch {
      // The job itself is asked of the same Redis.
      return 'free';
    }
  }
}
