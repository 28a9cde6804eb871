import { isOwnScope, type Erasures } from '@querent/privacy';
import type { VectorEraser } from '@querent/retrieval';

interface EraseVectorsDeps {
  erasures: Pick<Erasures, 'open' | 'done'>;
  /** Of every store. */
  erasers: readonly Pick<VectorEraser, 'erase'>[];
  log: { info(fields: object, message: string): void; warn(fields: object, message: string): void };
}

/**
 * Removes the vectors of tenants whose data is to be erased, from every store and of every embedder, also where this worker embeds
 * nothing: of all services, this one alone can reach Qdrant.
 *
 * @returns one look; rejects never: what fails is found again at the next, and until then the erasure is not whole
 */
export function eraseVectors({ erasures, erasers, log }: EraseVectorsDeps): () => Promise<void> {
  return async () => {
    try {
      for (const erasure of await erasures.open()) {
        // The statements go first: while they are there, their vectors may be written anew.
        if (erasure.pending.includes('data') || !erasure.pending.includes('vectors')) continue;
        let scopes = 0;
        for (const eraser of erasers) scopes += await eraser.erase((purpose, { tenant }) => isOwnScope(erasure.tenant, purpose, tenant));
        await erasures.done(erasure, 'vectors');
        log.info({ tenant: erasure.tenant, scopes }, 'the vectors of an erased tenant are removed');
      }
    } catch (error) {
      log.warn({ error: error instanceof Error ? error.message : String(error) }, 'vectors of an erased tenant are removed later');
    }
  };
}
