import type { QdrantClient } from '@qdrant/js-client-rest';
import { summarizeFailures } from '@querent/platform';
import { z } from 'zod';
import type { MeantVectors, VectorEraser } from '../vector-eraser';
import { VectorIndexUnavailable } from '../vector-index';
import { qdrantClient } from './qdrant-address';
import { DEFAULT_TIMING, QdrantCalls, type QdrantTiming } from './qdrant-calls';
import { completed, nameBeginning, QdrantCollection } from './qdrant-collection';
import { QdrantFailure } from './qdrant-failure';
import { removalFilter } from './qdrant-points';
import { scopesOf } from './qdrant-scopes';

export interface QdrantVectorEraserOptions {
  url: string;
  apiKey?: string | undefined;
  /** Prefix of collection names, as for the indexes. */
  prefix: string;
  timing?: Partial<QdrantTiming>;
}

/** Erases in all collections of a prefix in Qdrant. Nothing is sent before the first call. */
export function qdrantVectorEraser({ url, apiKey, prefix, timing }: QdrantVectorEraserOptions): VectorEraser {
  return new QdrantVectorEraser(
    qdrantClient(url, apiKey),
    new QdrantCalls({ ...DEFAULT_TIMING, ...timing }, () => undefined),
    prefix,
  );
}

const listed = z.object({ collections: z.array(z.object({ name: z.string() })) });

class QdrantVectorEraser implements VectorEraser {
  constructor(
    private readonly client: Promise<QdrantClient>,
    private readonly calls: QdrantCalls,
    private readonly prefix: string,
  ) {}

  async erase(isMeant: MeantVectors): Promise<number> {
    try {
      const { collections } = await this.calls.call('read', listed, async (settings) =>
        (await this.client).api().getCollections({}, settings),
      );
      let erased = 0;
      const troubles: string[] = [];
      for (const { name } of collections) {
        if (!name.startsWith(nameBeginning(this.prefix))) continue;
        try {
          erased += await this.eraseIn(name, isMeant);
        } catch (error) {
          // A collection that cannot be read, for example of a newer version, does not stop the erasure in others.
          troubles.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
        }
      }
      if (troubles.length > 0) throw new VectorIndexUnavailable(summarizeFailures(troubles));
      return erased;
    } catch (error) {
      if (error instanceof QdrantFailure) throw new VectorIndexUnavailable(error.message);
      throw error;
    }
  }

  async close(): Promise<void> {
    this.calls.close();
  }

  private async eraseIn(name: string, isMeant: MeantVectors): Promise<number> {
    const collection = await QdrantCollection.named(name, this.client, this.calls, this.prefix);
    if (collection === null) return 0;
    // A worker may have stopped before it created the indexes that scopes are read by.
    await collection.prepare();
    const meant = (await scopesOf({ client: this.client, calls: this.calls, name })).filter((scope) =>
      isMeant(collection.purpose, scope),
    );
    for (const scope of meant) {
      const filter = removalFilter(scope, undefined);
      await this.calls.call('write', completed, async (settings) =>
        (await this.client).api().deletePoints({ collection_name: name, wait: true, filter }, settings),
      );
    }
    return meant.length;
  }
}
