import { backgroundJobs, type BackgroundKey, type BackgroundPayload } from '@querent/contracts';
import { redactedError, type QueueKeys, type RedisClient } from '@querent/platform';
import { DelayedError, UnrecoverableError, type Job } from 'bullmq';
import { WatchedWorker } from '../watched-worker';

/** A service's handler of one kind of background work. */
export interface BackgroundHandler<K extends BackgroundKey> {
  /** Must be repeatable: a job whose worker was killed runs again. Rejects when `signal` is aborted. */
  handle(payload: BackgroundPayload<K>, signal: AbortSignal): Promise<void>;
  /** Called when a job has used up its attempts. */
  onExhausted(payload: BackgroundPayload<K>): Promise<void>;
}

export type BackgroundHandlers = { [K in BackgroundKey]?: BackgroundHandler<K> };

interface BackgroundOptions {
  connection: RedisClient;
  keys: QueueKeys;
  lockDurationMs: number;
  onError(error: Error): void;
}

/** The delay after which another worker continues the job of a worker that stops, ms. */
const HAND_OVER_MS = 100;

/** Consumes one kind of background work, one job at a time. */
export class BackgroundWorker<K extends BackgroundKey> {
  private readonly worker: WatchedWorker;
  private readonly stopping = new AbortController();

  constructor(
    private readonly key: K,
    private readonly handler: BackgroundHandler<K>,
    options: BackgroundOptions,
  ) {
    const { connection, keys, lockDurationMs, onError } = options;
    const name = backgroundJobs[key].queue;
    this.worker = new WatchedWorker(name, (job, token) => this.process(job, token), {
      connection,
      prefix: keys.prefixOf(name),
      concurrency: 1,
      lockDuration: lockDurationMs,
      stalledInterval: lockDurationMs,
      maxStalledCount: 5,
      skipVersionCheck: true,
    });
    this.worker.on('error', onError);
    this.worker.on('failed', (job, error) => void this.failed(job, error).catch(onError));
  }

  /** Stops taking jobs. A job in progress goes back to the queue and uses up no attempt. */
  async close(): Promise<void> {
    this.stopping.abort();
    await this.worker.close();
  }

  private async process(job: Job, token: string | undefined): Promise<void> {
    const payload = this.payloadOf(job);
    if (payload === null) throw new UnrecoverableError(`The payload of ${job.id} is not one of ${this.key}`);
    try {
      await this.handler.handle(payload, this.stopping.signal);
    } catch (error) {
      if (!this.stopping.signal.aborted) throw redactedError(error);
      await job.moveToDelayed(Date.now() + HAND_OVER_MS, token);
      // BullMQ's signal that a job is neither completed nor failed.
      throw new DelayedError();
    }
  }

  private async failed(job: Job | undefined, error: Error): Promise<void> {
    const payload = job === undefined ? null : this.payloadOf(job);
    if (job === undefined || payload === null) return;
    const isLast = job.attemptsMade >= (job.opts.attempts ?? 1) || job.finishedOn !== undefined;
    if (isLast || error.name === 'UnrecoverableError') await this.handler.onExhausted(payload);
  }

  private payloadOf(job: Job): BackgroundPayload<K> | null {
    return (backgroundJobs[this.key].schema.safeParse(job.data).data as BackgroundPayload<K> | undefined) ?? null;
  }
}
