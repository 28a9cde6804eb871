import type { Job } from 'bullmq';

/**
 * Time that a job waited for a worker, ms: from its publication to its first start, by the clocks of the two processes.
 * Null for later starts (retries, postponed jobs, jobs of a worker that died): the start of that wait is not recorded,
 * and most of it is a deliberate delay.
 */
export const queueWaitMs = (job: Pick<Job, 'attemptsStarted' | 'processedOn' | 'timestamp'>): number | null =>
  job.attemptsStarted === 1 && job.processedOn !== undefined ? Math.max(0, job.processedOn - job.timestamp) : null;
