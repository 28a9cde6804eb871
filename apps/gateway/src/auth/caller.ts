import type { ApiKey } from '@querent/catalog';
import type { FastifyRequest } from 'fastify';

/** The API key that authenticated the request. */
export type Caller = ApiKey;

const callers = new WeakMap<FastifyRequest, Caller>();

export function rememberCaller(request: FastifyRequest, caller: Caller): void {
  callers.set(request, caller);
}

/** The key of an authenticated request. Throws on a route that needs no key. */
export function callerOf(request: FastifyRequest): Caller {
  const caller = callers.get(request);
  if (caller === undefined) throw new Error('The route has no authenticated caller');
  return caller;
}

/** Like `callerOf`, but null on routes that need no key and before authentication. */
export const callerOrNull = (request: FastifyRequest): Caller | null => callers.get(request) ?? null;

/** Whether the caller is an operator of the installation, who may administer every tenant. */
export const operates = (caller: Caller): boolean => caller.scopes.includes('operate');

export const seesSql = (caller: Caller): boolean => caller.scopes.includes('sql:read');
