import { classifyDatabaseError } from '@querent/sql';
import { DatabaseFailure } from './database-failure';
import type { DatasourceConfig, DatasourceLimits } from './datasource-config';
import { openLogin, type Login } from './login';
import { searchPathOf } from './session-settings';

/** `total`: connections that are open; `idle`: those that nobody uses; `waiting`: statements for which none is free. */
export type PoolUse = Record<'total' | 'idle' | 'waiting', number>;

/** One customer database, as the executor knows it. */
export interface Datasource {
  readonly name: string;
  readonly schema: string;
  /** What search_path is set to for every statement. */
  readonly searchPath: readonly string[];
  readonly limits: DatasourceLimits;
  /** What is served to tenants' logins though row security does not reach it. */
  readonly shared: readonly string[];
  /**
   * A tenant's own login, or the common one when no logins are configured per tenant. Only `withReadOnlySession` takes
   * connections from it.
   * @throws DatabaseFailure `no_access` for a tenant without a login (never the common one instead), and for one that
   * cannot be read
   */
  loginFor(tenant?: string): Login;
  /** The name that a tenant's statements log in by. @throws DatabaseFailure as `loginFor` */
  userOf(tenant?: string): string;
  /** Tenants with a login of their own. */
  tenants(): string[];
  /** Our connections to the database, of all logins together. */
  poolUse(): PoolUse;
  /** Ends all connections; open statements are finished or destroyed by their own limits first. */
  close(): Promise<void>;
}

/** Opens no connection yet: the first statement does, and its failure is that statement's failure. */
export function openDatasource(config: DatasourceConfig): Datasource {
  const schema = config.schema ?? 'public';
  const logins = new Map<string, Login>();

  function loginFor(tenant: string | undefined): Login {
    const url = urlOf(config, tenant);
    const login = logins.get(url) ?? openLogin(config, url);
    logins.set(url, login);
    return login;
  }

  return {
    name: config.name,
    schema,
    searchPath: searchPathOf(schema),
    limits: config.limits,
    shared: config.shared ?? [],
    loginFor,
    userOf: (tenant) => loginFor(tenant).user,
    tenants: () => Object.entries(config.roles ?? {}).flatMap(([tenant, url]) => (url === null ? [] : [tenant])),
    poolUse() {
      const pools = [...logins.values()].map(({ pool }) => pool);
      const sum = (count: (pool: (typeof pools)[number]) => number): number =>
        pools.reduce((total, pool) => total + count(pool), 0);
      return {
        total: sum((pool) => pool.totalCount),
        idle: sum((pool) => pool.idleCount),
        waiting: sum((pool) => pool.waitingCount),
      };
    },
    async close() {
      const open = [...logins.values()];
      logins.clear();
      await Promise.all(open.map(({ pool }) => pool.end()));
    },
  };
}

function urlOf({ name, url, roles }: DatasourceConfig, tenant: string | undefined): string {
  if (!roles || tenant === undefined) return url;
  const login = Object.hasOwn(roles, tenant) ? roles[tenant] : undefined;
  if (!login)
    throw new DatabaseFailure(
      classifyDatabaseError('28000'),
      `connection ${name} has no login for this tenant`,
      '28000',
    );
  return login;
}
