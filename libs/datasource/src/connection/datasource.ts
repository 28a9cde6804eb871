import { classifyDatabaseError } from '@querent/sql';
import { Pool } from 'pg';
import { DatabaseFailure } from './database-failure';

export interface DatasourceLimits {
  /** Milliseconds a statement may run. */
  statementTimeoutMs: number;
  maxRows: number;
  /** Bytes of a result, counted in the server's text form. */
  maxBytes: number;
  /** Connections per login; 4 by default. */
  poolSize?: number;
}

export interface DatasourceConfig {
  name: string;
  /** postgres:// login, TLS options as query parameters of pg. */
  url: string;
  /** Schema that unqualified names mean; `public` by default. PostGIS is found in `public` besides. */
  schema?: string;
  limits: DatasourceLimits;
  /** Milliseconds to wait for a connection, new or free; 10 s by default. */
  connectTimeoutMs?: number;
  /** One login per tenant, so that row security on current_user holds; null when the tenant's login is not configured. */
  roles?: Readonly<Record<string, string | null>>;
}

/** One customer database, as the executor knows it. */
export interface Datasource {
  readonly name: string;
  readonly schema: string;
  /** What search_path is set to for every statement. */
  readonly searchPath: readonly string[];
  readonly limits: DatasourceLimits;
  /**
   * The pool of a tenant's own login, or of the common one when no logins are configured per tenant.
   * @throws DatabaseFailure `no_access` for a tenant without a login: never the common login instead.
   */
  poolFor(tenant?: string): Pool;
  /** Ends all connections; open statements are finished or destroyed by their own limits first. */
  close(): Promise<void>;
}

/** Short, because a customer's connection slots are theirs. */
const IDLE_TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 10_000;
const DEFAULT_POOL_SIZE = 4;

/** Opens no connection yet: the first statement does, and its failure is that statement's failure. */
export function openDatasource(config: DatasourceConfig): Datasource {
  const schema = config.schema ?? 'public';
  const pools = new Map<string, Pool>();

  function poolOf(url: string): Pool {
    const existing = pools.get(url);
    if (existing) return existing;
    const pool = new Pool({
      connectionString: url,
      max: config.limits.poolSize ?? DEFAULT_POOL_SIZE,
      application_name: 'querent',
      keepAlive: true,
      idleTimeoutMillis: IDLE_TIMEOUT_MS,
      connectionTimeoutMillis: config.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
      allowExitOnIdle: true,
    });
    // An idle connection that the server drops is removed by the pool; without a listener it would end the process.
    pool.on('error', () => undefined);
    pools.set(url, pool);
    return pool;
  }

  return {
    name: config.name,
    schema,
    searchPath: schema === 'public' ? ['public'] : [schema, 'public'],
    limits: config.limits,
    poolFor: (tenant) => poolOf(loginOf(config, tenant)),
    async close() {
      const open = [...pools.values()];
      pools.clear();
      await Promise.all(open.map((pool) => pool.end()));
    },
  };
}

function loginOf({ name, url, roles }: DatasourceConfig, tenant: string | undefined): string {
  if (!roles || tenant === undefined) return url;
  const login = Object.hasOwn(roles, tenant) ? roles[tenant] : undefined;
  if (!login) throw new DatabaseFailure(classifyDatabaseError('28000'), `connection ${name} has no login for this tenant`, '28000');
  return login;
}
