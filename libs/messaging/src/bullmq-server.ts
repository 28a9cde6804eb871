import { Server, type CustomTransportStrategy, type MessageHandler } from '@nestjs/microservices';
import { awayFor, redactedError, settledWithin } from '@querent/platform';
import { HAND_BACK_MS, StagePostponedError } from '@querent/saga';
import { DelayedError, UnrecoverableError, type Job } from 'bullmq';
import { lastValueFrom } from 'rxjs';
import { z } from 'zod';
import { FORMAT, jobs, runJobSchema, type JobKey } from '@querent/contracts';
import type { BullMqServerOptions } from './bullmq-server-options';
import { ConsumerWatch } from './consumer-watch';
import { patternOf } from './on-job';
import { queuesOf } from './queue-settings';
import { queueWaitMs } from './queue-wait';
import { WatchedWorker } from './watched-worker';

const WATCH_MS = 5_000;
const PUT_OFF_MS = 30_000;

const formatSchema = z.object({ format: z.number() });

/** A handler is missing or registered twice: the service must not start. */
export class HandlerMismatchError extends Error {
  constructor(detail: string) {
    super(`The job handlers do not match the catalogue: ${detail}`);
    this.name = 'HandlerMismatchError';
  }
}

/**
 * Nest transport over BullMQ workers. It does not use `handleEvent` of the base class, which subscribes to the
 * handler's result and drops its errors, so that BullMQ would complete a failed job.
 */
export class BullMqServer extends Server implements CustomTransportStrategy {
  private workers: WatchedWorker[] = [];
  private readonly watch: ConsumerWatch;

  constructor(private readonly options: BullMqServerOptions) {
    super();
    const away = new Map(
      queuesOf(options.handles).map((queue) => [queue, awayFor(options.connection, options.keys.key(queue, 'wait'))]),
    );
    this.watch = new ConsumerWatch({
      everyMs: options.watchMs ?? WATCH_MS,
      workers: () => this.workers,
      isAway: (queue) => away.get(queue)?.() ?? false,
      replace: (stopped) => this.replace(stopped),
    });
  }

  override addHandler(
    pattern: string,
    callback: MessageHandler,
    isEventHandler?: boolean,
    extras?: Record<string, unknown>,
  ): void {
    if (this.messageHandlers.has(this.normalizePattern(pattern)))
      throw new HandlerMismatchError(`${pattern} has two handlers`);
    super.addHandler(pattern, callback, isEventHandler, extras);
  }

  listen(callback: (error?: unknown) => void): void {
    try {
      this.checkHandlers();
      this.workers = queuesOf(this.options.handles).map((queue) => this.startWorker(queue));
      this.watch.start();
      callback();
    } catch (error) {
      callback(error);
    }
  }

