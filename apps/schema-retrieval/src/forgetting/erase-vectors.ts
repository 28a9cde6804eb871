import { isOwnScope, type Erasure, type Erasures } from '@querent/privacy';
import type { VectorEraser } from '@querent/retrieval';

interface EraseVectorsDeps {
  erasures: Pick<Erasures, 'open' | 'done'>;
  /** Of every store. */
  erasers: readonly Pick<VectorEraser, 'erase'>[];
  log: { info(fields: object, message: string): void; warn(fields: object, message: string): void };
}

/**
 * Removes the vectors of tenants whose data is to be erased, from every store and of every embedder, also where this
 * worker embeds nothing: of all services, this one alone can reach Qdrant.
 *
 * @returns one look; rejects never: what fails keeps nothing else from being removed, is found again at the next look,
 * and until then
 *   its erasure is not whole
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
        // The statements go first: while they are there, their vectors may be written anew.
        if (erasure.pending.includes('data') || !erasure.pending.includes('vectors')) continue;
        const { scopes, errors } = await fromEverywhere(erasure);
        failed.push(...errors);
        if (errors.length > 0) continue;
        await erasures.done(erasure, 'vectors');
        log.info({ tenant: erasure.tenant, scopes }, 'the vectors of an erased tenant are removed');
      }
    } catch (error) {
      failed.push(error);
    }
    const [first] = failed;
    if (failed.length > 0)
      log.warn(
        { error: first instanceof Error ? first.message : String(first) },
        'vectors of an erased tenant are removed later',
      );
  };
}
