import type { ApiKey, Scope } from '@querent/catalog';
import { ProblemError } from '../problems/problem-error';

/** Finds whom a bearer key belongs to; null for a key that nobody has. */
export type FindKey = (bearer: string) => ApiKey | null;

/** The key behind an Authorization header (RFC 6750). Throws `unauthorized` where it is missing or not valid. */
export function authenticate(findKey: FindKey, authorization: string | undefined): ApiKey {
  const bearer = /^bearer +([^\s]{1,512})$/i.exec(authorization ?? '')?.[1];
  if (bearer === undefined) throw unauthorized('Bearer realm="querent"');
  const key = findKey(bearer);
  if (key === null) throw unauthorized('Bearer realm="querent", error="invalid_token"');
  return key;
}

/** What a route asks of a key. */
export interface Demand {
  /** One of these scopes is needed. `admin` includes `query`. */
  scopes: readonly Scope[];
  /** What it takes or gives is SQL and physical names: `sql:read` is needed besides. */
  sqlRead?: true;
}

/** Throws `forbidden` unless the key has what is demanded. The challenge names what would do (RFC 6750 §3). */
export function demandScope(key: ApiKey, { scopes, sqlRead }: Demand): void {
  const has = scopes.some((scope) => key.scopes.includes(scope) || (scope === 'query' && key.scopes.includes('admin')));
  if (has && (sqlRead === undefined || key.scopes.includes('sql:read'))) return;
  const [least = ''] = scopes.filter((scope) => !has || key.scopes.includes(scope));
  const challenge = `Bearer realm="querent", error="insufficient_scope", scope="${least}${sqlRead === undefined ? '' : ' sql:read'}"`;
  throw new ProblemError('forbidden', { headers: { 'www-authenticate': challenge } });
}

/** The key of HTTP basic: what a browser can send, with the key as the password. Null where the header is another. */
export function basicPassword(authorization: string | undefined): string | null {
  const encoded = /^basic +([A-Za-z0-9+/=]{1,1024})$/i.exec(authorization ?? '')?.[1];
  if (encoded === undefined) return null;
  const decoded = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  return colon < 0 ? null : decoded.slice(colon + 1);
}

const unauthorized = (challenge: string): ProblemError =>
  new ProblemError('unauthorized', { headers: { 'www-authenticate': challenge } });
