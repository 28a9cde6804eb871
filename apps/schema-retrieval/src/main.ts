import { z } from 'zod';
import { ModelRegistry, openCatalog, SnapshotStore } from '@querent/catalog';
import { bootWorker } from '@querent/messaging';
import { retrieve } from './retrieve';

void bootWorker({
  service: 'schema-retrieval',
  about: 'finds the tables, joins and sample questions that matter for a question',
  jobs: ['retrieve'],
  env: z.object({}),
  async open({ redis, logger }, env) {
    const catalog = await openCatalog(env.QUERENT_CONFIG_DIR, { logger, credentials: null });
    const models = new ModelRegistry(catalog, new SnapshotStore(redis));
    return {
      stages: { retrieve: retrieve({ model: (name) => models.model(name), samples: (name) => catalog.samples(name) }) },
      close: () => catalog.close(),
    };
  },
});
