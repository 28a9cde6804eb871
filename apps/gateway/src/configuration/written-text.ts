import type { FastifyInstance, FastifyRequest } from 'fastify';
import { stringify } from 'yaml';
import { routeOf } from '../openapi/route-table';
import { ProblemError } from '../problems/problem-error';

/** Media types of YAML; `application/yaml` is RFC 9512's. */
export const yamlTypes = ['application/yaml', 'application/x-yaml', 'text/yaml', 'text/x-yaml'];

/** Files of the configuration may be larger than questions: the model of a large database has hundreds of kilobytes. */
const MAX_TEXT_BYTES = 4 * 1024 * 1024;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** A body in YAML, as it was sent. */
class YamlText {
  constructor(readonly text: string) {}
}

/** Accepts YAML, and larger bodies, on the routes of the route table that take it. Call it before routes are added. */
export function acceptYamlBodies(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route) => {
    const takesYaml = [route.method].flat().some((method) => routeOf(method, route.url)?.takesYaml === true);
    if (takesYaml) route.bodyLimit = MAX_TEXT_BYTES;
  });
}

/** Parses YAML bodies; routes that take none refuse them with 415. */
export function parseYamlBodies(fastify: FastifyInstance): void {
  fastify.addContentTypeParser(yamlTypes, { parseAs: 'buffer' }, (request, body, done) => {
    if (routeOf(request.method, request.routeOptions.url ?? '')?.takesYaml !== true)
      return done(new ProblemError('unsupported_media_type'));
    try {
      done(null, new YamlText(utf8.decode(body as Buffer)));
    } catch {
      done(new ProblemError('bad_request'));
    }
  });
}

/**
 * The text of an item that a request sends: YAML unchanged, JSON converted to YAML. Only for YAML are its lines those
 * that the client sent.
 */
export function writtenText({ body }: Pick<FastifyRequest, 'body'>): { text: string; hasLines: boolean } {
  if (body instanceof YamlText) return { text: body.text, hasLines: true };
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new ProblemError('bad_request', {
      mistakes: [{ path: '(body)', message: { zh: '必须是 YAML 或 JSON 对象', en: 'must be YAML or a JSON object' } }],
    });
  return { text: stringify(body, { lineWidth: 0 }), hasLines: false };
}

/** Whether the client prefers YAML to JSON. */
export const prefersYaml = (request: Pick<FastifyRequest, 'headers'>): boolean =>
  yamlTypes.some((type) => request.headers.accept?.includes(type) === true);
