import { z } from 'zod';

/**
 * The job catalogue: queue = service name (but for `reason` and `executeSlowly`), one payload schema for all run jobs,
 * retries and time limits per job.
 */
export const runJobSchema = z.object({
  runId: z.string().regex(/^[A-Za-z0-9_]{8,64}$/),
  version: z.number().int().nonnegative(),
  traceparent: z.string(),
  /** Absent: 1. */
  format: z.number().int().optional(),
});
export type RunJob = z.infer<typeof runJobSchema>;

export interface JobDefinition {
  queue: string;
  name: string;
  /** How often BullMQ tries it before it is a dead letter. */
  attempts: number;
  /** First pause between attempts; doubles, with jitter. */
  backoffMs: number;
  /** The handler is aborted after this long; the run's deadline is a little later. */
  timeoutMs: number;
}

const job = (queue: string, name: string, timeoutMs: number): JobDefinition => ({
  queue,
  name,
  attempts: 3,
  backoffMs: 500,
  timeoutMs,
});

export const jobs = {
  understand: job('intent', 'understand', 60_000),
  retrieve: job('schema-retrieval', 'retrieve', 30_000),
  generate: job('sql-generator', 'generate', 120_000),
  /**
   * The generator's work that waits for a model: in a queue of its own, so that a slow model holds up no question that
   * needs none.
   */
  reason: job('sql-generator-reason', 'reason', 120_000),
  execute: job('executor', 'execute', 120_000),
  /**
   * Statements that are expected to take long: in a queue of their own, worked on few at a time, so that they hold up
   * no quick one.
   */
  executeSlowly: job('executor-slow', 'execute-slowly', 540_000),
  explore: job('executor', 'explore', 30_000),
  present: job('chart', 'present', 60_000),
} as const satisfies Record<string, JobDefinition>;

export type JobKey = keyof typeof jobs;
export const jobKeys = Object.keys(jobs) as JobKey[];
export const jobKeySchema = z.enum(jobKeys as [JobKey, ...JobKey[]]);
