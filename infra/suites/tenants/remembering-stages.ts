import { entryRows, ExactCache, exactEntryOf } from '@querent/cache';
import { audienceOf } from '@querent/catalog';
import { Conversations } from '@querent/memory';
import { remembering } from '../../../apps/chart/src/remembering';
import type { GatewayServices } from '../../../apps/gateway/src/gateway-services';
import type { StageOptions } from '../leak/stages-in-hand';

/** Leaves answers to the exact cache and to their conversations, as the chart service's `main` does. */
export function rememberingStages({ redis, store, results, catalog }: GatewayServices): StageOptions['around'] {
  const cache = new ExactCache(redis, { prefix: store.settings.prefix });
  const conversations = new Conversations(redis, {
    prefix: store.settings.prefix,
    lifeMs: 3_600_000,
    warn: () => undefined,
  });
  return (job, stage) => {
    if (job !== 'present') return stage;
    return remembering(stage, {
      converse: (run) => conversations.remember(run),
      share: () => undefined,
      firstRows: (run) =>
        run.data.result === null ? Promise.resolve([]) : results.readPage(run.id, run.data.result, 0, entryRows),
      remember: async (run, rows) => {
        const entry = exactEntryOf(run, rows);
        const connection = catalog.connection(run.request.connection);
        if (entry !== null && run.data.cacheKey !== null && connection !== undefined)
          await cache.put(audienceOf(connection, run.tenant), run.data.cacheKey, entry);
      },
      onError: (error) => {
        throw error;
      },
    });
  };
}
