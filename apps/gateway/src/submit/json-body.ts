import type { FastifyInstance } from 'fastify';
import { ProblemError } from '../problems/problem-error';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Parses `application/json` bodies: strict UTF-8, at most `maxBytes`. Every other content type is refused with 415. */
export function acceptJsonBodies(fastify: FastifyInstance, maxBytes: number): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: maxBytes },
    (_request, body, done) => {
      // A POST without a body (cancel) may still have a content type.
      if (body.length === 0) return done(null, undefined);
      try {
        done(null, JSON.parse(utf8.decode(body as Buffer)));
      } catch {
        done(new ProblemError('malformed_json'));
      }
    },
  );
}
