import type { FastifyReply, FastifyRequest } from 'fastify';
import { noteFacts } from '../audit/told-facts';
import { routeOf } from '../openapi/route-table';
import { authenticate, demandScope, type FindKey } from './bearer';
import { rememberCaller } from './caller';

/**
 * Checks the key before the body is read, so that nobody without one makes the gateway parse anything. The scope stands
 * in the route table; a route that is not there needs `operate`, and an address without a route goes on to its 404.
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
 * Pages with a check of their own (`/queues`) or with nothing to hide (`/docs`: the same document as /openapi.json).
 */
const isOpen = (url: string): boolean => /^\/(queues|docs)(\/|-|$)/.test(url);
