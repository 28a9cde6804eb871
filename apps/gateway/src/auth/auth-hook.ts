import type { FastifyReply, FastifyRequest } from 'fastify';
import { noteFacts } from '../audit/request-facts';
import { routeOf } from '../openapi/route-table';
import { authenticate, demandScope, type FindKey } from './bearer';
import { rememberCaller } from './caller';

/**
 * Authenticates the key before the body is read, so the gateway parses no body of an unauthenticated client. The route
 * table names the scope; a route missing from it needs `operate`; a URL without a route falls through to 404.
 */
export function authHook(
  findKey: FindKey,
): (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void {
  return (request, _reply, done) => {
    const url = request.routeOptions.url;
    if (url === undefined || isOpen(url)) return done();
    const route = routeOf(request.method, url);
    if (route !== undefined && route.demands === null) return done();
    try {
      const caller = authenticate(findKey, request.headers.authorization);
      noteFacts(request, { tenant: caller.tenant, key: caller.name });
      demandScope(caller, route?.demands ?? unlisted);
      rememberCaller(request, caller);
      done();
    } catch (error) {
      done(error as Error);
    }
  };
}

const unlisted = { scopes: ['operate'] } as const;

/**
 * Pages that authenticate by themselves (`/queues`) or are public (`/docs` shows the same document as /openapi.json).
 */
const isOpen = (url: string): boolean => /^\/(queues|docs)(\/|-|$)/.test(url);
