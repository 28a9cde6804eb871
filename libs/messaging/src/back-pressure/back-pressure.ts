import { setTimeout as pause } from 'node:timers/promises';
import type { JobKey } from '@querent/contracts';
import { settledWithin, type QueueKeys, type RedisClient } from '@querent/platform';
import { queuesOf } from '../queue-settings';
import crowdedSource from './crowded.lua';
import firstTurnSource from './first-turn.lua';

interface Scripts {
  querentCrowded(keyCount: number, ...args: (string | number)[]): Promise<number>;
  querentFirstTurn(keyCount: number, ...keys: string[]): Promise<number>;
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
  keys: QueueKeys;
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
  /** Waiting and active jobs of the downstream queues, in groups that share a slot. */
  private readonly downstream: string[][];
  private heldSince: number | null = null;

  constructor(private readonly options: BackPressureOptions) {
    const { keys, jobs } = options;
    this.downstream = keys
      .bySlot(queuesOf(jobs))
      .map((queues) => queues.flatMap((queue) => [keys.key(queue, 'prioritized'), keys.key(queue, 'active')]));
    this.redis = options.redis as RedisClient & Scripts;
    if (typeof this.redis.querentCrowded === 'function') return;
    options.redis.defineCommand('querentCrowded', { lua: crowdedSource });
    options.redis.defineCommand('querentFirstTurn', { lua: firstTurnSource });
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
      if (!(await answered(this.isCrowded()))) return 'free';
      const turn = await answered(this.firstTurn());
      if (turn === 0) return 'free';
      return turn > (await answered(this.options.newcomers())) ? 'held' : 'newcomer';
    } catch {
      // The job itself is read from the same Redis, so nothing is gained by holding it.
      return 'free';
    }
  }

  private async isCrowded(): Promise<boolean> {
    const { perJob } = this.options;
    const crowded = await Promise.all(
      this.downstream.map((keys) => this.redis.querentCrowded(keys.length, ...keys, perJob)),
    );
    return crowded.includes(1);
  }

  /** The turn of the queue's next job; 0 if that job is not held back. */
  private firstTurn(): Promise<number> {
    const { keys, queue } = this.options;
    return this.redis.querentFirstTurn(2, keys.key(queue, 'wait'), keys.key(queue, 'prioritized'));
  }
}

const answered = <T>(reply: Promise<T>): Promise<T> =>
  settledWithin(REDIS_TIMEOUT_MS, reply, () => new Error('Redis did not answer'));
