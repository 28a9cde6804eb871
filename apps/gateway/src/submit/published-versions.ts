import type { ExactCache } from '@querent/cache';

/** Tells the cache of each new model version this process sees, once; a new version makes older answers go. */
export class PublishedVersions {
  private readonly last = new Map<string, string>();

  constructor(private readonly cache: Pick<ExactCache, 'setVersion'>) {}

  async publish(audience: string, version: string): Promise<void> {
    if (this.last.get(audience) === version) return;
    await this.cache.setVersion(audience, version);
    this.last.set(audience, version);
  }
}
