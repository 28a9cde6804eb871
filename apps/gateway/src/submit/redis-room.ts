import type { RedisClient } from '@querent/platform';
import { readRedisMemory } from '../operate/redis-memory';
import { ProblemError } from '../problems/problem-error';

/**
 * Share of its memory above which Redis takes no new question. The rest is for the questions in progress, whose steps
 * a full Redis would refuse. The alert QuerentRedisFull fires earlier.
 */
const FULL = 0.95;
/** Age up to which a reading is used, ms. */
const TRUST_MS = 2_000;

/** Refuses new questions while the memory of Redis is almost full. */
export class RedisRoom {
  private readAt = -Infinity;
  private isFull = false;

  constructor(private readonly redis: RedisClient) {}

  /** Throws `storage_full` with Retry-After. Uses the last reading and starts the next: no question waits for it. */
  demand(): void {
    if (performance.now() - this.readAt > TRUST_MS) {
      this.readAt = performance.now();
      void readRedisMemory(this.redis).then((memory) => {
        this.isFull = memory !== null && memory.used >= FULL * memory.limit;
      });
    }
    if (this.isFull) throw new ProblemError('storage_full', { headers: { 'retry-after': '30' } });
  }
}
