import { ExactCache } from '@querent/cache';
import { ModelRegistry, openCatalog, defaultLimits, type Audience, type ConnectionLimits } from '@querent/catalog';
import type { AuditEntry } from '@querent/contracts';
import {
  openDatasource,
  runReadOnly,
  verifyRole,
  type Datasource,
  type ReadOnlyResult,
  type ReadOnlyStatement,
} from '@querent/datasource';
import { estimateDesk } from '../../../apps/executor/src/admission/estimate-desk';
import { heldDays } from '../../../apps/executor/src/admission/held-days';
import type { Lane } from '../../../apps/executor/src/admission/lane';
import { StatementGate } from '../../../apps/executor/src/admission/statement-gate';
import { tooExpensive } from '../../../apps/executor/src/admission/too-expensive';
import { DatasourceRegistry } from '../../../apps/executor/src/datasource-registry';
import type { ExecuteDeps } from '../../../apps/executor/src/execute';
import { FindingsGauge } from '../../../apps/executor/src/findings-gauge';
import { grantedFunctions, guardCatalogues } from '../../../apps/executor/src/guard-catalogues';
import { IntrospectionLoop } from '../../../apps/executor/src/introspection-loop';
import { ConnectionOutages } from '../../../apps/executor/src/outages/connection-outages';
import { refusalEntry, statementDesk } from '../../../apps/executor/src/statements/statement-desk';
import { VerifiedLogins } from '../../../apps/executor/src/verified-logins';
import type { GatewayServices } from '../../../apps/gateway/src/gateway-services';

/** The executor's parts, put together as in its `main`, on a gateway's Redis. */
export interface ExecutorInHand {
  datasource: (connection: string) => Datasource;
  executing: Partial<ExecuteDeps> & Pick<ExecuteDeps, 'runStatement'>;
  /** A tenant's login as the executor's own catalogue has it. */
  loginOf(connection: string, tenant: string): string | null;
  /** What went into the trail. */
  recorded: AuditEntry[];
  close(): Promise<void>;
}

/** Never connected: stands where a connection is gone. */
const nowhere = openDatasource({
  name: 'gone',
  url: 'postgres://nobody@127.0.0.1:1/none',
  limits: { statementTimeoutMs: 1_000, maxRows: 1, maxBytes: 1_000 },
});
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined, debug: () => undefined };

export async function openExecutor(
  configDir: string,
  { redis, snapshots, audit, metrics, logger, store }: GatewayServices,
): Promise<ExecutorInHand> {
  const catalog = await openCatalog(configDir, { logger: quiet });
  const datasources = new DatasourceRegistry(catalog);
  const logins = new VerifiedLogins({ catalog, verify: verifyRole });
  const cache = new ExactCache(redis, { prefix: store.settings.prefix });
  const onRead = async (name: string, { key, tenant }: Audience): Promise<boolean> => {
    const registered = await new ModelRegistry(catalog, snapshots).model(name, tenant);
    if (registered !== null) await cache.setVersion(key, registered.model.version);
    return true;
  };
  const outages = new ConnectionOutages({ probe: async () => undefined, waitMs: () => 0 });
  const loop = new IntrospectionLoop({
    outages,
    catalog,
    datasources,
    snapshots,
    logins,
    findings: new FindingsGauge(metrics.registry),
    logger,
    onRead,
    onForgotten: (audience) => cache.outdate(audience),
    refreshMs: 3_600_000,
    retryMs: 500,
  });
  loop.start();
  const recorded: AuditEntry[] = [];
  const record = async (entry: AuditEntry): Promise<void> => {
    recorded.push(entry);
    await audit.trail.record(entry);
  };
  const run = async (datasource: Datasource, statement: ReadOnlyStatement): Promise<ReadOnlyResult> => {
    await logins.require(datasource, statement.tenant);
    return runReadOnly(datasource, statement);
  };
  const gate = (lane: Lane): StatementGate => new StatementGate({ lane, waitMs: 5_000 });
  const gates = { quick: gate('quick'), slow: gate('slow') };
  const limits = (name: string): ConnectionLimits => catalog.connection(name)?.limits ?? defaultLimits;
  const models = new ModelRegistry(catalog, snapshots);
  const datasource = (name: string): Datasource => datasources.get(name) ?? nowhere;
  const shared = {
    datasource,
    guardCatalogue: guardCatalogues(catalog, models, snapshots),
    grantedFunctions: grantedFunctions(catalog),
  };
  return {
    datasource,
    loginOf: (connection, tenant) => catalog.connection(connection)?.roles?.[tenant] ?? null,
    recorded,
    executing: {
      ...shared,
      runStatement: statementDesk({ onUnrecorded: () => undefined, gates, outages, record, limits, run }),
      tooExpensive: tooExpensive({
        ...shared,
        limits,
        heldDays: heldDays(catalog, models, snapshots),
        estimates: estimateDesk({ gate: gates.quick, outages, run }),
      }),
      onRefused: (refused, code, reason) => record(refusalEntry(refused, code, reason)),
    },
    async close() {
      await loop.stop();
      await datasources.close();
      await catalog.close();
    },
  };
}
