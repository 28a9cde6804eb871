import { Server, type CustomTransportStrategy, type MessageHandler } from '@nestjs/microservices';
import { redactedError, type RedisClient } from '@querent/platform';
import { HAND_BACK_MS, StagePostponedError } from '@querent/saga';
import { DelayedError, UnrecoverableError, Worker, type Job } from 'bullmq';
import { lastValueFrom } from 'rxjs';
import { z } from 'zod';
import { FORMAT, jobs, runJobSchema, type JobKey, type RunJob } from '@querent/contracts';
import { patternOf } from './on-job';
import { queuePrefix } from './queue-settings';

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
  /** Does each attempt, for traces. */
  around?: (job: Job, work: () => Promise<void>) => Promise<void>;
}

const formatSchema = z.object({ format: z.number() });

/** A handler that is missing or doubled: the service must not start. */
export class HandlerMismatchError extends Error {
  constructor(detail: string) {
    super(`The job handlers do not match the catalogue: ${detail}`);
    this.name = 'HandlerMismatchError';
  }
}

/**
 * Nest transport over BullMQ workers. Deliberately not built on `handleEvent` of the base class: that one subscribes to
 * the handler's result and loses its errors, so that BullMQ would complete a job that failed.
 */
export class BullMqServer extends Server implements CustomTransportStrategy {
  private workers: Worker[] = [];

  constructor(private readonly options: BullMqServerOptions) {
    super();
  }

  override addHandler(pattern: string, callback: MessageHandler, isEventHandler?: boolean, extras?: Record<string, unknown>): void {
    if (this.messageHandlers.has(this.normalizePattern(pattern))) throw new HandlerMismatchError(`${pattern} has two handlers`);
    super.addHandler(pattern, callback, isEventHandler, extras);
  }

  listen(callback: (error?: unknown) => void): void {
    try {
      this.checkHandlers();
      const queues = [...new Set(this.options.handles.map((key) => jobs[key].queue))];
      this.workers = queues.map((queue) => this.startWorker(queue));
      callback();
    } catch (error) {
      callback(error);
    }
  }

