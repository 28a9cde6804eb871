import { audiencesOf, connectionOf } from '../audience';
import type { Catalog } from '../catalog';

type Configured = Pick<Catalog, 'connection' | 'isBroken' | 'isComplete' | 'tenants'>;

/**
 * Whether a connection was removed from the configuration. A connection whose file is invalid was not, and none was
 * while the changes made over the API are unknown.
 */
export const isConnectionRemoved = (catalog: Configured, name: string): boolean =>
  catalog.isComplete() && catalog.connection(name) === undefined && !catalog.isBroken(name);

/** Whether no tenant uses a connection with this login any more, by the key of `audienceOf`. */
export function isAudienceRemoved(catalog: Configured, audience: string): boolean {
  const connection = catalog.connection(connectionOf(audience));
  if (connection === undefined) return isConnectionRemoved(catalog, connectionOf(audience));
  return catalog.isComplete() && !audiencesOf(connection).some(({ key }) => key === audience);
}

/** Whether the tenant has no key any more. False if there are no keys at all, because the tenants are then unknown. */
export function isTenantRemoved(catalog: Configured, tenant: string): boolean {
  return catalog.tenants()?.has(tenant) === false;
}
