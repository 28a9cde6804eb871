import type { ApiKey, Scope } from '@querent/catalog';
import { ProblemError } from '../problems/problem-error';

/** Finds the API key of a bearer token; null for an unknown token. */
export type FindKey = (bearer: string) => ApiKey | null;

/** The key behind an Authorization header (RFC 6750). Throws `unauthorized` if it is missing or invalid. */
export function authenticate(findKey: FindKey, authorization: string | undefined): ApiKey {
  const bearer = /^bearer +([^\s]{1,512})$/i.exec(authorization ?? '')?.[1];
  if (bearer === undefined) throw unauthorized('Bearer realm="querent"');
  const key = findKey(bearer);
  if (key === null) throw unauthorized('Bearer realm="querent", error="invalid_token"');
  return key;
}

/** Permissions that a route requires of a key. */
export interface Demand {
  /** One of these scopes is needed. `admin` includes `query`. */
  scopes: readonly Scope[];
  /** The route accepts or returns SQL and physical names: `sql:read` is required in addition. */
  sqlRead?: true;
}

/** Throws `forbidden` unless the key satisfies the demand. The challenge names sufficient scopes (RFC 6750 §3). */
export function demandScope(key: ApiKey, { scopes, sqlRead }: Demand): void {
  const has = scopes.some((scope) => key.scopes.includes(scope) || (scope === 'query' && key.scopes.includes('admin')));
  if (has && (sqlRead === undefined || key.scopes.includes('sql:read'))) return;
  const [least = ''] = scopes.filter((scope) => !has || key.scopes.includes(scope));
  const challenge = `Bearer realm="querent", error="insufficient_scope", scope="${least}${sqlRead === undefined ? '' : ' sql:read'}"`;
  throw new ProblemError('forbidden', { headers: { 'www-authenticate': challenge } });
}

/** Password of HTTP basic authentication, which a browser can send: it carries the key. Null for any other header. */
export function basicPassword(authorization: string | undefined): string | null {
  const encoded = /^basic +([A-Za-z0-9+/=]{1,1024})$/i.exec(authorization ?? '')?.[1];
  if (encoded === undefined) return null;
  const decoded = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  return colon < 0 ? null : decoded.slice(colon + 1);
}

const unauthorized = (challenge: string): ProblemError =>
  new ProblemError('unauthorized', { headers: { 'www-authenticate': challenge } });
