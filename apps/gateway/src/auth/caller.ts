import type { ApiKey } from '@querent/catalog';
import type { FastifyRequest } from 'fastify';
import type { Credentials } from './credentials';

/** Who sent the request: an API key, or the rights that a token grants. */
export type Caller = ApiKey;

const known = new WeakMap<FastifyRequest, Credentials>();

export function rememberCredentials(request: FastifyRequest, credentials: Credentials): void {
  known.set(request, credentials);
}

/** The credentials of an authenticated request. Throws on a route that needs none. */
export function credentialsOf(request: FastifyRequest): Credentials {
  const credentials = known.get(request);
  if (credentials === undefined) throw new Error('The route has no authenticated caller');
  return credentials;
}

/** The caller of an authenticated request. Throws on a route that needs no key. */
export const callerOf = (request: FastifyRequest): Caller => credentialsOf(request).caller;

/** Like `callerOf`, but null on routes that need no key and before authentication. */
export const callerOrNull = (request: FastifyRequest): Caller | null => known.get(request)?.caller ?? null;

/** Whether the caller is an operator of the installation, who may administer every tenant. */
export const operates = (caller: Caller): boolean => caller.scopes.includes('operate');

export const seesSql = (caller: Caller): boolean => caller.scopes.includes('sql:read');
