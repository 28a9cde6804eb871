import { isTerminal } from '@querent/contracts';
import { Counter, Histogram, type Registry } from 'prom-client';
import type { RunStoreOptions } from './run-store';

/**
 * Histogram buckets, seconds: from a user who answers immediately to one who returns after the default clarification
 * lifetime.
 */
const WAITS = [1, 2, 5, 10, 30, 60, 120, 300, 600, 1_200, 1_800, 3_600, 14_400];

/**
 * Counts ends and clarifications of runs in the process that caused them. A change of state is one compare-and-set, so
 * none is counted twice. Pass the result to `RunStore` as `onAdvanced`; call once per registry.
 */
export function measureRuns(registry: Registry): NonNullable<RunStoreOptions['onAdvanced']> {
  const registers = [registry];
  const ended = new Counter({
    name: 'querent_runs_ended_total',
    help: 'Runs that came to an end, by the state that they ended in',
    labelNames: ['state'],
    registers,
  });
  const asked = new Counter({
    name: 'querent_clarifications_total',
    help: 'Questions that were asked back, by what led to them',
    labelNames: ['trigger'],
    registers,
  });
  const waits = new Histogram({
    name: 'querent_clarification_wait_seconds',
    help: 'How long runs waited for their askers, by what ended the wait: replied, expired or cancelled',
    labelNames: ['event'],
    buckets: WAITS,
    registers,
  });
  return (before, event, after) => {
    // Clocks of two machines may differ, so negative waits count as 0.
    if (before.status === 'awaiting_clarification')
      waits.observe({ event }, Math.max(0, Date.parse(after.updatedAt) - Date.parse(before.updatedAt)) / 1_000);
    if (after.data.clarification !== null) asked.inc({ trigger: after.data.clarification.trigger });
    if (isTerminal(after.status)) ended.inc({ state: after.status });
  };
}
