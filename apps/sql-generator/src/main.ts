import { z } from 'zod';
import { defaultLimits, ModelRegistry, openCatalog, SnapshotStore } from '@querent/catalog';
import { bootWorker } from '@querent/messaging';
import { generate } from './generate';

void bootWorker({
  service: 'sql-generator',
  about: 'compiles semantic queries into guarded, parameterised statements',
  jobs: ['generate', 'reason'],
  env: z.object({}),
  async open({ redis, logger }, env) {
    const catalog = await openCatalog(env.QUERENT_CONFIG_DIR, { logger, credentials: null });
    const models = new ModelRegistry(catalog, new SnapshotStore(redis));
    const stage = generate({
      model: (name) => models.model(name),
      maxRows: (name) => catalog.connection(name)?.limits.maxRows ?? defaultLimits.maxRows,
      now: Date.now,
      clarificationTtlMs: env.CLARIFICATION_TTL_MS,
    });
    return {
      // One stage, two queues: what waits for a model holds up nothing that needs none.
      stages: { generate: stage, reason: stage },
      close: () => catalog.close(),
    };
  },
});
