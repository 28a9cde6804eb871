import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** Metrics of model calls. `endpoint` is `general` or `sql`. */
export interface LlmMetrics {
  calls: Counter<'endpoint' | 'task' | 'result'>;
  seconds: Histogram<'endpoint' | 'task'>;
  tokens: Counter<'endpoint' | 'kind'>;
  retries: Counter<'endpoint' | 'task' | 'why'>;
  breakerOpen: Gauge<'endpoint'>;
  budgetRefusals: Counter<'task'>;
}

export function createLlmMetrics(registry: Registry): LlmMetrics {
  const registers = [registry];
  return {
    calls: new Counter({
      name: 'querent_llm_calls_total',
      help: 'Requests to models by result: ok, aborted or a failure; budget and breaker_open were not sent',
      labelNames: ['endpoint', 'task', 'result'],
      registers,
    }),
    seconds: new Histogram({
      name: 'querent_llm_seconds',
      help: 'Time that a request to a model took, failed ones too',
      labelNames: ['endpoint', 'task'],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60, 120],
      registers,
    }),
    tokens: new Counter({
      name: 'querent_llm_tokens_total',
      help: 'Tokens by kind: prompt or completion',
      labelNames: ['endpoint', 'kind'],
      registers,
    }),
    retries: new Counter({
      name: 'querent_llm_retries_total',
      help: 'Repeated requests to models by the failure that was repeated',
      labelNames: ['endpoint', 'task', 'why'],
      registers,
    }),
    breakerOpen: new Gauge({
      name: 'querent_llm_breaker_open',
      help: 'Whether requests to a model are held back because its server is in trouble',
      labelNames: ['endpoint'],
      registers,
    }),
    budgetRefusals: new Counter({
      name: 'querent_llm_budget_refusals_total',
      help: 'Requests to models that were not made because the tenant has spent the tokens of its day',
      labelNames: ['task'],
      registers,
    }),
  };
}
