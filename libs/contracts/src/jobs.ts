import { z } from 'zod';

/**
 * The job catalogue: queue = service name (except `reason` and `executeSlowly`), one payload schema for all run jobs,
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
  /** Attempts before the job becomes a dead letter. */
  attempts: number;
  /** First pause between attempts; doubles, with jitter. */
  backoffMs: number;
  /** Time limit of the handler; the run's deadline is a little later. */
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
   * Generator work that waits for a model: a separate queue, so that a slow model does not delay questions that need
   * none.
   */
  reason: job('sql-generator-reason', 'reason', 120_000),
  execute: job('executor', 'execute', 120_000),
  /**
   * Statements that are expected to take long: a separate queue with low concurrency, so that they do not delay quick
   * ones.
   */
  executeSlowly: job('executor-slow', 'execute-slowly', 540_000),
  explore: job('executor', 'explore', 30_000),
  present: job('chart', 'present', 60_000),
} as const satisfies Record<string, JobDefinition>;

export type JobKey = keyof typeof jobs;
export const jobKeys = Object.keys(jobs) as JobKey[];
export const jobKeySchema = z.enum(jobKeys as [JobKey, ...JobKey[]]);

/** A job of the measurement of a model's draft: its record holds all the rest. */
export const impactJobSchema = z.object({ tenant: z.string().min(1), id: z.string().regex(/^[a-z0-9]{8,40}$/) });
export type ImpactJob = z.infer<typeof impactJobSchema>;

/** A job that calculates the changed definitions of a draft, for the key `by`. */
export const definitionsJobSchema = impactJobSchema.extend({
  by: z.string(),
  /** Whether the lines of the draft are those that the client sent. */
  hasLines: z.boolean(),
});
export type DefinitionsJob = z.infer<typeof definitionsJobSchema>;

/**
 * Work that belongs to no run. Each has a queue that only its consumers read, so that it delays no question and waits
 * during an upgrade for a version that knows it.
 */
export const backgroundJobs = {
  impact: { queue: 'model-impact', name: 'impact', attempts: 3, backoffMs: 1_000, schema: impactJobSchema },
  definitions: {
    queue: 'model-definitions',
    name: 'check-definitions',
    attempts: 2,
    backoffMs: 500,
    schema: definitionsJobSchema,
  },
} as const;

export type BackgroundKey = keyof typeof backgroundJobs;
export type BackgroundPayload<K extends BackgroundKey> = z.infer<(typeof backgroundJobs)[K]['schema']>;
