import type { FastifyReply, FastifyRequest } from 'fastify';
import { noteFacts } from '../audit/request-facts';
import { routeOf } from '../openapi/route-table';
import { rememberCredentials } from './caller';
import type { Authentication } from './authentication';
import { demandScope } from './demand';

/**
 * Authenticates the caller before the body is read, so the gateway parses no body of an unauthenticated client. The
 * route table names the scope; a route missing from it needs `operate`; a URL without a route falls through to 404.
 */
export function authHook(
  authentication: Authentication,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  return async (request, reply) => {
    const url = request.routeOptions.url;
    if (url === undefined || isOpen(url) || request.routeOptions.config.isPublicPage) return;
    const route = routeOf(request.method, url);
    if (route !== undefined && route.demands === null) return;
    const credentials = await authentication.ofRequest(request, reply);
    const { caller } = credentials;
    noteFacts(request, { tenant: caller.tenant, key: caller.name });
    demandScope(caller, route?.demands ?? unlisted);
    rememberCredentials(request, credentials);
  };
}

const unlisted = { scopes: ['operate'] } as const;

/**
 * Pages that authenticate by themselves (`/queues`) or are public (`/docs` shows the same document as /openapi.json).
 */
const isOpen = (url: string): boolean => /^\/(queues|docs)(\/|-|$)/.test(url);
