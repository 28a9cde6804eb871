import type { ApiKey } from '@querent/catalog';
import type { FastifyRequest } from 'fastify';

/** Who asks: the key that the request came with. */
export type Caller = ApiKey;

const callers = new WeakMap<FastifyRequest, Caller>();

export function rememberCaller(request: FastifyRequest, caller: Caller): void {
  callers.set(request, caller);
}

/** The key of an authenticated request. Throws on a route that the auth hook let pass without one. */
export function callerOf(request: FastifyRequest): Caller {
  const caller = callers.get(request);
  if (caller === undefined) throw new Error('The route has no authenticated caller');
  return caller;
}

/** The same, or null where the request has none: on open routes, and before the key was found good. */
export const callerOrNull = (request: FastifyRequest): Caller | null => callers.get(request) ?? null;

/** An operator of the installation: its tenants' things, too, are theirs to administer. */
export const operates = (caller: Caller): boolean => caller.scopes.includes('operate');

export const seesSql = (caller: Caller): boolean => caller.scopes.includes('sql:read');
