import type { WatchedWorker } from './watched-worker';

export interface ConsumerWatchOptions {
  /** How often it looks, ms. */
  everyMs: number;
  workers(): readonly WatchedWorker[];
  /** Redis is not there: nobody can take a job. */
  isAway(): boolean;
  /** Puts a new worker in the place of one whose loop has stopped. */
  replace(stopped: WatchedWorker): void;
}

/**
 * Looks without a turn before a loop has stopped: with `everyMs` of 5 s three times what a healthy one waits at most.
 * Counted, not timed: a process that was halted has missed all but one.
 */
const SILENT_LOOKS = 6;
/** New workers in a row that do not take a turn either: then the process is no good, and its liveness says so. */
const MOST_IN_A_ROW = 2;

/**
 * Notices workers that have room and do not look for jobs any more. BullMQ's loop waits for commands whose answers may
 * never come: of a connection that ends between two of its states (taskforcesh/bullmq#4378, #4479 and #4585 were such),
 * or of the end of a job. It says that it is running all the same, its jobs wait, and no sweeper can do anything about
 * it: a job that waits is not lost.
 */
export class ConsumerWatch {
  private readonly silent = new Map<string, { turns: number; looks: number }>();
  private readonly replaced = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly options: ConsumerWatchOptions) {}

  start(): void {
    this.timer = setInterval(
      () => this.options.workers().forEach((worker) => this.look(worker)),
      this.options.everyMs,
    ).unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Does every loop go on, as far as is known? */
  isWell(): boolean {
    return [...this.replaced.values()].every((times) => times <= MOST_IN_A_ROW);
  }

  private look(worker: WatchedWorker): void {
    const { turns, underWay, name: queue } = worker;
    const before = this.silent.get(queue);
    const goesOn = before !== undefined && before.turns !== turns;
    if (goesOn) this.replaced.delete(queue);
    if (before === undefined || goesOn || underWay >= worker.concurrency || this.options.isAway())
      return void this.silent.set(queue, { turns, looks: 0 });
    before.looks += 1;
    if (before.looks < SILENT_LOOKS) return;
    this.silent.delete(queue);
    const times = (this.replaced.get(queue) ?? 0) + 1;
    this.replaced.set(queue, times);
    if (times <= MOST_IN_A_ROW) this.options.replace(worker);
  }
}
