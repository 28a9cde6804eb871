import {
  audienceOf,
  audiencesOf,
  ModelRegistry,
  openCatalog,
  preparations,
  SampleBook,
  SampleStore,
  SnapshotStore,
  type RegisteredModel,
  RevisionStore,
} from '@querent/catalog';
import { sagaSettingsOf, type OpenedStages, type ServiceEnv, type StageDeps } from '@querent/messaging';
import {
  indexValues,
  openEmbedder,
  openVectorErasers,
  openVectorIndex,
  sampleFinder,
  sharedGists,
  tableFinder,
} from '@querent/retrieval';
import { openCleanup } from './cleanup/open-cleanup';
import type { retrievalEnvSchema } from './retrieval-env';
import { findSamples, isFullyIndexed, retrieve } from './retrieve';
import { indexProgress } from './index-progress';

/** Composes the retrieval service: the search for tables, values and samples, its vector indexes, and their cleanup. */
export async function openRetrieval(
  { redis, caches, logger, health, subscriber, metrics: { registry } }: StageDeps,
  env: ServiceEnv<typeof retrievalEnvSchema>,
): Promise<OpenedStages<'retrieve'>> {
  const revisions = { store: new RevisionStore(redis, env.QUEUE_PREFIX), subscriber };
  const catalog = await openCatalog(env.QUERENT_CONFIG_DIR, {
    logger,
    credentials: null,
    revisions,
    acceptsTokens: env.JWT_ISSUER !== undefined,
  });
  const { prefix } = sagaSettingsOf(env);
  const models = new ModelRegistry(catalog, new SnapshotStore(redis, prefix));
  const onError = (error: unknown): void =>
    logger.warn(
      { error: error instanceof Error ? error.message : String(error) },
      'a part of the search failed; the search continues without it',
    );
  const embedder = openEmbedder(env, { onError });
  const warn = (fields: object, message: string): void => logger.warn(fields, message);
  const gists =
    embedder === null
      ? null
      : openVectorIndex(env, { purpose: 'tables', embedder, redis, prefix, registry, health, warn });
  const tables = tableFinder({
    embedder,
    onError,
    promptTokens: env.RETRIEVAL_PROMPT_TOKENS,
    onProgress: indexProgress(logger, registry),
    ...(embedder === null || gists === null ? {} : { vectors: sharedGists({ index: gists, embedder, redis, prefix }) }),
  });
  const store = new SampleStore(redis, { prefix, warn: (fields, message) => logger.warn(fields, message) });
  const sampleVectors =
    embedder === null
      ? null
      : openVectorIndex(env, { purpose: 'samples', embedder, redis, prefix, registry, health, warn });
  const samples = sampleFinder({
    book: new SampleBook(catalog, store),
    embedder,
    onError,
    vectors: sampleVectors === null ? null : { index: sampleVectors, redis, prefix },
    onRetired: ({ connection }, { id, source }, why) =>
      logger.warn({ connection, sample: id, source, why }, 'a sample no longer fits the model and was retired'),
  });
  const questions =
    embedder === null
      ? null
      : openVectorIndex(env, { purpose: 'questions', embedder, redis: caches, prefix, registry, warn });
  const indexes =
    gists === null || sampleVectors === null || questions === null
      ? null
      : { questions, tables: gists, samples: sampleVectors };
  const erasers = openVectorErasers(env, { redis: [redis, caches], prefix });
  const stopCleanup = openCleanup({ catalog, redis, caches, prefix, indexes, erasers, log: logger });
  const embedded = async (name: string, tenant: string | null): Promise<RegisteredModel | null> => {
    const registered = await models.model(name, tenant);
    const connection = catalog.connection(name);
    const audience = connection === undefined || tenant === null ? name : audienceOf(connection, tenant);
    if (registered !== null && registered.problems.length === 0) void tables.prepare(registered.model, audience);
    return registered;
  };
  const model = async (name: string, tenant: string | null): Promise<RegisteredModel | null> => {
    const registered = await embedded(name, tenant);
    if (registered !== null && registered.problems.length === 0 && isFullyIndexed(registered.model))
      await indexValues(registered.model).catch(onError);
    return registered;
  };
  // Before the first question, because tables are found only by their words until they are embedded.
  for (const connection of catalog.connections())
    for (const { tenant } of audiencesOf(connection)) void embedded(connection.name, tenant).catch(onError);
  return {
    stages: { retrieve: retrieve({ model, tables, samples: findSamples(samples, onError) }) },
    // Not the indexes of values: they take 10 MB a connection, and only questions for a language model need them.
    warmUp: () =>
      preparations(catalog, models, async (_model, { connection, tenant }) => {
        await embedded(connection.name, tenant);
        return null;
      }),
    async close() {
      await stopCleanup();
      await samples.close();
      await questions?.close();
      await sampleVectors?.close();
      await tables.close();
      await gists?.close();
      await embedder?.close();
      await catalog.close();
    },
  };
}
