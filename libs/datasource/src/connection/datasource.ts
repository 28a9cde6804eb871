import { classifyDatabaseError } from '@querent/sql';
import { DatabaseFailure } from './database-failure';
import type { DatasourceConfig, DatasourceLimits } from './datasource-config';
import { openLogin, type Login } from './login';
import { searchPathOf } from './session-settings';

/** `total`: open connections; `idle`: unused ones; `waiting`: statements that wait for a free one. */
export type PoolUse = Record<'total' | 'idle' | 'waiting', number>;

/** One customer database, as used by the executor. */
export interface Datasource {
  readonly name: string;
  readonly schema: string;
  /** The search_path of every statement. */
  readonly searchPath: readonly string[];
  readonly limits: DatasourceLimits;
  /** Objects served to tenants' logins although row security does not protect them. */
  readonly shared: readonly string[];
  /**
   * A tenant's login, or the common one if no logins are configured per tenant. Only `withReadOnlySession` takes
   * connections from it.
   * @throws DatabaseFailure `no_access` for a tenant without a login (never the common one instead), and for an
   * unreadable login
   */
  loginFor(tenant?: string): Login;
  /** The user name of a tenant's login. @throws DatabaseFailure as `loginFor` */
  userOf(tenant?: string): string;
  /** Tenants with a separate login. */
  tenants(): string[];
  /** Our connections to the database, over all logins. */
  poolUse(): PoolUse;
  /** Ends all connections; running statements are finished or ended by their own limits first. */
  close(): Promise<void>;
}

/** Opens no connection: the first statement does, and reports its failure. */
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
