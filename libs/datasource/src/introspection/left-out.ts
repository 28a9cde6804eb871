import type { Datasource } from '../connection/datasource';
import { runReadOnly } from '../execution/run-read-only';
import { READ_LEFT_OUT, READ_UNKNOWN_SHARED } from './left-out-query';

/**
 * Why row security does not protect a relation or function; `unknown`: whose rows it reads is unknown, for example
 * because it runs SQL from a text; `through`: it uses another one that is left out.
 */
export type LeftOutReason =
  'owner' | 'stored' | 'foreign' | 'bypassed' | 'part' | 'whole' | 'definer' | 'unknown' | 'through';

/** A relation or function that a connection with a login per tenant does not serve. */
export interface LeftOut {
  schema: string;
  name: string;
  isFunction: boolean;
  reason: LeftOutReason;
  /** Whether the login may read or execute it, and it does not belong to an extension. */
  isReadable: boolean;
  /** Its quoted name with its schema. */
  quoted: string;
  /** Quoted names of the left-out objects that it uses; types as `the type x`. */
  through: string;
}

/** Limits for catalogues of thousands of tables; the connection's limits apply to user statements only. */
const BOUNDS = { maxRows: 200_000, maxBytes: 64_000_000, statementTimeoutMs: 20_000 };

type Asked = { tenant?: string; signal?: AbortSignal };

/**
 * Objects of all schemas through which a tenant's login could bypass row security: none is served unless the connection
 * shares it. Without a tenant all users share one login, and nothing is left out.
 *
 * @throws DatabaseFailure
 */
export async function readLeftOut(datasource: Datasource, { tenant, signal }: Asked): Promise<LeftOut[]> {
  if (tenant === undefined) return [];
  const { schema, shared, searchPath } = datasource;
  const { rows } = await runReadOnly(datasource, {
    sql: READ_LEFT_OUT,
    params: [schema, shared, searchPath],
    tenant,
    signal,
    ...BOUNDS,
  });
  return rows.map(([of, name, isFunction, reason, isReadable, quoted, through]) => ({
    schema: String(of),
    name: String(name),
    isFunction: isFunction === true,
    reason: reason as LeftOutReason,
    isReadable: isReadable === true,
    quoted: String(quoted),
    through: String(through ?? ''),
  }));
}

/** Shared names that do not exist in the database. @throws DatabaseFailure */
export async function readUnknownShared(datasource: Datasource, { tenant, signal }: Asked): Promise<string[]> {
  const { schema, shared, searchPath } = datasource;
  if (shared.length === 0) return [];
  const { rows } = await runReadOnly(datasource, {
    sql: READ_UNKNOWN_SHARED,
    params: [schema, shared, searchPath],
    tenant,
    signal,
    ...BOUNDS,
  });
  return rows.map(([name]) => String(name));
}
