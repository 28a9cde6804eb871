import { mayAsk, type Catalog, type Connection } from '@querent/catalog';
import type { Caller } from '../auth/caller';
import { ProblemError } from '../problems/problem-error';

/**
 * The connection of a question.
 * @throws ProblemError `connection_unknown`, `connection_misconfigured` or `forbidden`
 */
export function askedConnection(
  catalog: Pick<Catalog, 'connection' | 'isBroken'>,
  caller: Caller,
  name: string,
): Connection {
  const connection = catalog.connection(name);
  if (connection === undefined)
    throw new ProblemError(catalog.isBroken(name) ? 'connection_misconfigured' : 'connection_unknown');
  if (!mayAsk(caller, connection)) throw new ProblemError('forbidden');
  return connection;
}
