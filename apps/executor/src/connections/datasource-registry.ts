import { loginDigest, type Catalog, type Connection } from '@querent/catalog';
import type { Datasource, PoolUse } from '@querent/datasource';
import { Gauge, type Registry } from 'prom-client';
import { poolSizeOf } from '../admission/lane';
import { realDatabases, type DatabaseAccess } from './database-access';

/** The open datasources, one for each connection. A connection whose file has changed is reopened. */
export class DatasourceRegistry {
  private readonly open = new Map<string, { declared: string; datasource: Datasource }>();
  /** The declaration with which each datasource was opened; the file may have changed since. */
  private readonly declaredBy = new WeakMap<Datasource, Connection>();

  constructor(
    private readonly catalog: Catalog,
    private readonly openDatasource: DatabaseAccess['openDatasource'] = realDatabases.openDatasource,
  ) {}

  /** The open datasource; null if the connection is unknown or its login could not be resolved. */
  get(name: string): Datasource | null {
    const connection = this.catalog.connection(name);
    if (connection === undefined || connection.url === null) return null;
    const declared = JSON.stringify(connection);
    const known = this.open.get(name);
    if (known?.declared === declared) return known.datasource;
    // Statements that still run on the old pools end by their time-outs.
    if (known !== undefined) void known.datasource.close().catch(() => undefined);
    const datasource = this.openDatasource(configOf(connection, connection.url));
    this.open.set(name, { declared, datasource });
    this.declaredBy.set(datasource, connection);
    return datasource;
  }

  /**
   * Digest of the login under which this datasource runs a tenant's statements; null if there is none.
   * @param tenant undefined for the login that all tenants share
   */
  loginOf(datasource: Datasource, tenant: string | undefined): string | null {
    const connection = this.declaredBy.get(datasource);
    return connection === undefined
      ? null
      : loginDigest(connection, connection.roles === undefined ? null : (tenant ?? null));
  }

  /** The present state of each pool. */
  pools(): { connection: string; use: PoolUse }[] {
    return [...this.open].map(([connection, { datasource }]) => ({ connection, use: datasource.poolUse() }));
  }

  async close(): Promise<void> {
    await Promise.all([...this.open.values()].map(({ datasource }) => datasource.close()));
  }
}

/** `querent_pool_connections{connection,state}`: the connections to databases, counted at each scrape. */
export function gaugePools(registry: Registry, datasources: Pick<DatasourceRegistry, 'pools'>): void {
  new Gauge({
    name: 'querent_pool_connections',
    help: 'Connections to a database that are open (total) and unused (idle), and statements for which none is free (waiting)',
    labelNames: ['connection', 'state'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { connection, use } of datasources.pools()) {
        for (const state of ['total', 'idle', 'waiting'] as const) this.set({ connection, state }, use[state]);
      }
    },
  });
}

const configOf = (connection: Connection, url: string): Parameters<DatabaseAccess['openDatasource']>[0] => ({
  name: connection.name,
  url,
  schema: connection.schema,
  limits: { ...connection.limits, poolSize: poolSizeOf(connection.limits) },
  ...(connection.tls === undefined ? {} : { tls: connection.tls }),
  ...(connection.roles === undefined ? {} : { roles: connection.roles, shared: connection.shared ?? [] }),
});
