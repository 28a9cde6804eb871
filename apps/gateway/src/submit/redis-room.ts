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
  private reading: Promise<void> = Promise.resolve();

  constructor(private readonly redis: RedisClient) {}

  /**
   * Throws `storage_full` with Retry-After. An old reading that allows questions is used once more, so that no question
   * waits for the next. An old reading that refuses them is not used: Redis may have had room for hours.
   */
  async demand(): Promise<void> {
    if (performance.now() - this.readAt > TRUST_MS) {
      this.readAt = performance.now();
      this.reading = readRedisMemory(this.redis).then((memory) => {
        this.isFull = memory !== null && memory.used >= FULL * memory.limit;
      });
    }
    if (this.isFull) await this.reading;
    if (this.isFull) throw new ProblemError('storage_full', { headers: { 'retry-after': '30' } });
  }
}
