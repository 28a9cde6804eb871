import type { Metrics } from '@querent/platform';
import type { FastifyInstance } from 'fastify';
import { Gauge, Histogram } from 'prom-client';
import type { GatewayServices } from '../gateway-services';

/** How long requests took, by route and status, and how many jobs wait in each queue (asked when somebody scrapes). */
export function measureRequests(fastify: FastifyInstance, { metrics, queues }: Pick<GatewayServices, 'metrics' | 'queues'>): void {
  const { registry } = metrics;
  const seconds = new Histogram({
    name: 'querent_http_request_seconds',
    help: 'Time from the first byte of a request to the last of its answer, event streams excepted',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  // The route's pattern, never its address: ids would make a series each.
  fastify.addHook('onResponse', (request, reply, done) => {
    seconds.observe({ method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });
  registerBacklog(registry, queues);
}

function registerBacklog(registry: Metrics['registry'], queues: GatewayServices['queues']): void {
  new Gauge({
    name: 'querent_waiting_jobs',
    help: 'Jobs that wait for a worker',
    labelNames: ['queue'],
    registers: [registry],
    async collect() {
      // A Redis that is away must not hold the scrape, which then shows everything else.
      await Promise.all(queues.map(async (queue) => this.set({ queue: queue.name }, await waiting(queue))));
    },
  });
}

const PATIENCE_MS = 1_000;

async function waiting(queue: GatewayServices['queues'][number]): Promise<number> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<number>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, Number.NaN);
  });
  try {
    return await Promise.race([queue.getWaitingCount(), late]);
  } catch {
    return Number.NaN;
  } finally {
    clearTimeout(timer);
  }
}
