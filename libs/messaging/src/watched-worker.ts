import { setTimeout as pause } from 'node:timers/promises';
import type { RedisClient } from '@querent/platform';
import { RedisConnection, Worker, type Job, type Processor, type WorkerOptions } from 'bullmq';

/**
 * The oldest Redis that the product supports. BullMQ assumes this version, because `skipVersionCheck` forbids it to ask
 * the server. With its own minimum, 5.0, an idle worker waits whole seconds for a job that is due in ten milliseconds.
 */
RedisConnection.minimumVersion = '6.2.0';

/** A worker takes no job within this time before and after a job that it handed back is due. */
const ASIDE_MS = { before: 20, after: 100 };

/**
 * A BullMQ worker that exposes the progress of its loop: turns, and the number of jobs being handled.
 * @param mayBegin called before each job; resolves to false after a delay, because it is called again immediately
 */
export class WatchedWorker extends Worker {
  /** Number of turns of the loop; a turn waits at most 10 s for a job. */
  turns = 0;
  underWay = 0;

  private aside = { from: 0, until: 0 };

  /** Time before which no job of the queue can be stalled, by this process's clock. */
  private noneStallsBefore = 0;

  constructor(
    queue: string,
    processor: Processor,
    options: WorkerOptions & { connection: RedisClient },
    private readonly mayBegin?: () => Promise<boolean>,
  ) {
    super(queue, processor, options);
    const { backend } = this;
    const move = backend.moveStalledJobsToWait.bind(backend);
    backend.moveStalledJobsToWait = () => this.unlessNoneStalls(options.connection, move);
  }

  /**
   * BullMQ checks for stalled jobs ten times per lock duration, with eight commands. If no job is active, none can be
   * stalled before a job that starts now loses its lock. An idle queue is therefore checked once per lock duration,
   * with one command.
   */
  private async unlessNoneStalls(redis: RedisClient, move: () => Promise<string[]>): Promise<string[]> {
    const asked = performance.now();
    if (asked < this.noneStallsBefore) return [];
    if ((await redis.llen(this.toKey('active'))) > 0) return move();
    this.noneStallsBefore = asked + (this.opts.lockDuration ?? 0);
    return [];
  }

  /**
   * Takes no job around the time at which a job that it handed back is due. Without this pause, the same worker won the
   * race for that job for up to 31 s, although an idle worker of a newer version could do it. Only the last such job
   * counts.
   */
  leaveToOthers(dueAt: number): void {
    this.aside = { from: dueAt - ASIDE_MS.before, until: dueAt + ASIDE_MS.after };
  }

  protected override getBlockTimeout(blockUntil: number): number {
    this.turns += 1;
    return super.getBlockTimeout(blockUntil);
  }

  protected override async moveToActive(token: string, name?: string): Promise<Job> {
    this.turns += 1;
    const now = Date.now();
    if (now >= this.aside.from && now < this.aside.until) await pause(this.aside.until - now);
    if (this.mayBegin === undefined || (await this.mayBegin())) return super.moveToActive(token, name);
    // Reports no job, so that the loop continues with its active ones. `drained` is reset so that it polls again
    // instead of waiting for a new job.
    Reflect.set(this, 'drained', false);
    return undefined as unknown as Job;
  }

  /** At the end of a job BullMQ fetches the next one, which must not bypass back-pressure. */
  override processJob(job: Job, token: string, fetchNext?: () => boolean): Promise<void | Job> {
    return super.processJob(job, token, this.mayBegin === undefined ? fetchNext : () => false);
  }

  protected override async callProcessJob(job: Job, token: string, signal?: AbortSignal): Promise<unknown> {
    this.turns += 1;
    this.underWay += 1;
    try {
      return await super.callProcessJob(job, token, signal);
    } finally {
      this.underWay -= 1;
    }
  }
}
