import type { TlsConfig } from './tls-options';

export interface DatasourceLimits {
  /** Milliseconds a statement may run. */
  statementTimeoutMs: number;
  maxRows: number;
  /** Bytes of a result, counted in the server's text form. */
  maxBytes: number;
  /** Bytes of one value; what is longer is cut. Not bounded by default. */
  maxCellBytes?: number;
  /** Connections per login; 4 by default. */
  poolSize?: number;
  /**
   * Megabytes that one step of a query may hold in the server's memory before it uses files; 64 by default, or the
   * server's own if that is less.
   */
  workMemMb?: number;
}

export interface DatasourceConfig {
  name: string;
  /** postgres:// login; `sslmode` and its companions mean what they mean to libpq. */
  url: string;
  /** Encryption, for all logins; absent: as each url says. */
  tls?: TlsConfig;
  /** Schema that unqualified names mean; `public` by default. PostGIS is found in `public` besides. */
  schema?: string;
  limits: DatasourceLimits;
  /** Milliseconds to wait for a connection, new or free; 10 s by default. */
  connectTimeoutMs?: number;
  /**
   * One login per tenant, so that row security on current_user holds; null when the tenant's login is not configured.
   */
  roles?: Readonly<Record<string, string | null>>;
  /**
   * Relations and functions that tenants' logins may use though row security does not reach them, as `name` or
   * `schema.name`.
   */
  shared?: readonly string[];
}
