import { Flights, SemanticCache } from '@querent/cache';
import { runScopeOf } from '@querent/catalog';
import type { StageFunction } from '@querent/contracts';
import { openVectorIndex, type Embedder } from '@querent/retrieval';
import { Registry } from 'prom-client';
import { storeStatement } from '../../../apps/chart/src/sharing/store-statement';
import type { ExecuteDeps } from '../../../apps/executor/src/execute';
import type { GatewayServices } from '../../../apps/gateway/src/gateway-services';
import { awaitingAnswer } from '../../../apps/intent/src/awaiting/await-answer';
import { openSharedStatements } from '../../../apps/intent/src/sharing/open-shared-statements';
import type { SharedStatements } from '../../../apps/intent/src/sharing/share-statement';

/** The semantic cache and the single flight as the services' `main`s put them together, over Redis. */
export interface SharingInHand {
  shared: SharedStatements;
  /** Around the stage that understands. */
  awaiting(stage: StageFunction): StageFunction;
  /** Around the stage that presents: when it is done, the statement is kept. */
  keeping(stage: StageFunction): StageFunction;
  dropEntry: ExecuteDeps['dropEntry'];
  /** What was taken over: for whom, and whose it was. */
  taken: { tenant: string; from: string }[];
}

/** All texts are alike: nothing but the signature keeps two questions apart. */
const alike: Embedder = {
  model: 'alike',
  dimension: 2,
  ready: () => true,
  embed: async (texts) => texts.map(() => Float32Array.of(1, 0)),
  close: async () => undefined,
};

export function sharingInHand({ redis, store, catalog, habits, audit }: GatewayServices): SharingInHand {
  const { prefix } = store.settings;
  const cache = new SemanticCache(redis, { prefix });
  const fail = (error: unknown): never => {
    throw error;
  };
  const index = openVectorIndex({}, { purpose: 'questions', embedder: alike, redis, prefix, warn: () => undefined });
  const shared = openSharedStatements({
    cache,
    index,
    embedder: alike,
    catalog,
    store,
    registry: new Registry(),
    reasoner: null,
    onError: fail,
  });
  const taken: SharingInHand['taken'] = [];
  return {
    taken,
    shared: {
      ...shared,
      async find(place, question, signal) {
        const hit = await shared.find(place, question, signal);
        if (hit !== null) taken.push({ tenant: place.tenant, from: hit.entry.runId });
        return hit;
      },
    },
    awaiting: (stage) =>
      awaitingAnswer(stage, {
        store,
        audience: (run) => runScopeOf(catalog, run)?.audience ?? null,
        flights: new Flights(redis, { prefix, lifeMs: 60_000 }),
        now: Date.now,
        runTimeoutMs: 60_000,
        audit: async (run, rows) => audit.answeredFromCache(run, rows),
        applyWording: ({ tenant, keyName, request, id, createdAt }, settled) =>
          habits.applyWording({ tenant, keyName, connection: request.connection }, settled, {
            runId: id,
            at: createdAt,
          }),
      }),
    keeping: (stage) => async (run, signal) => {
      const outcome = await stage(run, signal);
      await shared.settled();
      if (outcome.event === 'presented' && run.data.sharing !== null)
        await storeStatement(
          { ...run, data: { ...run.data, ...outcome.patch } },
          { cache, index: () => index, readBlob: (id, name) => store.readBlob(id, name), place: shared.place },
        );
      return outcome;
    },
    async dropEntry(run) {
      const place = shared.place(run);
      const { sharing } = run.data;
      if (place !== null && sharing !== null && sharing.entry !== null)
        await cache.drop(place, sharing.signature, sharing.entry);
    },
  };
}
