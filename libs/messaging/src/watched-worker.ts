import { Worker, type Job } from 'bullmq';

/** A BullMQ worker that tells whether its loop goes on: whether it looks for jobs, and how many are in the hands of their handlers. */
export class WatchedWorker extends Worker {
  /** Grows with every turn of the loop: one waits no longer than 10 s for a job. */
  turns = 0;
  underWay = 0;

  protected override getBlockTimeout(blockUntil: number): number {
    this.turns += 1;
    return super.getBlockTimeout(blockUntil);
  }

  protected override moveToActive(token: string, name?: string): Promise<Job> {
    this.turns += 1;
    return super.moveToActive(token, name);
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
