import type { Catalog, Connection } from '@querent/catalog';
import { operates, type Caller } from '../auth/caller';
import { ProblemError } from '../problems/problem-error';
import { grantedConnection } from './granted-connection';

/**
 * Tenant that a request administers: the one it names; by default all tenants (undefined) for an operator, and the
 * caller's tenant for an administrator. Throws `forbidden` when an administrator names another tenant, whether or not
 * that tenant exists.
 */
export function administeredTenant(caller: Caller, named: string | undefined): string | undefined {
  if (operates(caller)) return named;
  if (named !== undefined && named !== caller.tenant) throw new ProblemError('forbidden');
  return caller.tenant;
}

/**
 * Connection that a request administers. Operators reach every connection that their key does not exclude, whichever
 * tenants may ask it; others reach those of `grantedConnection`.
 */
export function administeredConnection(catalog: Pick<Catalog, 'connection'>, caller: Caller, name: string): Connection {
  if (!operates(caller)) return grantedConnection(catalog, caller, name);
  const connection = catalog.connection(name);
  if (connection === undefined) throw new ProblemError('connection_unknown');
  if (caller.connections?.includes(name) === false) throw new ProblemError('connection_unknown', { denied: true });
  return connection;
}
