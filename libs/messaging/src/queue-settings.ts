import type { JobsOptions } from 'bullmq';
import { jobs, type JobDefinition, type JobKey } from '@querent/contracts';

/** The distinct queues of jobs; some jobs share one. */
export const queuesOf = (keys: readonly JobKey[]): string[] => [...new Set(keys.map((key) => jobs[key].queue))];

/** Retention of ended jobs: they make a repeated publish of the same id a no-op, and operators can see them. */
const KEEP_COMPLETED = { age: 600, count: 1_000 };
const KEEP_FAILED = { age: 7 * 24 * 3_600, count: 10_000 };

export function jobOptions(definition: JobDefinition, jobId: string, turn = 1): JobsOptions {
  return {
    jobId,
    priority: turn,
    attempts: definition.attempts,
    backoff: { type: 'exponential', delay: definition.backoffMs, jitter: 0.5 },
    removeOnComplete: KEEP_COMPLETED,
    removeOnFail: KEEP_FAILED,
  };
}
