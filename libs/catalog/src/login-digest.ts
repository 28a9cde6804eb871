import { createHash } from 'node:crypto';
import type { Connection } from './connection-file';

/**
 * What tells an audience's login from another one: a digest of server, database and user, without the password. Null in a service
 * that holds no credentials, or where the login is not configured.
 */
export function loginDigest({ url, roles }: Pick<Connection, 'url' | 'roles'>, tenant: string | null): string | null {
  const login = tenant === null ? url : (roles !== undefined && Object.hasOwn(roles, tenant) ? (roles[tenant] ?? null) : null);
  if (login === null || !URL.canParse(login)) return null;
  const { host, pathname, username, searchParams } = new URL(login);
  const identity = [searchParams.get('user') ?? decodeURIComponent(username), searchParams.get('host') ?? host, pathname];
  return createHash('sha256').update(JSON.stringify(identity), 'utf8').digest('hex').slice(0, 16);
}
