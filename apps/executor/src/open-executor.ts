import { ExactCache, ExplorationCache, measureLookups, SemanticCache, SpareExactCache } from '@querent/cache';
import { AuditTrail, auditSettingsOf } from '@querent/audit';
import { ModelRegistry, openCatalog, preparations, runScopeOf, SnapshotStore, RevisionStore } from '@querent/catalog';
import type { Run } from '@querent/contracts';
import { ImpactStore } from '@querent/impact';
import { provideSenses } from '@querent/lexicon';
import { sagaSettingsOf, type OpenedStages, type ServiceEnv, type StageDeps } from '@querent/messaging';
import { readSenses } from '@querent/retrieval';
import { createAdmissionMetrics } from './admission/admission-metrics';
import { heldDays } from './admission/held-days';
import { tooExpensive } from './admission/too-expensive';
import { realDatabases, type DatabaseAccess } from './connections/database-access';
import { DatasourceRegistry, gaugePools } from './connections/datasource-registry';
import { checkDefinitions } from './definitions/check-definitions';
import { tryStatement } from './definitions/try-statement';
import { execute, type ExecuteDeps } from './execute';
import { explore } from './exploration/explore';
import type { executorEnvSchema } from './executor-env';
import { grantedFunctions, guardCatalogues } from './schema/guard-catalogues';
import { openIntrospection } from './schema/open-introspection';
import { loggableError, loggableMessage } from './failures/loggable-failure';
import { refreshAfterFailure } from './schema/refresh-after-failure';
import { openOutages } from './outages/open-outages';
import { openStatements } from './statements/open-statements';
import { refusalEntry } from './statements/statement-runner';
import { VerifiedLogins } from './connections/verified-logins';

/**
 * Composes the executor: guard, admission, execution and exploration of statements, and the background introspection of
 * schemas.
 * @param given functions that replace the database driver's, for suites that simulate databases
 */
