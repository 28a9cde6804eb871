import type { RedisClient } from '@querent/platform';
import { ExactCache, type ExactCacheOptions } from './exact-cache';

const AGAIN_MS = 1_000;

/**
 * The exact cache on a Redis that nothing needs (CACHE_REDIS_URL). Where it is away nothing is found; versions are told
 * it for as long as it takes, or it would come back with answers that do not hold any more.
 */
export class SpareExactCache extends ExactCache {
  private readonly untold = new Map<string, string>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    redis: RedisClient,
    private readonly onAway: (error: unknown) => void,
    options: ExactCacheOptions,
  ) {
    super(redis, options);
  }

  override async read(...asked: Parameters<ExactCache['read']>): ReturnType<ExactCache['read']> {
    try {
      return await super.read(...asked);
    } catch (error) {
      this.onAway(error);
      return null;
    }
  }

  override async setVersion(audience: string, version: string): Promise<void> {
    this.untold.set(audience, version);
    await this.tell();
  }

  private async tell(): Promise<void> {
    for (const [audience, version] of [...this.untold]) {
      try {
        await super.setVersion(audience, version);
        if (this.untold.get(audience) === version) this.untold.delete(audience);
      } catch (error) {
        this.onAway(error);
        this.timer ??= setTimeout(() => {
          this.timer = undefined;
          void this.tell();
        }, AGAIN_MS).unref();
        return;
      }
    }
  }
}
