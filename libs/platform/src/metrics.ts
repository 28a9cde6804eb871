import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { productVersion } from './product-version';

/** The Prometheus metrics of every service; owners of further metrics add them to the same registry. */
export interface Metrics {
  registry: Registry;
  stageSeconds: Histogram<'stage' | 'event'>;
  queueWait: Histogram<'queue'>;
  jobAttempts: Counter<'stage' | 'result'>;
  activeJobs: Gauge<'stage'>;
  jobsHandedBack: Counter<'queue' | 'why'>;
  stagesAbandoned: Counter<'stage' | 'why'>;
  consumersReplaced: Counter<'queue'>;
  heldBack: Counter<'queue'>;
}

/** Histogram buckets of jobs, seconds. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600];

export function createMetrics(service: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  // Every Prometheus client exports `process_…`; this metric identifies Querent's processes.
  new Gauge({
    name: 'querent_build_info',
    help: 'Always 1: a Querent process of this version',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version: productVersion, node: process.versions.node }, 1);
  return {
    registry,
    stageSeconds: new Histogram({
      name: 'querent_stage_seconds',
      help: 'Time that a stage took, by its outcome',
      labelNames: ['stage', 'event'],
      buckets: SECONDS,
      registers: [registry],
    }),
    queueWait: new Histogram({
      name: 'querent_queue_wait_seconds',
      help: 'Time that jobs waited for a worker, from their publication to their first start',
      labelNames: ['queue'],
      buckets: SECONDS,
      registers: [registry],
    }),
    jobAttempts: new Counter({
      name: 'querent_job_attempts_total',
      help: 'Attempts at jobs, by result',
      labelNames: ['stage', 'result'],
      registers: [registry],
    }),
    jobsHandedBack: new Counter({
      name: 'querent_jobs_handed_back_total',
      help: 'Jobs left to a newer version of the service',
      labelNames: ['queue', 'why'],
      registers: [registry],
    }),
    stagesAbandoned: new Counter({
      name: 'querent_stages_abandoned_total',
      help: 'Stages that did not end when their time was over or their run was cancelled, and were abandoned',
      labelNames: ['stage', 'why'],
      registers: [registry],
    }),
    consumersReplaced: new Counter({
      name: 'querent_consumers_replaced_total',
      help: 'Consumers of a queue that stopped fetching jobs and were replaced',
      labelNames: ['queue'],
      registers: [registry],
    }),
    heldBack: new Counter({
      name: 'querent_held_back_seconds_total',
      help: 'Time for which consumers started no job of a queue because its downstream stages had enough jobs',
      labelNames: ['queue'],
      registers: [registry],
    }),
    activeJobs: new Gauge({
      name: 'querent_active_jobs',
      help: 'Active jobs',
      labelNames: ['stage'],
      registers: [registry],
    }),
  };
}
