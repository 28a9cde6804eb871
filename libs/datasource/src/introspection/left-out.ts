import type { Datasource } from '../connection/datasource';
import { runReadOnly } from '../execution/run-read-only';
import { READ_LEFT_OUT, READ_UNKNOWN_SHARED } from './left-out-query';

/**
 * Why row security does not reach a relation or function; `unknown`: whose rows it reads is not known, as of SQL that
 * it runs from a text; `through`: it uses another that is left out.
 */
export type LeftOutReason =
  'owner' | 'stored' | 'foreign' | 'bypassed' | 'part' | 'whole' | 'definer' | 'unknown' | 'through';

/** A relation or function that a connection with a login for each tenant does not serve. */
export interface LeftOut {
  schema: string;
  name: string;
  isFunction: boolean;
  reason: LeftOutReason;
  /** Whether the login may read or execute it all the same, and it is no extension's. */
  isReadable: boolean;
  /** Its name as a statement needs it, with its schema. */
  quoted: string;
  /** Quoted names of what it uses, where that is left out; types as `the type x`. */
  through: string;
}

/** Catalogues of thousands of tables still fit; the statements' own limits are for askers, not for us. */
const BOUNDS = { maxRows: 200_000, maxBytes: 64_000_000, statementTimeoutMs: 20_000 };

type Asked = { tenant?: string; signal?: AbortSignal };

/**
 * What a tenant's login could read past row security, in all schemas: none of it is served unless the connection shares
 * it. Without a tenant all askers share one login, and nothing is left out.
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

/** Names that the connection shares and that the database does not have. @throws DatabaseFailure */
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
