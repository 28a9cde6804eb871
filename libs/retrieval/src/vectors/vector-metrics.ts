import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

export type VectorStore = 'redis' | 'qdrant';
export type VectorOp = 'upsert' | 'search' | 'known' | 'remove' | 'removeAll' | 'scopes';
/**
 * `away`: VectorIndexUnavailable after trying; `left_alone`: at once, the breaker was open; `failed`: anything else.
 */
export type VectorResult = 'ok' | 'away' | 'left_alone' | 'aborted' | 'failed';

/** The metrics of both vector stores. */
export interface VectorMetrics {
  requests: Counter<'store' | 'op' | 'result'>;
  seconds: Histogram<'store' | 'op'>;
  breakerOpen: Gauge<'store' | 'purpose'>;
}

const byRegistry = new WeakMap<Registry, VectorMetrics>();

/** Metrics of a registry, shared by all indexes of a process. */
export function vectorMetrics(registry: Registry): VectorMetrics {
  const known = byRegistry.get(registry);
  if (known !== undefined) return known;
  const registers = [registry];
  const metrics: VectorMetrics = {
    requests: new Counter({
      name: 'querent_vector_requests_total',
      help: 'Calls of the vector index by result: ok, away, left_alone (the breaker was open), aborted or failed',
      labelNames: ['store', 'op', 'result'],
      registers,
    }),
    seconds: new Histogram({
      name: 'querent_vector_seconds',
      help: 'Time that calls of the vector index took, retries included',
      labelNames: ['store', 'op'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    }),
    breakerOpen: new Gauge({
      name: 'querent_vector_breaker_open',
      help: 'Whether calls of the vector index are held back because its store does not answer',
      labelNames: ['store', 'purpose'],
      registers,
    }),
  };
  byRegistry.set(registry, metrics);
  return metrics;
}
