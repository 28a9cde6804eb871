import type { Catalog } from '@querent/catalog';
import type { Datasource } from '@querent/datasource';
import type { ConnectionOutages } from './connection-outages';

export interface DatabaseWatchDeps {
  catalog: Pick<Catalog, 'connections'>;
  datasource: (connection: string) => Datasource | null;
  outages: Pick<ConnectionOutages, 'run'>;
  probe: (datasource: Datasource, tenant: string | undefined) => Promise<unknown>;
  everyMs: number;
}

/**
 * Checks now and then whether each database can be reached, so that one that is down is known before anybody asks.
 * @returns ends the checks
 */
export function watchDatabases({ catalog, datasource: open, outages, probe, everyMs }: DatabaseWatchDeps): () => void {
  const check = (): void => {
    for (const { name, roles } of catalog.connections()) {
      const datasource = open(name);
      const tenant = roles === undefined ? undefined : datasource?.tenants()[0];
      if (datasource === null || (roles !== undefined && tenant === undefined)) continue;
      // A connection that is lost is known to `outages` then; what else a database has to complain of, statements meet
      // by themselves.
      outages.run(datasource, tenant, () => probe(datasource, tenant)).catch(() => undefined);
    }
  };
  const timer = setInterval(check, everyMs).unref();
  return () => clearInterval(timer);
}
