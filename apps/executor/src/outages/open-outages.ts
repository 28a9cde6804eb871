import type { Catalog } from '@querent/catalog';
import type { Datasource } from '@querent/datasource';
import type { HealthState, Logger } from '@querent/platform';
import type { AdmissionMetrics } from '../admission/admission-metrics';
import type { DatabaseAccess } from '../connections/database-access';
import { ConnectionOutages } from './connection-outages';
import { watchDatabases } from './database-watch';

interface OpenOutagesOptions {
  catalog: Pick<Catalog, 'connection' | 'connections'>;
  datasource: (connection: string) => Datasource | null;
  runReadOnly: DatabaseAccess['runReadOnly'];
  metrics: Pick<AdmissionMetrics, 'breakerOpen'>;
  health: Pick<HealthState, 'addOptional'>;
  logger: Pick<Logger, 'warn' | 'info'>;
  /** How long runs wait, where the connection does not say, ms. */
  waitMs: number;
  checkMs: number;
  /** Reads a connection's schema, and so finds its state. */
  refresh: (connection: string) => Promise<unknown>;
}

/** A probe that takes longer has not been answered. */
const PROBE_MS = 5_000;

/**
 * The outages of all connections: probed, logged, measured, and on the page of `/readyz`. A database that is away does
 * not make the executor unready: every executor would be, and the connections whose databases answer would go with it.
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
