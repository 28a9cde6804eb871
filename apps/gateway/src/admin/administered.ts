import type { Catalog, Connection } from '@querent/catalog';
import { operates, type Caller } from '../auth/caller';
import { ProblemError } from '../problems/problem-error';
import { grantedConnection } from './granted-connection';

/**
 * Whose things a request administers: those of the tenant that it names, else an operator's are all tenants'
 * (undefined) and an administrator's the own tenant's. Throws `forbidden` where an administrator names another tenant:
 * whether there is such a one is not theirs to know.
 */
export function administeredTenant(caller: Caller, named: string | undefined): string | undefined {
  if (operates(caller)) return named;
  if (named !== undefined && named !== caller.tenant) throw new ProblemError('forbidden');
  return caller.tenant;
}

/**
 * A connection as `grantedConnection` finds it; for operators any that the key is not kept from, whichever tenants it
 * is open to.
 */
export function administeredConnection(catalog: Pick<Catalog, 'connection'>, caller: Caller, name: string): Connection {
  if (!operates(caller)) return grantedConnection(catalog, caller, name);
  const connection = catalog.connection(name);
  if (connection === undefined) throw new ProblemError('connection_unknown');
  if (caller.connections?.includes(name) === false) throw new ProblemError('connection_unknown', { denied: true });
  return connection;
}
