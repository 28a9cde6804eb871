import type { ApiKey, Scope } from '@querent/catalog';
import { ProblemError } from '../problems/problem-error';

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
