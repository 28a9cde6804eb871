import { z } from 'zod';
import { defaultLimits, ModelRegistry, openCatalog, SnapshotStore } from '@querent/catalog';
import { bootWorker } from '@querent/messaging';
import { generate } from './generate';

void bootWorker({
  service: 'sql-generator',
  about: 'compiles semantic queries into guarded, parameterised statements',
  jobs: ['generate'],
  env: z.object({}),
  async open({ redis, logger }, env) {
    const catalog = await openCatalog(env.QUERENT_CONFIG_DIR, { logger, credentials: null });
    const models = new ModelRegistry(catalog, new SnapshotStore(redis));
    return {
      stages: {
        generate: generate({
          model: (name) => models.model(name),
          maxRows: (name) => catalog.connection(name)?.limits.maxRows ?? defaultLimits.maxRows,
          now: Date.now,
          clarificationTtlMs: env.CLARIFICATION_TTL_MS,
        }),
      },
      close: () => catalog.close(),
    };
  },
});
