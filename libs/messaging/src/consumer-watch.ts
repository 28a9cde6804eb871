import type { WatchedWorker } from './watched-worker';

export interface ConsumerWatchOptions {
  /** Interval of the checks, ms. */
  everyMs: number;
  workers(): readonly WatchedWorker[];
  /** The Redis of a queue is unavailable, so no worker can take its jobs. */
  isAway(queue: string): boolean;
  /** Replaces a worker whose loop has stopped. */
  replace(stopped: WatchedWorker): void;
}

/**
 * Checks without a turn of the loop before it counts as stopped: with `everyMs` of 5 s, three times the maximum wait of
 * a healthy loop. Checks are counted, not time, because a suspended process has missed all but one.
 */
const MAX_SILENT_CHECKS = 6;
/** Consecutive replacements without a turn, after which the process is unhealthy and its liveness probe fails. */
const MAX_REPLACEMENTS = 2;

/**
 * Detects workers that have free slots and have stopped fetching jobs. BullMQ's loop waits for commands whose replies
 * may never arrive: those of a connection that ends between two of its states (see taskforcesh/bullmq#4378, #4479 and
 * #4585), or of the end of a job. BullMQ still reports the worker as running, its jobs wait, and sweepers cannot help,
 * because a waiting job is not lost.
 */
export class ConsumerWatch {
  private readonly silent = new Map<string, { turns: number; checks: number }>();
  private readonly replaced = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly options: ConsumerWatchOptions) {}

  start(): void {
    this.timer = setInterval(
      () => this.options.workers().forEach((worker) => this.check(worker)),
      this.options.everyMs,
    ).unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Whether every loop is running, as far as is known. */
  isHealthy(): boolean {
    return [...this.replaced.values()].every((times) => times <= MAX_REPLACEMENTS);
  }

  private check(worker: WatchedWorker): void {
    const { turns, underWay, name: queue } = worker;
    const before = this.silent.get(queue);
    const hasProgressed = before !== undefined && before.turns !== turns;
    if (hasProgressed) this.replaced.delete(queue);
    if (before === undefined || hasProgressed || underWay >= worker.concurrency || this.options.isAway(queue))
      return void this.silent.set(queue, { turns, checks: 0 });
    before.checks += 1;
    if (before.checks < MAX_SILENT_CHECKS) return;
    this.silent.delete(queue);
    const times = (this.replaced.get(queue) ?? 0) + 1;
    this.replaced.set(queue, times);
    if (times <= MAX_REPLACEMENTS) this.options.replace(worker);
  }
}
