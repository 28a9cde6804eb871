import { keyPart } from '@querent/platform';
import type { Connection } from './files/connection-file';

/**
 * A group that sees the same data of a connection: all tenants if they share a login, one tenant if each has its own
 * (`roles:`).
 */
export interface Audience {
  /** Key of snapshots, models, value indexes, caches and vectors. */
  key: string;
  /** Tenant that owns the login; null for the shared login. */
  tenant: string | null;
}

type WithRoles = Pick<Connection, 'name' | 'roles'>;

/**
 * The connection's name, or `<name>@<tenant>` if `roles:` are configured. A connection's name contains no `@`, so no
 * two audiences share a key.
 */
export function audienceOf({ name, roles }: WithRoles, tenant: string): string {
  return roles === undefined ? name : `${name}@${keyPart(tenant)}`;
}

/** All audiences of a connection. */
export function audiencesOf(connection: WithRoles): Audience[] {
  if (connection.roles === undefined) return [{ key: connection.name, tenant: null }];
  return Object.keys(connection.roles).map((tenant) => ({ key: audienceOf(connection, tenant), tenant }));
}

/** Whether a tenant has a login: if tenants have separate logins, a tenant without one may not use the shared one. */
export function hasLogin({ roles }: WithRoles, tenant: string): boolean {
  return roles === undefined || Object.hasOwn(roles, tenant);
}

/** The connection's name in the key of an audience. */
export function connectionOf(audience: string): string {
  const at = audience.indexOf('@');
  return at < 0 ? audience : audience.slice(0, at);
}
