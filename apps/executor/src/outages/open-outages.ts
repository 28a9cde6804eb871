import type { Catalog } from '@querent/catalog';
import type { Datasource } from '@querent/datasource';
import type { HealthState, Logger } from '@querent/platform';
import type { AdmissionMetrics } from '../admission/admission-metrics';
import type { DatabaseAccess } from '../connections/database-access';
import { ConnectionOutages } from './connection-outages';

interface OpenOutagesOptions {
  catalog: Pick<Catalog, 'connection' | 'connections'>;
  datasource: (connection: string) => Datasource | null;
  runReadOnly: DatabaseAccess['runReadOnly'];
  metrics: Pick<AdmissionMetrics, 'breakerOpen'>;
  health: Pick<HealthState, 'addOptional'>;
  logger: Pick<Logger, 'warn' | 'info'>;
  /** How long runs wait if the connection does not configure it, ms. */
  waitMs: number;
  checkMs: number;
  /** Reads a connection's schema, which updates its state. */
  refresh: (connection: string) => Promise<unknown>;
}

/** Time-out of a probe. */
const PROBE_MS = 5_000;

/**
 * Detects the outages of all connections, logs and measures them, and shows them in `/readyz`. An unreachable database
 * does not make the executor unready: otherwise every executor would be unready, and the other databases unavailable.
 */
export function openOutages({
  catalog,
  datasource,
  runReadOnly,
  metrics,
  health,
  logger,
  waitMs,
  checkMs,
  refresh,
}: OpenOutagesOptions): { outages: ConnectionOutages; close(): void } {
  const probe = (asked: Datasource, tenant: string | undefined): Promise<unknown> =>
    runReadOnly(asked, {
      sql: 'SELECT 1',
      maxRows: 1,
      statementTimeoutMs: PROBE_MS,
      ...(tenant === undefined ? {} : { tenant }),
    });
  const outages = new ConnectionOutages({
    probe,
    waitMs: (connection) => catalog.connection(connection)?.limits.outageWaitMs ?? waitMs,
    onChange(connection, away) {
      metrics.breakerOpen.set({ connection }, away ? 1 : 0);
      if (away) logger.warn({ connection }, 'the database cannot be reached: runs wait for it');
      else logger.info({ connection }, 'the database can be reached again');
    },
    onStateDue: (connection) => void refresh(connection).catch(() => undefined),
  });
  health.addOptional({
    name: 'databases',
    async check() {
      const away = outages.away();
      if (away.length > 0)
        throw new Error(
          away.map(({ connection, seconds }) => `${connection} cannot be reached for ${seconds} s`).join('; '),
        );
    },
  });
  const endChecks = watchDatabases({ catalog, datasource, outages, probe, everyMs: checkMs });
  return {
    outages,
    close() {
      endChecks();
      outages.stop();
    },
  };
}

interface DatabaseWatchDeps {
  catalog: Pick<Catalog, 'connections'>;
  datasource: (connection: string) => Datasource | null;
  outages: Pick<ConnectionOutages, 'run'>;
  probe: (datasource: Datasource, tenant: string | undefined) => Promise<unknown>;
  everyMs: number;
}

/**
 * Checks periodically whether each database can be reached, so that an outage is known before a question meets it.
 * @returns a function that ends the checks
 */
function watchDatabases({ catalog, datasource: open, outages, probe, everyMs }: DatabaseWatchDeps): () => void {
  const check = (): void => {
    for (const { name, roles } of catalog.connections()) {
      const datasource = open(name);
      const tenant = roles === undefined ? undefined : datasource?.tenants()[0];
      if (datasource === null || (roles !== undefined && tenant === undefined)) continue;
      // `outages` records a lost connection; any other failure will be reported by the statements that meet it.
      outages.run(datasource, tenant, () => probe(datasource, tenant)).catch(() => undefined);
    }
  };
  const timer = setInterval(check, everyMs).unref();
  return () => clearInterval(timer);
}
