import { ExactCache, ExplorationCache } from '@querent/cache';
import { ModelRegistry, openCatalog, SnapshotStore } from '@querent/catalog';
import { bootWorker, sagaSettingsOf } from '@querent/messaging';
import { DatasourceRegistry } from './datasource-registry';
import { execute, type ExecuteDeps } from './execute';
import { explore } from './exploration/explore';
import { executorEnvSchema } from './executor-env';
import { guardCatalogues } from './guard-catalogues';
import { IntrospectionLoop } from './introspection-loop';
import { loggableError, loggableMessage } from './loggable-failure';

void bootWorker({
  service: 'executor',
  about: 'the only door to customers’ data: guards statements, runs them read-only, reads schemas',
  jobs: ['execute', 'executeSlowly', 'explore'],
  env: executorEnvSchema,
  concurrencyOf: ({ SLOW_CONCURRENCY }) => ({ executeSlowly: SLOW_CONCURRENCY }),
  async open({ redis, logger, results, connect }, env) {
    const catalog = await openCatalog(env.QUERENT_CONFIG_DIR, { logger });
    const snapshots = new SnapshotStore(redis);
    const datasources = new DatasourceRegistry(catalog);
    const cache = new ExactCache(redis);
    const onRead = async (name: string): Promise<void> => {
      // A registry of its own: one that remembers might not have seen the new snapshot yet.
      const registered = await new ModelRegistry(catalog, snapshots).model(name);
      if (registered !== null) await cache.setVersion(name, registered.model.version);
    };
    const loop = new IntrospectionLoop({ catalog, datasources, snapshots, logger, onRead, refreshMs: env.SCHEMA_REFRESH_MS, retryMs: env.SCHEMA_RETRY_MS });
    loop.start();
    await snapshots.onRefreshRequest(connect('subscriber'), (name) => void loop.refresh(name));
    const models = new ModelRegistry(catalog, snapshots);
    const guardCatalogue = guardCatalogues(models, snapshots);
    const executing: ExecuteDeps = {
      datasource: (name) => datasources.get(name),
      guardCatalogue,
      model: async (name) => (await models.model(name))?.model ?? null,
      writeRows: (runId, version, rows) => results.write(runId, version, rows),
      onRefused: (run, code, reason) => logger.warn({ runId: run.id, code, reason }, 'statement refused'),
      onFailed: ({ id, request }, { errorClass: { name }, sqlstate, message }) => {
        logger.warn({ runId: id, class: name, sqlstate, error: loggableMessage(sqlstate, message) }, 'statement failed');
        // The schema has changed since it was read. A derived model just follows; a file that names what is gone would be a
        // mistake at once, and close the connection to every other question before anybody can mend it.
        const changed = name === 'unknown_column' || name === 'unknown_table';
        if (changed && catalog.modelFile(request.connection).file === null) void loop.refresh(request.connection);
      },
      maxCost: (name) => catalog.connection(name)?.limits.maxCost ?? null,
      now: Date.now,
      clarificationTtlMs: env.CLARIFICATION_TTL_MS,
    };
    return {
      stages: {
        execute: execute(executing),
        executeSlowly: execute({ ...executing, lane: 'slow' }),
        explore: explore({
          datasource: (name) => datasources.get(name),
          guardCatalogue,
          version: async (name) => (await models.model(name))?.model.version ?? null,
          cache: new ExplorationCache(redis, { prefix: sagaSettingsOf(env).prefix, ttlMs: env.EXPLORE_CACHE_MS, warn: (fields, message) => logger.warn(fields, message) }),
          timeoutMs: env.EXPLORE_TIMEOUT_MS,
          maxCost: (name) => catalog.connection(name)?.limits.maxCost ?? null,
          onFailed: ({ id }, error) => logger.warn({ runId: id, error: loggableError(error) }, 'exploration failed'),
        }),
      },
      close: async () => {
        await loop.stop();
        await datasources.close();
        await catalog.close();
      },
    };
  },
});
