import { z } from 'zod';
import { ModelRegistry, openCatalog, SnapshotStore, type RegisteredModel } from '@querent/catalog';
import { bootWorker } from '@querent/messaging';
import { tableFinder } from '@querent/retrieval';
import { fileSamples } from './file-samples';
import { openEmbedder } from './open-embedder';
import { retrieve } from './retrieve';

void bootWorker({
  service: 'schema-retrieval',
  about: 'finds the tables, stored values and sample questions that matter for a question',
  jobs: ['retrieve'],
  env: z.object({}),
  async open({ redis, logger }, env) {
    const catalog = await openCatalog(env.QUERENT_CONFIG_DIR, { logger, credentials: null });
    const models = new ModelRegistry(catalog, new SnapshotStore(redis));
    const onError = (error: unknown): void => logger.warn({ error: error instanceof Error ? error.message : String(error) }, 'nothing is found by meaning');
    const embedder = openEmbedder(onError);
    const tables = tableFinder({ embedder, onError });
    const model = async (name: string): Promise<RegisteredModel | null> => {
      const registered = await models.model(name);
      if (registered !== null && registered.problems.length === 0) void tables.prepare(registered.model);
      return registered;
    };
    // Ahead of the first question: until its tables are ready, a model's are found by their words alone.
    for (const { name } of catalog.connections()) void model(name).catch(onError);
    return {
      stages: { retrieve: retrieve({ model, tables, samples: fileSamples((name) => catalog.samples(name)) }) },
      async close() {
        await tables.close();
        await embedder?.close();
        await catalog.close();
      },
    };
  },
});
