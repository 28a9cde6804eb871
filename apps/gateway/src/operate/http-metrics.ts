import type { FastifyInstance } from 'fastify';
import { Histogram } from 'prom-client';
import type { GatewayServices } from '../gateway-services';

/** Measures the duration of requests, by route and status, and counts submitted questions. */
export function measureRequests(
  fastify: FastifyInstance,
  { metrics: { registry }, submissions }: Pick<GatewayServices, 'metrics' | 'submissions'>,
): void {
  const seconds = new Histogram({
    name: 'querent_http_request_seconds',
    help: 'Time from the first byte of a request to the last of its answer, event streams excepted',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  // The route pattern instead of the URL: each id would create a series.
  fastify.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    const { statusCode: status } = reply;
    seconds.observe({ method, route: routeOptions.url ?? 'none', status }, reply.elapsedTime / 1000);
    if (method === 'POST' && routeOptions.url === '/v1/queries') submissions.count(status);
    done();
  });
}
