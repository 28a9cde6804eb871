import { audienceOf } from './audience';
import type { Catalog } from './catalog';
import type { Connection } from './files/connection-file';

/** Ownership scope of a run's cached data: its results are shared within this scope only. */
export interface RunScope {
  tenant: string;
  /** `audienceOf`. */
  audience: string;
  connection: Connection;
}

/** Tenant and audience of a run; null if the connection does not exist (any more). */
export function runScopeOf(
  catalog: Pick<Catalog, 'connection'>,
  { tenant, request }: { tenant: string; request: { connection: string } },
): RunScope | null {
  const connection = catalog.connection(request.connection);
  return connection === undefined ? null : { tenant, audience: audienceOf(connection, tenant), connection };
}
