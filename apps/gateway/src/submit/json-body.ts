import type { FastifyInstance } from 'fastify';
import { ProblemError } from '../problems/problem-error';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads `application/json` bodies: strict UTF-8, at most `maxBytes`. Every other content type is 415. */
export function acceptJsonBodies(fastify: FastifyInstance, maxBytes: number): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: maxBytes },
    (_request, body, done) => {
      // A POST that needs no body (cancel) may still announce one.
      if (body.length === 0) return done(null, undefined);
      try {
        done(null, JSON.parse(utf8.decode(body as Buffer)));
      } catch {
        done(new ProblemError('malformed_json'));
      }
    },
  );
}
