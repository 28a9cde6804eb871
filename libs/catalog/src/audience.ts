import { keyPart } from '@querent/platform';
import type { Connection } from './files/connection-file';

/**
 * Those who see a connection alike: all tenants where they share a login, one tenant where each has its own (`roles:`).
 */
export interface Audience {
  /** What snapshots, models, value indexes, caches and vectors are keyed by. */
  key: string;
  /** Whose login it is; null: the common one. */
  tenant: string | null;
}

type WithRoles = Pick<Connection, 'name' | 'roles'>;

/**
 * The connection's name, or `<name>@<tenant>` where `roles:` are configured. A connection's name holds no `@`, so no
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

/**
 * Whether a tenant may be served at all: where tenants have logins of their own, one without may not use the common
 * one.
 */
export function hasLogin({ roles }: WithRoles, tenant: string): boolean {
  return roles === undefined || Object.hasOwn(roles, tenant);
}

/** The connection's name in the key of an audience. */
export function connectionOf(audience: string): string {
  const at = audience.indexOf('@');
  return at < 0 ? audience : audience.slice(0, at);
}
