import { audiencesOf, ModelRegistry, openCatalog, SampleBook, SampleStore, SnapshotStore, type RegisteredModel } from '@querent/catalog';
import { bootWorker, sagaSettingsOf } from '@querent/messaging';
import { openEmbedder, sampleFinder, tableFinder } from '@querent/retrieval';
import { findSamples } from './find-samples';
import { retrievalEnvSchema } from './retrieval-env';
import { retrieve } from './retrieve';

void bootWorker({
  service: 'schema-retrieval',
  about: 'finds the tables, stored values and sample questions that matter for a question',
  jobs: ['retrieve'],
  env: retrievalEnvSchema,
  async open({ redis, logger }, env) {
    const catalog = await openCatalog(env.QUERENT_CONFIG_DIR, { logger, credentials: null });
    const models = new ModelRegistry(catalog, new SnapshotStore(redis));
    const onError = (error: unknown): void => logger.warn({ error: error instanceof Error ? error.message : String(error) }, 'a search does without something');
    const embedder = openEmbedder(env, { onError });
    const tables = tableFinder({ embedder, onError });
    const store = new SampleStore(redis, { prefix: sagaSettingsOf(env).prefix, warn: (fields, message) => logger.warn(fields, message) });
    const samples = sampleFinder({
      book: new SampleBook(catalog, store), embedder, onError,
      onRetired: ({ connection }, { id, source }, why) => logger.warn({ connection, sample: id, source, why }, 'a sample does not fit the model any more and is retired'),
    });
    const model = async (name: string, tenant: string | null): Promise<RegisteredModel | null> => {
      const registered = await models.model(name, tenant);
      if (registered !== null && registered.problems.length === 0) void tables.prepare(registered.model);
      return registered;
    };
    // Ahead of the first question: until its tables are ready, a model's are found by their words alone.
    for (const connection of catalog.connections()) for (const { tenant } of audiencesOf(connection)) void model(connection.name, tenant).catch(onError);
    return {
      stages: { retrieve: retrieve({ model, tables, samples: findSamples(samples, onError) }) },
      async close() {
        await samples.close();
        await tables.close();
        await embedder?.close();
        await catalog.close();
      },
    };
  },
});
