import { audiencesOf, connectionOf } from '../audience';
import type { Catalog } from '../catalog';

type Configured = Pick<Catalog, 'connection' | 'isBroken' | 'tenants'>;

/** Whether a connection does not stand in the configuration any more. One whose file has a mistake does. */
export const isConnectionGone = (catalog: Configured, name: string): boolean =>
  catalog.connection(name) === undefined && !catalog.isBroken(name);

/** Whether nobody sees the connection with this login any more, by the key of `audienceOf`. */
export function isAudienceGone(catalog: Configured, audience: string): boolean {
  const connection = catalog.connection(connectionOf(audience));
  if (connection === undefined) return isConnectionGone(catalog, connectionOf(audience));
  return !audiencesOf(connection).some(({ key }) => key === audience);
}

/** Whether no key belongs to the tenant any more. Without a key nothing tells which tenants there are. */
export function isTenantGone(catalog: Configured, tenant: string): boolean {
  return catalog.tenants()?.has(tenant) === false;
}
