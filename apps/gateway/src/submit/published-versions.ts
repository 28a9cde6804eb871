import type { ExactCache } from '@querent/cache';

/** Tells the cache of each new model version this process sees, once; a new version makes older answers go. */
export class PublishedVersions {
  private readonly last = new Map<string, string>();

  constructor(private readonly cache: Pick<ExactCache, 'setVersion'>) {}

  async publish(connection: string, version: string): Promise<void> {
    if (this.last.get(connection) === version) return;
    await this.cache.setVersion(connection, version);
    this.last.set(connection, version);
  }
}
