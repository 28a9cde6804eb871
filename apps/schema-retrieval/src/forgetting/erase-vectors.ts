import { isOwnScope, type Erasures } from '@querent/privacy';
import type { VectorIndex } from '@querent/retrieval';

interface EraseVectorsDeps {
  erasures: Pick<Erasures, 'open' | 'done'>;
  /** By purpose. */
  indexes: Readonly<Record<string, Pick<VectorIndex, 'scopes' | 'removeAll'>>>;
  log: { warn(fields: object, message: string): void };
}

/**
 * Removes the vectors of tenants whose data is to be erased, wherever the index keeps them: of all services, this one alone can reach it.
 *
 * @returns one look; rejects never: what fails is found again at the next
 */
export function eraseVectors({ erasures, indexes, log }: EraseVectorsDeps): () => Promise<void> {
  return async () => {
    try {
      for (const erasure of await erasures.open()) {
        if (!erasure.pending.includes('vectors')) continue;
        for (const [purpose, index] of Object.entries(indexes)) {
          const own = (await index.scopes()).filter(({ tenant }) => isOwnScope(erasure.tenant, purpose, tenant));
          for (const scope of own) await index.removeAll(scope);
        }
        // The statements go first: while they are there, their vectors may be written anew.
        if (!erasure.pending.includes('data')) await erasures.done(erasure, 'vectors');
      }
    } catch (error) {
      log.warn({ error: error instanceof Error ? error.message : String(error) }, 'vectors of an erased tenant are removed later');
    }
  };
}
