import { audienceOf } from './audience';
import type { Catalog } from './catalog';
import type { Connection } from './files/connection-file';

/** Whose what a run sees is: what it leaves to others is for them alone. */
export interface RunPlace {
  tenant: string;
  /** `audienceOf`. */
  audience: string;
  connection: Connection;
}

/** Tenant and audience of a run; null where there is no such connection (any more). */
export function placeOf(
  catalog: Pick<Catalog, 'connection'>,
  { tenant, request }: { tenant: string; request: { connection: string } },
): RunPlace | null {
  const connection = catalog.connection(request.connection);
  return connection === undefined ? null : { tenant, audience: audienceOf(connection, tenant), connection };
}
