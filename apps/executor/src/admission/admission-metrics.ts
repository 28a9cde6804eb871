import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/**
 * Metrics of statements that run or wait. No metric has a label for the tenant: there may be thousands of tenants, and
 * their names are confidential.
 */
export interface AdmissionMetrics {
  running: Gauge<'connection' | 'lane'>;
  waiting: Gauge<'connection' | 'lane'>;
  tenantsWaiting: Gauge<'connection' | 'lane'>;
  gateWaitSeconds: Histogram<'connection' | 'lane'>;
  turnedAway: Counter<'connection' | 'lane' | 'why'>;
  breakerOpen: Gauge<'connection'>;
  admissions: Counter<'connection' | 'decision'>;
  guardRefusals: Counter<'code'>;
}

export function createAdmissionMetrics(registry: Registry): AdmissionMetrics {
  const registers = [registry];
  const labelNames = ['connection', 'lane'] as const;
  return {
    running: new Gauge({
      name: 'querent_statements_running',
      help: 'Statements that hold a slot of a connection',
      labelNames,
      registers,
    }),
    waiting: new Gauge({
      name: 'querent_statements_waiting',
      help: 'Statements that wait for a slot of a connection',
      labelNames,
      registers,
    }),
    tenantsWaiting: new Gauge({
      name: 'querent_statement_tenants_waiting',
      help: 'Tenants with a statement that waits for a slot of a connection',
      labelNames,
      registers,
    }),
    gateWaitSeconds: new Histogram({
      name: 'querent_gate_wait_seconds',
      help: 'Time that statements waited for a slot, including those that got none',
      labelNames,
      buckets: [0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300],
      registers,
    }),
    turnedAway: new Counter({
      name: 'querent_statements_turned_away_total',
      help: 'Statements that got no slot: full (too many were waiting) or timeout (no slot was free in time)',
      labelNames: ['connection', 'lane', 'why'],
      registers,
    }),
    breakerOpen: new Gauge({
      name: 'querent_connection_breaker_open',
      help: 'Whether statements are held back because the database cannot be reached',
      labelNames: ['connection'],
      registers,
    }),
    admissions: new Counter({
      name: 'querent_admission_total',
      help: 'Statements by the decision on their estimated cost: run, slow (left to the slow lane) or too_expensive',
      labelNames: ['connection', 'decision'],
      registers,
    }),
    guardRefusals: new Counter({
      name: 'querent_guard_refusals_total',
      help: 'Statements that the guard refused before execution, by its code',
      labelNames: ['code'],
      registers,
    }),
  };
}
