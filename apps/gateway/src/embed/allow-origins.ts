import cors from '@fastify/cors';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** What pages of other origins may read: the API and the console's files. Dashboards and metrics are not among it. */
const isOpenToPages = (url: string): boolean => /^\/(v1|assets|embed)\//.test(url);

/**
 * Lets the browsers of other people's pages call the API (https://fetch.spec.whatwg.org/#http-cors-protocol). They send
 * a token: cookies are not allowed, so that no page acts with the session of its visitor. Must be registered before
 * authentication, because a browser asks for permission without credentials.
 */
export async function allowOrigins(fastify: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return;
  const allowed = {
    origin: [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [
      'Authorization',
      'Content-Type',
      'Accept-Language',
      'Idempotency-Key',
      'If-None-Match',
      'Last-Event-ID',
      'Querent-Share',
      'Traceparent',
    ],
    exposedHeaders: ['Location', 'Retry-After', 'ETag', 'X-Request-Id', 'Content-Disposition'],
    // Browsers ask again after ten minutes.
    maxAge: 600,
  };
  await fastify.register(cors, {
    delegator: ({ url }, done) => done(null, isOpenToPages(url) ? allowed : { origin: false }),
  });
}

/** The headers that `allowOrigins` has set on a reply, for a response that is written without it. */
export function originHeaders(reply: FastifyReply): Record<string, string> {
  const set = Object.entries(reply.getHeaders()).filter(([name]) => /^(access-control-|vary$)/.test(name));
  return Object.fromEntries(set.map(([name, value]) => [name, String(value)]));
}