  /**
   * Stops taking jobs and waits for the active ones. After the timeout they are left to another worker, as they are if
   * Redis is unavailable: no job can end without it, and BullMQ would wait for its connection for ever. A forced close
   * would not help: a BullMQ worker that is already closing only returns the first close again.
   */
  async close(): Promise<void> {
    this.watch.stop();
    const closing = Promise.all(this.workers.map((worker) => worker.close())).catch((error: Error) =>
      this.options.onError(error),
    );
    if (this.options.connection.status !== 'ready') return;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, this.options.shutdownTimeoutMs);
    });
    await Promise.race([closing, late]);
    clearTimeout(timer);
  }

  /** Whether all workers fetch jobs. */
  isRunning(): boolean {
    return this.workers.length > 0 && this.workers.every((worker) => worker.isRunning()) && this.watch.isHealthy();
  }

  override on(): never {
    throw new Error('The transport emits no events');
  }

  override unwrap<T>(): T {
    return this.workers as T;
  }

  private checkHandlers(): void {
    const expected = this.options.handles.map(patternOf);
    const missing = expected.filter((pattern) => !this.messageHandlers.has(this.normalizePattern(pattern)));
    if (missing.length > 0) throw new HandlerMismatchError(`no handler for ${missing.join(', ')}`);
    const foreign = [...this.messageHandlers.keys()].filter((pattern) => !expected.includes(pattern));
    if (foreign.length > 0) throw new HandlerMismatchError(`${foreign.join(', ')} does not belong to this service`);
  }

  /**
   * Closes the stopped worker by force: a regular close would wait for the operation that blocks it. Its active jobs
   * finish, and the worker that takes them over finds them done.
   */
  private replace(stopped: WatchedWorker): void {
    const another = this.startWorker(stopped.name);
    this.workers = this.workers.map((worker) => (worker === stopped ? another : worker));
    this.options.onReplaced?.(stopped.name);
    stopped.close(true).catch((error: Error) => this.options.onError(error));
  }

  private startWorker(queue: string): WatchedWorker {
    const { connection, keys, lockDurationMs } = this.options;
    const { mayBegin, around = (_job: Job, work: () => Promise<void>) => work() } = this.options;
    const worker = new WatchedWorker(
      queue,
      (job, token) => around(job, () => this.process(job, token)),
      {
        connection,
        prefix: keys.prefixOf(queue),
        concurrency: this.concurrencyOf(queue),
        lockDuration: lockDurationMs,
        // A killed worker's jobs are recovered at the first check after their lock has expired: within 1.1 lock
        // durations. A check is one script per queue, however many workers there are.
        stalledInterval: Math.floor(lockDurationMs / 10),
        maxStalledCount: 5,
        skipVersionCheck: true,
      },
      mayBegin && (() => mayBegin(queue)),
    );
    worker.on('error', (error) => this.options.onError(error));
    worker.on('completed', (job) => this.options.onAttempt?.(this.keyOf(job), 'completed'));
    worker.on('failed', (job, error) => void this.failed(job, error));
    worker.on('stalled', (jobId) => this.options.onTakenOver?.(queue, jobId));
    return worker;
  }

  private concurrencyOf(queue: string): number {
    const { handles, concurrencyOf = {}, concurrency } = this.options;
    return Math.max(
      ...handles.filter((key) => jobs[key].queue === queue).map((key) => concurrencyOf[key] ?? concurrency),
    );
  }

  private async process(job: Job, token: string | undefined): Promise<void> {
    const waitMs = queueWaitMs(job);
    if (waitMs !== null) this.options.onStarted?.(job.queueName, waitMs);
    const key = this.knownKeyOf(job);
    if (key === undefined) return this.handBack(job, token, 'job');
    // Parsed separately, because nothing else may be assumed about a newer format.
    const stamped = formatSchema.safeParse(job.data);
    if (stamped.success && stamped.data.format > FORMAT) return this.handBack(job, token, 'format');
    const parsed = runJobSchema.safeParse(job.data);
    if (!parsed.success) throw new UnrecoverableError(`The payload of ${job.id} is not a run job`);
    // Not getHandlerByPattern: it parses the pattern on each call, 5 % of an idle worker's CPU time.
    const handler = this.messageHandlers.get(patternOf(key));
    if (handler === undefined) throw new UnrecoverableError(`No handler for ${key}`);
    try {
      const result = this.transformToObservable(
        await handler(parsed.data, { jobId: job.id, attempt: job.attemptsMade + 1 }),
      );
      await lastValueFrom(result, { defaultValue: undefined });
    } catch (error) {
      // BullMQ stores message and stack with the job, for the dashboard.
      if (!(error instanceof StagePostponedError)) throw redactedError(error);
      if (error.isHandedBack) return this.handBack(job, token, 'format');
      await this.putOff(job, error.delayMs, token);
      // The job may be waiting already, or be claimed by another worker.
      void error.wake?.then(() => job.promote()).catch(() => undefined);
      // BullMQ's signal that a job is neither completed nor failed.
      throw new DelayedError();
    }
  }

  /**
   * Returns a job of a newer version to the queue without using up an attempt. If no such version runs, the run times
   * out, and the job ends with it.
   */
  private async handBack(job: Job, token: string | undefined, why: 'job' | 'format'): Promise<never> {
    if (Date.now() - job.timestamp > this.options.handBackMs)
      throw new UnrecoverableError(`No newer version took ${job.id}`);
    this.options.onHandedBack?.(job.queueName, why);
    this.workers.find(({ name }) => name === job.queueName)?.leaveToOthers(Date.now() + HAND_BACK_MS);
    await this.putOff(job, HAND_BACK_MS, token);
    throw new DelayedError();
  }

  /** Has a timeout: a missing reply would occupy the worker slot for ever, and the loop would look busy. */
  private putOff(job: Job, delayMs: number, token: string | undefined): Promise<void> {
    return settledWithin(
      PUT_OFF_MS,
      job.moveToDelayed(Date.now() + delayMs, token),
      () => new Error(`Redis did not take back ${job.id}`),
    );
  }

  private async failed(job: Job | undefined, error: Error): Promise<void> {
    if (job === undefined) return this.options.onError(error);
    try {
      const key = this.keyOf(job);
      this.options.onAttempt?.(key, 'failed');
      const exhausted =
        job.attemptsMade >= (job.opts.attempts ?? 1) ||
        error instanceof UnrecoverableError ||
        error.name === 'UnrecoverableError' ||
        job.finishedOn !== undefined;
      const payload = runJobSchema.safeParse(job.data);
      if (exhausted && payload.success) await this.options.onExhausted(key, payload.data, error.message);
    } catch (failure) {
      // The sweeper finds the failed job by the run's deadline.
      this.options.onError(failure instanceof Error ? failure : new Error(String(failure)));
    }
  }

  private keyOf(job: Job): JobKey {
    const key = this.knownKeyOf(job);
    if (key === undefined)
      throw new UnrecoverableError(`The job ${job.name} of ${job.queueName} is not in the catalogue of this service`);
    return key;
  }

  private knownKeyOf(job: Job): JobKey | undefined {
    return this.options.handles.find(
      (candidate) => jobs[candidate].queue === job.queueName && jobs[candidate].name === job.name,
    );
  }
}
