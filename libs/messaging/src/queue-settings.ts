import type { JobsOptions } from 'bullmq';
import { jobs, type JobDefinition, type JobKey } from '@querent/contracts';

/** The queues of jobs, each once: some share one. */
export const queuesOf = (keys: readonly JobKey[]): string[] => [...new Set(keys.map((key) => jobs[key].queue))];

/** How long ended jobs stay visible: they make a repeated publish of the same id do nothing, and operators see them. */
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
