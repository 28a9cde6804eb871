import type { JobKey, RunJob } from '@querent/contracts';
import type { QueueKeys, RedisClient } from '@querent/platform';
import type { Job } from 'bullmq';

export interface BullMqServerOptions {
  /** Blocking connection of the workers (the BullMQ role: unlimited retries). */
  connection: RedisClient;
  keys: QueueKeys;
  /** The jobs of this service: each must have exactly one handler. */
  handles: readonly JobKey[];
  /** Concurrent jobs per queue. */
  concurrency: number;
  /** Overrides of `concurrency` for the queues of these jobs. */
  concurrencyOf?: Partial<Record<JobKey, number>>;
  /** Called before each job of a queue with back-pressure; see `WatchedWorker`. */
  mayBegin?: (queue: string) => Promise<boolean>;
  lockDurationMs: number;
  shutdownTimeoutMs: number;
  /** Called if a job used up its attempts: its run must end. */
  onExhausted: (job: JobKey, payload: RunJob, reason: string) => Promise<void>;
  onError: (error: Error) => void;
  onAttempt?: (job: JobKey, result: 'completed' | 'failed') => void;
  /** Called at the first start of each job with the time that it waited in its queue, ms. */
  onStarted?: (queue: string, waitMs: number) => void;
  /** Maximum active time of a run, ms: an older job is no longer handed back to a newer version. */
  handBackMs: number;
  /** Called for a job that only a newer version of the service can process. */
  onHandedBack?: (queue: string, why: 'job' | 'format') => void;
  /** Called when a worker had stopped fetching jobs and was replaced. */
  onReplaced?: (queue: string) => void;
  /** Called for a job that runs again because its worker was silent: killed, or too slow to extend its lock. */
  onTakenOver?: (queue: string, jobId: string) => void;
  /** Interval of the checks of the workers, ms; 5 s by default. */
  watchMs?: number;
  /** Wraps each attempt, for traces. */
  around?: (job: Job, work: () => Promise<void>) => Promise<void>;
}