  /**
   * Stops taking jobs and waits for those under way. After the time-out they are left to another worker, and so they are
   * when Redis is away: no job can end without it, and BullMQ would wait for its connection for ever. Closing by force
   * would not help: a BullMQ worker that is closing already only hands out the first closing again.
   */
  async close(): Promise<void> {
    const closing = Promise.all(this.workers.map((worker) => worker.close())).catch((error: Error) => this.options.onError(error));
    if (this.options.connection.status !== 'ready') return;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, this.options.shutdownTimeoutMs);
    });
    await Promise.race([closing, late]);
    clearTimeout(timer);
  }

  /** Do all workers consume? */
  isRunning(): boolean {
    return this.workers.length > 0 && this.workers.every((worker) => worker.isRunning());
  }

  override on(): never {
    throw new Error('The transport has no events of its own');
  }

  override unwrap<T>(): T {
    return this.workers as T;
  }

  private checkHandlers(): void {
    const expected = this.options.handles.map(patternOf);
    const missing = expected.filter((pattern) => !this.messageHandlers.has(this.normalizePattern(pattern)));
    if (missing.length > 0) throw new HandlerMismatchError(`no handler for ${missing.join(', ')}`);
    const foreign = [...this.messageHandlers.keys()].filter((pattern) => !expected.includes(pattern));
    if (foreign.length > 0) throw new HandlerMismatchError(`${foreign.join(', ')} is not of this service`);
  }

  private startWorker(queue: string): Worker {
    const { connection, prefix, lockDurationMs } = this.options;
    const { around = (_job: Job, work: () => Promise<void>) => work() } = this.options;
    const worker = new Worker(queue, (job, token) => around(job, () => this.process(job, token)), {
      connection,
      prefix: queuePrefix(prefix),
      concurrency: this.concurrencyOf(queue),
      lockDuration: lockDurationMs,
      // A killed worker's jobs come back at the first look after their lock has run out: within 1.1 lock durations. A look is one
      // script a queue, however many workers there are.
      stalledInterval: Math.floor(lockDurationMs / 10),
      maxStalledCount: 5,
      skipVersionCheck: true,
    });
    worker.on('error', (error) => this.options.onError(error));
    worker.on('completed', (job) => this.options.onAttempt?.(this.keyOf(job), 'completed'));
    worker.on('failed', (job, error) => void this.failed(job, error));
    return worker;
  }

  private concurrencyOf(queue: string): number {
    const { handles, concurrencyOf = {}, concurrency } = this.options;
    return Math.max(...handles.filter((key) => jobs[key].queue === queue).map((key) => concurrencyOf[key] ?? concurrency));
  }

  private async process(job: Job, token: string | undefined): Promise<void> {
    const key = this.knownKeyOf(job);
    if (key === undefined) return this.handBack(job, token, 'job');
    // Read by itself: of a newer format, nothing else need be as it is here.
    const stamped = formatSchema.safeParse(job.data);
    if (stamped.success && stamped.data.format > FORMAT) return this.handBack(job, token, 'format');
    const parsed = runJobSchema.safeParse(job.data);
    if (!parsed.success) throw new UnrecoverableError(`The payload of ${job.id} is not a run job`);
    // Not getHandlerByPattern: it re-parses the pattern each time, 5 % of an idle worker's work.
    const handler = this.messageHandlers.get(patternOf(key));
    if (handler === undefined) throw new UnrecoverableError(`No handler for ${key}`);
    try {
      const result = this.transformToObservable(await handler(parsed.data, { jobId: job.id, attempt: job.attemptsMade + 1 }));
      await lastValueFrom(result, { defaultValue: undefined });
    } catch (error) {
      // BullMQ keeps message and stack with the job, for the dashboard.
      if (!(error instanceof StagePostponedError)) throw redactedError(error);
      if (error.isHandedBack) return this.handBack(job, token, 'format');
      await job.moveToDelayed(Date.now() + error.delayMs, token);
      // BullMQ's word for "this job is neither done nor failed".
      throw new DelayedError();
    }
  }

  /** A job of a newer version: it comes back for whoever takes it then, and uses up no attempt. Is there nobody, its run's time ends, and so does the job. */
  private async handBack(job: Job, token: string | undefined, why: 'job' | 'format'): Promise<never> {
    if (Date.now() - job.timestamp > this.options.handBackMs) throw new UnrecoverableError(`No newer version came for ${job.id}`);
    this.options.onHandedBack?.(job.queueName, why);
    await job.moveToDelayed(Date.now() + HAND_BACK_MS, token);
    throw new DelayedError();
  }

  private async failed(job: Job | undefined, error: Error): Promise<void> {
    if (job === undefined) return this.options.onError(error);
    try {
      const key = this.keyOf(job);
      this.options.onAttempt?.(key, 'failed');
      const exhausted = job.attemptsMade >= (job.opts.attempts ?? 1) || error instanceof UnrecoverableError || error.name === 'UnrecoverableError' || job.finishedOn !== undefined;
      const payload = runJobSchema.safeParse(job.data);
      if (exhausted && payload.success) await this.options.onExhausted(key, payload.data, error.message);
    } catch (failure) {
      // The sweeper finds the failed job by the run's deadline.
      this.options.onError(failure instanceof Error ? failure : new Error(String(failure)));
    }
  }

  private keyOf(job: Job): JobKey {
    const key = this.knownKeyOf(job);
    if (key === undefined) throw new UnrecoverableError(`The job ${job.name} of ${job.queueName} is not in the catalogue of this service`);
    return key;
  }

  private knownKeyOf(job: Job): JobKey | undefined {
    return this.options.handles.find((candidate) => jobs[candidate].queue === job.queueName && jobs[candidate].name === job.name);
  }
}
