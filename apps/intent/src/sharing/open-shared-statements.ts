import { measureLookups, tracedLookup, type CacheLookup, type SemanticCache } from '@querent/cache';
import { runScopeOf, type Catalog } from '@querent/catalog';
import { vectorBlob, type Run } from '@querent/contracts';
import { LinkedAbort } from '@querent/platform';
import type { Embedder, VectorIndex } from '@querent/retrieval';
import type { RunStore } from '@querent/saga';
import type { Registry } from 'prom-client';
import type { SharedStatements } from './share-statement';

export interface SharedStatementsDeps {
  cache: Pick<SemanticCache, 'find'>;
  index: Pick<VectorIndex, 'search'>;
  embedder: Pick<Embedder, 'model' | 'embed' | 'ready'>;
  catalog: Pick<Catalog, 'connection'>;
  store: Pick<RunStore, 'writeBlob'>;
  registry: Registry;
  reasoner: string | null;
  onError: (error: unknown, run: Run) => void;
}

/**
 * A look-up saves the retrieval and the writing of a statement, some 20 ms of the planner's path: it must not take
 * longer than it may save.
 */
const PATIENCE_MS = 400;

/** The semantic cache behind the intent stage, with the vectors of the service's own embedder. */
export function openSharedStatements({
  cache,
  index,
  embedder,
  catalog,
  store,
  registry,
  reasoner,
  onError,
}: SharedStatementsDeps): SharedStatements & { settled(): Promise<void> } {
  const count = measureLookups(registry);
  const underWay = new Set<Promise<void>>();
  return {
    reasoner,
    place(run) {
      const place = runScopeOf(catalog, run);
      return place && { tenant: place.tenant, audience: place.audience, maxRows: place.connection.limits.maxRows };
    },
    async find(place, question, signal) {
      const patience = new LinkedAbort([signal], PATIENCE_MS);
      const patient = patience.signal;
      const embed = async (text: string): Promise<Float32Array | null> =>
        embedder.ready() ? ((await embedder.embed([text], patient))[0] ?? null) : null;
      let told: CacheLookup = { level: 'l2', result: 'miss', reason: 'unknown' };
      const onRejected = (reason: 'no_vector' | 'unlike'): void =>
        void (told = { level: 'l2', result: 'rejected', reason });
      try {
        const hit = await tracedLookup('l2', () => cache.find(place, question, { index, embed, onRejected }, patient));
        count(hit === null ? told : { level: 'l2', result: 'hit', reason: '' });
        return hit;
      } catch (error) {
        if (!signal.aborted) count({ level: 'l2', result: 'miss', reason: 'unavailable' });
        throw error;
      } finally {
        patience.release();
      }
    },
    keepVector(run, text) {
      if (!embedder.ready()) return;
      const kept = embedder
        .embed([text])
        .then(async ([vector]) => {
          if (vector !== undefined)
            await store.writeBlob(
              run.id,
              vectorBlob,
              JSON.stringify({
                model: embedder.model,
                text,
                vector: Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64'),
              }),
            );
        })
        .catch((error: unknown) => onError(error, run))
        .finally(() => underWay.delete(kept));
      underWay.add(kept);
    },
    onError,
    async settled() {
      await Promise.all(underWay);
    },
  };
}
