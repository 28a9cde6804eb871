import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { problemOfRequest } from '../audit/request-facts';
import { problemsOf } from '../openapi/route-parts';
import { routeOf } from '../openapi/route-table';

/**
 * Compares every response with the table of routes.
 * @returns a function that throws if a response had a status or a problem that its route does not list
 */
export function watchResponses(fastify: FastifyInstance): () => void {
  const undocumented = new Set<string>();
  fastify.addHook('onResponse', (request, reply, done) => {
    const found = undocumentedPart(request, reply);
    if (found !== null) undocumented.add(found);
    done();
  });
  return () => {
    if (undocumented.size > 0)
      throw new Error(`The table of routes does not list these responses:\n${[...undocumented].sort().join('\n')}`);
  };
}

function undocumentedPart(request: FastifyRequest, reply: FastifyReply): string | null {
  const route = routeOf(request.method, request.routeOptions.url ?? '');
  if (route === undefined || !reply.raw.headersSent) return null;
  const address = `${route.method} ${route.path}`;
  const isProblem = String(reply.getHeader('content-type')).startsWith('application/problem+json');
  const problem = isProblem ? problemOfRequest(request) : undefined;
  if (problem === undefined) return reply.statusCode in route.answers ? null : `${address}: ${reply.statusCode}`;
  const isListed = problemsOf(route).includes(problem.code) && problem.status === reply.statusCode;
  return isListed ? null : `${address}: ${reply.statusCode} ${problem.code}`;
}
