import type { ExactCache } from '@querent/cache';

/** Publishes each new model version to the cache once per process; a new version invalidates older answers. */
export class PublishedVersions {
  private readonly last = new Map<string, string>();

  constructor(private readonly cache: Pick<ExactCache, 'setVersion'>) {}

  async publish(audience: string, version: string): Promise<void> {
    if (this.last.get(audience) === version) return;
    await this.cache.setVersion(audience, version);
    this.last.set(audience, version);
  }
}
