import type { Catalog } from '@querent/catalog';
import type { Run } from '@querent/contracts';
import type { DatabaseFailure } from '@querent/datasource';

export interface RefreshAfterFailureDeps {
  catalog: Pick<Catalog, 'connection' | 'modelFile'>;
  /** Reads the schema of a connection again, for all logins or only that of `tenant`. */
  refresh(connection: string, tenant?: string): Promise<unknown>;
}

/** Reads the schema again after a failure which shows that the snapshot is outdated. */
export function refreshAfterFailure(
  { tenant, request: { connection } }: Run,
  { errorClass: { name } }: DatabaseFailure,
  { catalog, refresh }: RefreshAfterFailureDeps,
): void {
  // Only for a derived model, which follows the schema. With a model file, a dropped table would immediately become a
  // mistake that closes the connection to all questions before the file can be corrected.
  const changed = name === 'unknown_column' || name === 'unknown_table';
  if (changed && catalog.modelFile(connection).file === null) void refresh(connection);
  // A grant was revoked: for a tenant's login, unreadable parts are absent, with or without a model file.
  if (name === 'permission' && catalog.connection(connection)?.roles !== undefined) void refresh(connection, tenant);
}
