import { isOpenTo, type Catalog, type Connection } from '@querent/catalog';
import type { Caller } from '../auth/caller';
import { ProblemError } from '../problems/problem-error';

/**
 * The connection of that name, if it is open to the tenant of the key; this holds for administrators too. The tenant
 * needs no login on it. Throws `connection_unknown` for any other connection.
 */
export function grantedConnection(catalog: Pick<Catalog, 'connection'>, caller: Caller, name: string): Connection {
  const connection = catalog.connection(name);
  if (connection === undefined) throw new ProblemError('connection_unknown');
  if (!isOpenTo(caller, connection)) throw new ProblemError('connection_unknown', { denied: true });
  return connection;
}
