import { createHash } from 'node:crypto';
import { databaseAddress, decodedPart } from '@querent/platform';
import type { Connection } from './files/connection-file';

/**
 * Identifies an audience's login: a digest of server, database, user and session options, without the password. Null in
 * a service without credentials, or if the login is not configured.
 */
export function loginDigest({ url, roles }: Pick<Connection, 'url' | 'roles'>, tenant: string | null): string | null {
  const login =
    tenant === null ? url : roles !== undefined && Object.hasOwn(roles, tenant) ? (roles[tenant] ?? null) : null;
  const address = login === null ? null : databaseAddress(login);
  if (address === null) return null;
  const { host, pathname, username, searchParams } = address;
  // `options` may set the role that row security applies to.
  const identity = [
    searchParams.get('user') ?? decodedPart(username),
    searchParams.get('host') ?? host,
    searchParams.get('port'),
    pathname,
    searchParams.get('options'),
  ];
  return createHash('sha256').update(JSON.stringify(identity), 'utf8').digest('hex').slice(0, 16);
}
