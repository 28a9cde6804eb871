import { isTerminal, type Run, type RunData } from '@querent/contracts';
import { Counter, Histogram, type Registry } from 'prom-client';
import type { RunStoreOptions } from './run-store';

/**
 * Histogram buckets, seconds: from a user who answers immediately to one who returns after the default clarification
 * lifetime.
 */
const WAITS = [1, 2, 5, 10, 30, 60, 120, 300, 600, 1_200, 1_800, 3_600, 14_400];

/** Histogram buckets, seconds: from an answer of the exact cache to a run that used all its time. */
const ANSWERS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600];

export interface RunMeasures {
  /** For `RunStore`. */
  onAdvanced: NonNullable<RunStoreOptions['onAdvanced']>;
  /** Counts a question that the exact cache answered within the request. */
  onAnsweredAtOnce(data: RunData, seconds: number): void;
}

/**
 * Measures runs in the process that changed them: their active time, ends, clarifications and pauses. A change of state
 * is one compare-and-set, so none is counted twice. Call once per registry.
 */
export function measureRuns(registry: Registry): RunMeasures {
  const registers = [registry];
  const answers = new Histogram({
    name: 'querent_question_seconds',
    help: 'Active time of questions, from their acceptance to their end, without the pauses for a reply',
    labelNames: ['outcome', 'cache', 'reader'],
    buckets: ANSWERS,
    registers,
  });
  // Series of the service level: without a zero, the rate misses the first question of a process.
  for (const outcome of ['succeeded', 'failed']) answers.zero({ outcome, cache: 'none', reader: 'planner' });
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
  const onAdvanced: RunMeasures['onAdvanced'] = (before, event, after) => {
    // Clocks of two machines may differ, so negative waits count as 0.
    if (before.status === 'awaiting_clarification')
      waits.observe({ event }, Math.max(0, Date.parse(after.updatedAt) - Date.parse(before.updatedAt)) / 1_000);
    if (after.data.clarification !== null) asked.inc({ trigger: after.data.clarification.trigger });
    if (!isTerminal(after.status)) return;
    ended.inc({ state: after.status });
    const seconds = event === 'answered_from_cache' ? null : activeSeconds(after);
    if (seconds !== null) answers.observe(labelsOf(after.status, after.data), seconds);
  };
  return {
    onAdvanced,
    onAnsweredAtOnce: (data, seconds) => answers.observe(labelsOf('succeeded', data), seconds),
  };
}

const labelsOf = (outcome: string, data: RunData) => ({ outcome, cache: data.cache.level, reader: readerOf(data) });

/**
 * `planner`: the planner alone read the question; `model`: a language model took part; `none`: neither, because it has
 * been answered before, or no statement was derived from it.
 */
export function readerOf({ reasoning, semanticQuery }: Pick<RunData, 'reasoning' | 'semanticQuery'>): string {
  if (reasoning !== null) return 'model';
  return semanticQuery === null ? 'none' : 'planner';
}

/**
 * Time from the creation of a run to its end without its pauses, whichever processes worked on it: both times are by
 * the shared clock. Null if an earlier version took one of its replies, because that pause was not recorded.
 */
export function activeSeconds({ createdAt, finishedAt, data: { pauses, clarifications } }: Run): number | null {
  if (finishedAt === null || (pauses?.replies ?? 0) < clarifications.length) return null;
  return Math.max(0, Date.parse(finishedAt) - Date.parse(createdAt) - (pauses?.ms ?? 0)) / 1_000;
}
