import type { RedisClient } from '@querent/platform';
import { ExactCache, type ExactCacheOptions } from './exact-cache';

const RETRY_MS = 1_000;

/**
 * The exact cache on an optional Redis (CACHE_REDIS_URL). While it is unavailable, reads find nothing. Versions are
 * published until they succeed, or the cache would serve outdated answers when it returns.
 */
export class SpareExactCache extends ExactCache {
  private readonly unpublished = new Map<string, string>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    redis: RedisClient,
    private readonly onUnavailable: (error: unknown) => void,
    options: ExactCacheOptions,
  ) {
    super(redis, options);
  }

  override async read(...args: Parameters<ExactCache['read']>): ReturnType<ExactCache['read']> {
    try {
      return await super.read(...args);
    } catch (error) {
      this.onUnavailable(error);
      return null;
    }
  }

  override async setVersion(audience: string, version: string): Promise<void> {
    this.unpublished.set(audience, version);
    await this.publishVersions();
  }

  private async publishVersions(): Promise<void> {
    for (const [audience, version] of [...this.unpublished]) {
      try {
        await super.setVersion(audience, version);
        if (this.unpublished.get(audience) === version) this.unpublished.delete(audience);
      } catch (error) {
        this.onUnavailable(error);
        this.timer ??= setTimeout(() => {
          this.timer = undefined;
          void this.publishVersions();
        }, RETRY_MS).unref();
        return;
      }
    }
  }
}
