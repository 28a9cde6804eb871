import type { FastifyRequest } from 'fastify';
import { callerOrNull } from '../auth/caller';

/**
 * Method and URL of a request, without the share token. Without an authenticated key, the route pattern replaces the
 * URL, which may hold any text.
 */
export const addressOf = (request: FastifyRequest): string =>
  `${request.method} ${callerOrNull(request) === null ? (request.routeOptions.url ?? 'no route') : request.url.replace(/([?&]share=)[^&]*/g, '$1…').slice(0, 300)}`;
