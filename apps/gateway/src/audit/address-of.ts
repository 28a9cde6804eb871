import type { FastifyRequest } from 'fastify';
import { callerOrNull } from '../auth/caller';

/**
 * Method and address of a request; the route's pattern where no key was found good: such an address may hold anything.
 */
export const addressOf = (request: FastifyRequest): string =>
  `${request.method} ${callerOrNull(request) === null ? (request.routeOptions.url ?? 'no route') : request.url.slice(0, 300)}`;
