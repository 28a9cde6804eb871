import { isOwnScope, type Erasure, type Erasures } from '@querent/privacy';
import type { VectorEraser } from '@querent/retrieval';

interface EraseVectorsDeps {
  erasures: Pick<Erasures, 'open' | 'done'>;
  /** One for every vector store. */
  erasers: readonly Pick<VectorEraser, 'erase'>[];
  log: { info(fields: object, message: string): void; warn(fields: object, message: string): void };
}

/**
 * Deletes the vectors of tenants whose data is to be erased, from every store and for every embedder. This service does
 * it even without an embedder, because no other service can reach Qdrant.
 * @returns a function that makes one pass and never rejects. A failure does not stop the other deletions; it leaves the
 * erasure pending, and the next pass repeats it.
 */
export function eraseVectors({ erasures, erasers, log }: EraseVectorsDeps): () => Promise<void> {
  const fromEverywhere = async ({ tenant: erased }: Erasure): Promise<{ scopes: number; errors: unknown[] }> => {
    let scopes = 0;
    const errors: unknown[] = [];
    for (const eraser of erasers) {
      try {
        scopes += await eraser.erase((purpose, { tenant }) => isOwnScope(erased, purpose, tenant));
      } catch (error) {
        errors.push(error);
      }
    }
    return { scopes, errors };
  };
  return async () => {
    const failed: unknown[] = [];
    try {
      for (const erasure of await erasures.open()) {
        // Only after the tenant's statements have been deleted: until then their vectors may be written again.
        if (erasure.pending.includes('data') || !erasure.pending.includes('vectors')) continue;
        const { scopes, errors } = await fromEverywhere(erasure);
        failed.push(...errors);
        if (errors.length > 0) continue;
        await erasures.done(erasure, 'vectors');
        log.info({ tenant: erasure.tenant, scopes }, 'the vectors of an erased tenant were deleted');
      }
    } catch (error) {
      failed.push(error);
    }
    const [first] = failed;
    if (failed.length > 0)
      log.warn(
        { error: first instanceof Error ? first.message : String(first) },
        'the vectors of an erased tenant could not be deleted; the next pass repeats it',
      );
  };
}
