import type { JobKey, RunJob } from '@querent/contracts';
import type { RedisClient } from '@querent/platform';
import type { Job } from 'bullmq';

export interface BullMqServerOptions {
  /** Blocking connection of the workers (the BullMQ role: no limit on retries). */
  connection: RedisClient;
  prefix: string;
  /** The jobs that this service works on: each must have exactly one handler. */
  handles: readonly JobKey[];
  /** Jobs that are worked on at once, per queue. */
  concurrency: number;
  /** Where a job's queue has another number. */
  concurrencyOf?: Partial<Record<JobKey, number>>;
  /** Asked before each job of a queue, where it may have to wait for others; see `WatchedWorker`. */
  mayBegin?: (queue: string) => Promise<boolean>;
  lockDurationMs: number;
  shutdownTimeoutMs: number;
  /** The job used up its attempts: its run must end. */
  onExhausted: (job: JobKey, payload: RunJob, reason: string) => Promise<void>;
  onError: (error: Error) => void;
  onAttempt?: (job: JobKey, result: 'completed' | 'failed') => void;
  /** How long a run may be under way, ms: a job that was older than that waits for a newer version in vain. */
  handBackMs: number;
  /** A job that only a newer version of the service can work on. */
  onHandedBack?: (queue: string, why: 'job' | 'format') => void;
  /** A worker did not look for jobs any more, and another has its place. */
  onReplaced?: (queue: string) => void;
  /** How often the workers are looked after, ms; 5 s by default. */
  watchMs?: number;
  /** Does each attempt, for traces. */
  around?: (job: Job, work: () => Promise<void>) => Promise<void>;
}
