import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { withRequestId } from '@querent/platform';
import type { FastifyInstance } from 'fastify';

export const REQUEST_ID_HEADER = 'X-Request-Id';

const wellFormed = /^[A-Za-z0-9._:-]{1,128}$/;

/** Id of a request: the client's, if it is well-formed, else a random UUID. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && wellFormed.test(given) ? given : randomUUID();
}

/**
 * Returns each request's id in the header of its response and adds it to its log lines. The header is set on Node's
 * response, which event streams write without the framework. Events of a body's socket and of the response carry
 * another asynchronous context, so the id is set again after each.
 */
export function identifyRequests(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', ({ id }, reply, done) => {
    reply.raw.setHeader(REQUEST_ID_HEADER, id);
    withRequestId(id, done);
  });
  fastify.addHook('preValidation', ({ id }, _reply, done) => withRequestId(id, done));
  fastify.addHook('onResponse', ({ id }, _reply, done) => withRequestId(id, done));
}
