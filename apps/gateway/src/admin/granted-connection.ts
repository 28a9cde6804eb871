import { isOpenTo, type Catalog, type Connection } from '@querent/catalog';
import type { Caller } from '../auth/caller';
import { ProblemError } from '../problems/problem-error';

/**
 * The connection of that name. An administrator, too, sees only connections open to the tenant of the key, though with
 * no login of its own on them; any other is unknown.
 */
export function grantedConnection(catalog: Pick<Catalog, 'connection'>, caller: Caller, name: string): Connection {
  const connection = catalog.connection(name);
  if (connection === undefined) throw new ProblemError('connection_unknown');
  if (!isOpenTo(caller, connection)) throw new ProblemError('connection_unknown', { denied: true });
  return connection;
}
