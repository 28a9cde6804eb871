import { backgroundJobs, type BackgroundKey, type BackgroundPayload } from '@querent/contracts';
import type { QueueKeys, RedisClient } from '@querent/platform';
import { Queue } from 'bullmq';
import { MAX_QUEUE_EVENTS } from '../queue-settings';

/** Publishes the jobs of one kind of background work. */
export class BackgroundQueue<K extends BackgroundKey> {
  /** For dashboards and metrics. */
  readonly queue: Queue;

  constructor(
    connection: RedisClient,
    keys: QueueKeys,
    private readonly key: K,
  ) {
    const name = backgroundJobs[key].queue;
    this.queue = new Queue(name, {
      connection,
      prefix: keys.prefixOf(name),
      skipVersionCheck: true,
      streams: { events: { maxLen: MAX_QUEUE_EVENTS } },
    });
    // A Queue emits the connection's errors; without a listener they would end the process.
    this.queue.on('error', () => undefined);
  }

  /** Adds a job unless it is in the queue already. @param jobId without colons */
  async publish(jobId: string, payload: BackgroundPayload<K>): Promise<void> {
    const { name, attempts, backoffMs } = backgroundJobs[this.key];
    await this.queue.add(name, payload, {
      jobId,
      attempts,
      backoff: { type: 'exponential', delay: backoffMs, jitter: 0.5 },
      // The record of the work holds how it ended. A job that is kept could not be added again.
      removeOnComplete: true,
      removeOnFail: true,
    });
  }

  /** The connection belongs to the caller. */
  close(): Promise<void> {
    return this.queue.close();
  }
}
