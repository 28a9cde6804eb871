import { ExactCache, ExplorationCache, SemanticCache } from '@querent/cache';
import { AuditTrail, auditSettingsOf } from '@querent/audit';
import { defaultLimits, ModelRegistry, openCatalog, placeOf, SnapshotStore, type Audience, type ConnectionLimits } from '@querent/catalog';
import type { Run } from '@querent/contracts';
import { runReadOnly, verifyRole } from '@querent/datasource';
import { bootWorker, sagaSettingsOf } from '@querent/messaging';
import { createAdmissionMetrics } from './admission/admission-metrics';
import { ConnectionBreakers } from './admission/connection-breakers';
import { estimateDesk } from './admission/estimate-desk';
import { heldDays } from './admission/held-days';
import type { Lane } from './admission/lane';
import { StatementGate } from './admission/statement-gate';
import { tooExpensive } from './admission/too-expensive';
import { DatasourceRegistry } from './datasource-registry';
import { execute, type ExecuteDeps } from './execute';
import { explore } from './exploration/explore';
import { executorEnvSchema } from './executor-env';
import { FindingsGauge } from './findings-gauge';
import { grantedFunctions, guardCatalogues } from './guard-catalogues';
import { IntrospectionLoop } from './introspection-loop';
import { lookVersions } from './look-versions';
import { loggableError, loggableMessage } from './loggable-failure';
import { refusalEntry, statementDesk } from './statements/statement-desk';
import { StoppableStatements } from './statements/stoppable-statements';
import { VerifiedLogins } from './verified-logins';

/** A statement that got no turn by then gives its worker's place to others, and comes back. */
const GATE_WAIT_MS = 5_000;
/** What part of a queue's workers the statements of one tenant may hold that are in line for one connection. */
const SHARE_IN_LINE = 1 / 4;

