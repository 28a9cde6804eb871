import { loginDigest, type Catalog, type Connection } from '@querent/catalog';
import type { Datasource, PoolUse } from '@querent/datasource';
import { poolSizeOf } from '../admission/lane';
import { realDatabases, type DatabaseAccess } from './database-access';

/** The open datasources, one a connection; a connection whose file changed is opened anew. */
export class DatasourceRegistry {
  private readonly open = new Map<string, { declared: string; datasource: Datasource }>();
  /** What each was opened with: its file may have changed since. */
  private readonly declaredBy = new WeakMap<Datasource, Connection>();

  constructor(
    private readonly catalog: Catalog,
    private readonly openDatasource: DatabaseAccess['openDatasource'] = realDatabases.openDatasource,
  ) {}

  /** Null for a connection that is unknown or whose login could not be resolved. */
  get(name: string): Datasource | null {
    const connection = this.catalog.connection(name);
    if (connection === undefined || connection.url === null) return null;
    const declared = JSON.stringify(connection);
    const known = this.open.get(name);
    if (known?.declared === declared) return known.datasource;
    // Statements under way on the old pools end by their own limits.
    if (known !== undefined) void known.datasource.close().catch(() => undefined);
    const datasource = this.openDatasource(configOf(connection, connection.url));
    this.open.set(name, { declared, datasource });
    this.declaredBy.set(datasource, connection);
    return datasource;
  }

  /**
   * Digest of the login that a tenant's statements (undefined: those of all) run as on this very datasource; null where
   * there is none.
   */
  loginOf(datasource: Datasource, tenant: string | undefined): string | null {
    const connection = this.declaredBy.get(datasource);
    return connection === undefined
      ? null
      : loginDigest(connection, connection.roles === undefined ? null : (tenant ?? null));
  }

  /** Connections to databases as they are now, by connection. */
  pools(): { connection: string; use: PoolUse }[] {
    return [...this.open].map(([connection, { datasource }]) => ({ connection, use: datasource.poolUse() }));
  }

  async close(): Promise<void> {
    await Promise.all([...this.open.values()].map(({ datasource }) => datasource.close()));
  }
}

const configOf = (connection: Connection, url: string): Parameters<DatabaseAccess['openDatasource']>[0] => ({
  name: connection.name,
  url,
  schema: connection.schema,
  limits: { ...connection.limits, poolSize: poolSizeOf(connection.limits) },
  ...(connection.tls === undefined ? {} : { tls: connection.tls }),
  ...(connection.roles === undefined ? {} : { roles: connection.roles, shared: connection.shared ?? [] }),
});
