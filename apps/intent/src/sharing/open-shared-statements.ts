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

/** Time-out of a look-up: it must not delay a run much, because a hit saves the planner's path only some 20 ms. */
const TIMEOUT_MS = 400;

/** The semantic cache for the intent stage, searched with the service's embedder. */
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
    groupOf(run) {
      const scope = runScopeOf(catalog, run);
      return scope && { tenant: scope.tenant, audience: scope.audience, maxRows: scope.connection.limits.maxRows };
    },
    async find(group, question, signal) {
      const timeout = new LinkedAbort([signal], TIMEOUT_MS);
      const limited = timeout.signal;
      const embed = async (text: string): Promise<Float32Array | null> =>
        embedder.ready() ? ((await embedder.embed([text], limited))[0] ?? null) : null;
      let miss: CacheLookup = { level: 'l2', result: 'miss', reason: 'unknown' };
      const onRejected = (reason: 'no_vector' | 'unlike'): void =>
        void (miss = { level: 'l2', result: 'rejected', reason });
      try {
        const hit = await tracedLookup('l2', () => cache.find(group, question, { index, embed, onRejected }, limited));
        count(hit === null ? miss : { level: 'l2', result: 'hit', reason: '' });
        return hit;
      } catch (error) {
        if (!signal.aborted) count({ level: 'l2', result: 'miss', reason: 'unavailable' });
        throw error;
      } finally {
        timeout.release();
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