void bootWorker({
  service: 'executor',
  about: 'the only door to customers’ data: guards statements, runs them read-only, reads schemas',
  jobs: ['execute', 'executeSlowly', 'explore'],
  env: executorEnvSchema,
  concurrencyOf: ({ EXECUTE_CONCURRENCY, SLOW_CONCURRENCY }) => ({ execute: EXECUTE_CONCURRENCY, executeSlowly: SLOW_CONCURRENCY }),
  async open({ redis, logger, results, connect, metrics: { registry } }, env) {
    const catalog = await openCatalog(env.QUERENT_CONFIG_DIR, { logger });
    const snapshots = new SnapshotStore(redis);
    const datasources = new DatasourceRegistry(catalog);
    const cache = new ExactCache(redis);
    const statementCache = new SemanticCache(redis, sagaSettingsOf(env));
    const onRead = async (name: string, { key, tenant }: Audience): Promise<void> => {
      // A registry of its own: one that remembers might not have seen the new snapshot yet.
      const registered = await new ModelRegistry(catalog, snapshots).model(name, tenant);
      if (registered === null) return;
      await cache.setVersion(key, registered.model.version);
      await snapshots.setNotes(key, registered.notes ?? []);
    };
    const logins = new VerifiedLogins({ catalog, verify: verifyRole });
    const loop = new IntrospectionLoop({
      catalog, datasources, snapshots, logins, findings: new FindingsGauge(registry), logger, onRead,
      onForgotten: (audience) => cache.outdate(audience),
      refreshMs: env.SCHEMA_REFRESH_MS, retryMs: env.SCHEMA_RETRY_MS,
    });
    loop.start();
    await snapshots.onRefreshRequest(connect('subscriber'), (name) => void loop.refresh(name));
    const models = new ModelRegistry(catalog, snapshots);
    const guardCatalogue = guardCatalogues(catalog, models, snapshots);
    const trail = new AuditTrail(redis, auditSettingsOf(env, (fields, message) => logger.warn(fields, message)));
    const metrics = createAdmissionMetrics(registry);
    const gate = (lane: Lane, workers: number): StatementGate => new StatementGate({ lane, waitMs: GATE_WAIT_MS, maxWaitingPerTenant: Math.ceil(workers * SHARE_IN_LINE), metrics });
    const gates = { quick: gate('quick', env.EXECUTE_CONCURRENCY), slow: gate('slow', env.SLOW_CONCURRENCY) };
    const breakers = new ConnectionBreakers({ onChange: (connection, open) => metrics.breakerOpen.set({ connection }, open ? 1 : 0) });
    const limits = (name: string): ConnectionLimits => catalog.connection(name)?.limits ?? defaultLimits;
    // No statement runs with a login that nobody has looked at since it was opened.
    const statements = new StoppableStatements(async (datasource, statement) => {
      await logins.require(datasource, statement.tenant);
      return runReadOnly(datasource, statement);
    });
    const { run } = statements;
    const onUnrecorded = (error: unknown): void => logger.warn({ error: error instanceof Error ? error.message : String(error) }, 'the end of a statement is not in the audit trail');
    const runStatement = statementDesk({ gates, breakers, record: (entry) => trail.record(entry), onUnrecorded, limits, run });
    const shared = {
      datasource: (name: string) => datasources.get(name),
      guardCatalogue,
      grantedFunctions: grantedFunctions(catalog),
      runStatement,
      onRefused: async (run: Run, code: string, reason: string): Promise<void> => {
        logger.warn({ runId: run.id, code, reason }, 'statement refused');
        await trail.record(refusalEntry(run, code, reason));
      },
      now: Date.now,
    };
    const executing: ExecuteDeps = {
      ...shared,
      model: async (name, tenant) => (await models.model(name, tenant))?.model ?? null,
      tooExpensive: tooExpensive({ ...shared, limits, heldDays: heldDays(catalog, models, snapshots), estimates: estimateDesk({ gate: gates.quick, breakers, run }) }),
      login: async (name, tenant) => (await models.model(name, tenant))?.login,
      async dropEntry(run) {
        const { sharing } = run.data;
        const place = placeOf(catalog, run);
        if (place !== null && sharing !== null && sharing.entry !== null) await statementCache.drop(place, sharing.signature, sharing.entry);
      },
      openResult: (runId, version) => results.open(runId, version),
      onFailed: ({ id, tenant, request }, { errorClass: { name }, sqlstate, message }) => {
        logger.warn({ runId: id, class: name, sqlstate, error: loggableMessage(sqlstate, message) }, 'statement failed');
        // The schema has changed since it was read. A derived model just follows; a file that names what is gone would be a
        // mistake at once, and close the connection to every other question before anybody can mend it.
        const changed = name === 'unknown_column' || name === 'unknown_table';
        if (changed && catalog.modelFile(request.connection).file === null) void loop.refresh(request.connection);
        // A grant was taken back: what a tenant's login may not read any more is absent for it, whatever the file says.
        if (name === 'permission' && catalog.connection(request.connection)?.roles !== undefined) void loop.refresh(request.connection, tenant);
      },
      clarificationTtlMs: env.CLARIFICATION_TTL_MS,
    };
    return {
      stages: {
        execute: execute(executing),
        executeSlowly: execute({ ...executing, lane: 'slow' }),
        explore: explore({
          ...shared,
          version: lookVersions(catalog, models),
          cache: new ExplorationCache(redis, { prefix: sagaSettingsOf(env).prefix, ttlMs: env.EXPLORE_CACHE_MS, warn: (fields, message) => logger.warn(fields, message) }),
          timeoutMs: env.EXPLORE_TIMEOUT_MS,
          onFailed: ({ id }, error) => logger.warn({ runId: id, error: loggableError(error) }, 'exploration failed'),
        }),
      },
      close: async () => {
        statements.stopAll();
        await loop.stop();
        await datasources.close();
        await catalog.close();
      },
    };
  },
});
