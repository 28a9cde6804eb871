import type { Catalog } from '@querent/catalog';
import type { Run } from '@querent/contracts';
import type { DatabaseFailure } from '@querent/datasource';

export interface LookAgainDeps {
  catalog: Pick<Catalog, 'connection' | 'modelFile'>;
  /** Reads the schema of a connection anew, of one tenant's login alone where it is given. */
  refresh(connection: string, tenant?: string): Promise<unknown>;
}

/** Some failures of a statement tell that the schema is not what it was when it was read. */
export function lookAgain(
  { tenant, request: { connection } }: Run,
  { errorClass: { name } }: DatabaseFailure,
  { catalog, refresh }: LookAgainDeps,
): void {
  // A derived model just follows; a file that names what is gone would be a mistake at once, and close the connection
  // to every other question before anybody can mend it.
  const changed = name === 'unknown_column' || name === 'unknown_table';
  if (changed && catalog.modelFile(connection).file === null) void refresh(connection);
  // A grant was taken back: what a tenant's login may not read any more is absent for it, whatever the file says.
  if (name === 'permission' && catalog.connection(connection)?.roles !== undefined) void refresh(connection, tenant);
}
