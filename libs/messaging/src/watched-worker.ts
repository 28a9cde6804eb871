import { Worker, type Job, type Processor, type WorkerOptions } from 'bullmq';

/**
 * A BullMQ worker that tells whether its loop goes on: whether it looks for jobs, and how many are in the hands of their handlers.
 * @param mayBegin asked before each job; where not, after a moment, for it is asked again at once
 */
export class WatchedWorker extends Worker {
  /** Grows with every turn of the loop: one waits no longer than 10 s for a job. */
  turns = 0;
  underWay = 0;

  constructor(queue: string, processor: Processor, options: WorkerOptions, private readonly mayBegin?: () => Promise<boolean>) {
    super(queue, processor, options);
  }

  protected override getBlockTimeout(blockUntil: number): number {
    this.turns += 1;
    return super.getBlockTimeout(blockUntil);
  }

  protected override async moveToActive(token: string, name?: string): Promise<Job> {
    this.turns += 1;
    if (this.mayBegin === undefined || (await this.mayBegin())) return super.moveToActive(token, name);
    // As if there were none, so that the loop goes on with those it has; but it looks again, and does not wait for one to be added.
    Reflect.set(this, 'drained', false);
    return undefined as unknown as Job;
  }

  /** With a job that ends BullMQ takes the next one: not where that may be held back. */
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