export async function openExecutor(
  { redis, caches, logger, results, store, subscriber, connect, health, metrics: { registry } }: StageDeps,
  env: ServiceEnv<typeof executorEnvSchema>,
  given: Partial<DatabaseAccess> = {},
): Promise<OpenedStages<'execute' | 'executeSlowly' | 'explore'>> {
  const databases = { ...realDatabases, ...given };
  provideSenses(readSenses);
  const { prefix } = sagaSettingsOf(env);
  const revisions = { store: new RevisionStore(redis, prefix), subscriber };
  const catalog = await openCatalog(env.QUERENT_CONFIG_DIR, { logger, revisions });
  const snapshots = new SnapshotStore(redis, prefix);
  const datasources = new DatasourceRegistry(catalog, databases.openDatasource);
  const onCacheAway = (error: unknown): void =>
    logger.warn({ error: error instanceof Error ? error.message : String(error) }, 'the caches are unreachable');
  const statementCache = new SemanticCache(caches, sagaSettingsOf(env));
  const logins = new VerifiedLogins({ catalog, verify: databases.verifyRole });
  const metrics = createAdmissionMetrics(registry);
  const { outages, close: closeOutages } = openOutages({
    catalog,
    datasource: (name) => datasources.get(name),
    runReadOnly: databases.runReadOnly,
    metrics,
    health,
    logger,
    waitMs: env.OUTAGE_WAIT_MS,
    checkMs: env.DATABASE_CHECK_MS,
    refresh: (name) => loop.refresh(name),
  });
  const loop = openIntrospection({
    catalog,
    snapshots,
    datasources,
    logins,
    introspect: databases.introspect,
    outages,
    cache: caches === redis ? new ExactCache(redis, { prefix }) : new SpareExactCache(caches, onCacheAway, { prefix }),
    registry,
    logger,
    refreshMs: env.SCHEMA_REFRESH_MS,
    retryMs: env.SCHEMA_RETRY_MS,
  });
  // Not awaited: /healthz must answer while Redis is unreachable.
  snapshots
    .onRefreshRequest(connect('subscriber'), (name) => void loop.refresh(name))
    .catch((error: unknown) => logger.error({ err: error }, 'requests to refresh a schema cannot be received'));
  const models = new ModelRegistry(catalog, snapshots);
  const guardCatalogue = guardCatalogues(catalog, models, snapshots);
  const trail = new AuditTrail(
    redis,
    auditSettingsOf(env, { warn: (fields, message) => logger.warn(fields, message), registry }),
  );
  const statements = openStatements({
    catalog,
    logins,
    runReadOnly: databases.runReadOnly,
    trail,
    metrics,
    outages,
    logger,
    concurrency: { quick: env.EXECUTE_CONCURRENCY, slow: env.SLOW_CONCURRENCY },
  });
  const { runStatement, estimates, limits } = statements;
  const count = measureLookups(registry);
  gaugePools(registry, datasources);
  const shared = {
    datasource: (name: string) => datasources.get(name),
    guardCatalogue,
    grantedFunctions: grantedFunctions(catalog),
    runStatement,
    onRefused: async (run: Run, code: string, reason: string): Promise<void> => {
      statements.refused(code);
      logger.warn({ runId: run.id, code, reason }, 'statement refused');
      await trail.record(refusalEntry(run, code, reason));
    },
    now: Date.now,
    recordNow: () => store.readNow(),
  };
  const executing: ExecuteDeps = {
    ...shared,
    model: async (name, tenant) => (await models.model(name, tenant))?.model ?? null,
    tooExpensive: tooExpensive({ ...shared, limits, heldDays: heldDays(catalog, models, snapshots), estimates }),
    login: async (datasource, tenant) => datasources.loginOf(datasource, tenant) ?? undefined,
    modelLogin: async (name, tenant) => (await models.model(name, tenant))?.login,
    async dropEntry(run) {
      const { sharing } = run.data;
      const scope = runScopeOf(catalog, run);
      count({ level: 'l2', result: 'rejected', reason: 'failed' });
      if (scope !== null && sharing !== null && sharing.entry !== null)
        await statementCache.drop(scope, sharing.signature, sharing.entry).catch(onCacheAway);
    },
    openResult: (runId, version) => results.open(runId, version),
    onFailed: (run, failure) => {
      const { errorClass, sqlstate, message } = failure;
      logger.warn(
        { runId: run.id, class: errorClass.name, sqlstate, error: loggableMessage(sqlstate, message) },
        'statement failed',
      );
      refreshAfterFailure(run, failure, { catalog, refresh: (connection, tenant) => loop.refresh(connection, tenant) });
    },
    clarificationTtlMs: env.CLARIFICATION_TTL_MS,
  };
  return {
    stages: {
      execute: execute(executing),
      executeSlowly: execute({ ...executing, lane: 'slow' }),
      explore: explore({
        ...shared,
        // With the login: for a moment after a change, the model of the former login may outlive its pool.
        async version(connection, tenant, datasource) {
          const registered = await models.model(connection, tenant);
          const login = datasources.loginOf(datasource, tenant) ?? '';
          return registered === null ? null : `${registered.model.version}/${login}`;
        },
        cache: new ExplorationCache(caches, {
          prefix,
          ttlMs: env.EXPLORE_CACHE_MS,
          warn: (fields, message) => logger.warn(fields, message),
        }),
        timeoutMs: env.EXPLORE_TIMEOUT_MS,
        onFailed: ({ id }, error) => logger.warn({ runId: id, error: loggableError(error) }, 'exploration failed'),
      }),
    },
    background: {
      definitions: {
        handle: checkDefinitions({
          catalog,
          snapshots,
          impacts: new ImpactStore(redis, prefix),
          tryStatement: tryStatement(executing),
          now: Date.now,
        }),
        // The record then shows the definitions as not checked.
        onExhausted: async () => undefined,
      },
    },
    warmUp: () =>
      preparations(catalog, models, async (_model, { connection, tenant }) => {
        await guardCatalogue(connection.name, tenant ?? '');
        return null;
      }),
    close: async () => {
      closeOutages();
      statements.stopAll();
      await loop.stop();
      await datasources.close();
      await trail.drain();
      await catalog.close();
    },
  };
}
