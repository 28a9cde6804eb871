import type { JobsOptions } from 'bullmq';
import { jobs, type JobDefinition, type JobKey } from '@querent/contracts';

/** The distinct queues of jobs; some jobs share one. */
export const queuesOf = (keys: readonly JobKey[]): string[] => [...new Set(keys.map((key) => jobs[key].queue))];

/** Entries of a queue's event stream, which nothing reads: BullMQ cannot switch it off. */
export const MAX_QUEUE_EVENTS = 100;
/** Failed jobs are kept for operators. */
const KEEP_FAILED = { age: 7 * 24 * 3_600, count: 10_000 };

export function jobOptions(definition: JobDefinition, jobId: string, turn = 1): JobsOptions {
  return {
    jobId,
    priority: turn,
    attempts: definition.attempts,
    backoff: { type: 'exponential', delay: definition.backoffMs, jitter: 0.5 },
    // The run holds what a completed job did. If its outbox is published once more, the job finds a newer version.
    removeOnComplete: true,
    removeOnFail: KEEP_FAILED,
  };
}
