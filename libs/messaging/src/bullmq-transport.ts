import { Queue } from 'bullmq';
import { jobKeys, jobs } from '@querent/contracts';
import type { QueueKeys, RedisClient } from '@querent/platform';
import { jobIdOf, type JobState, type JobTransport, type Outbox } from '@querent/saga';
import { jobOptions, MAX_QUEUE_EVENTS, queuesOf } from './queue-settings';

/** Publishes outboxes to the BullMQ queues and reports the state of a job. */
export class BullMqTransport implements JobTransport {
  private readonly queues: Map<string, Queue>;

  constructor(connection: RedisClient, keys: QueueKeys) {
    this.queues = new Map(
      queuesOf(jobKeys).map((name) => [
        name,
        new Queue(name, {
          connection,
          prefix: keys.prefixOf(name),
          skipVersionCheck: true,
          streams: { events: { maxLen: MAX_QUEUE_EVENTS } },
        }),
      ]),
    );
    // A Queue emits the connection's errors; without a listener they would end the process.
    this.queues.forEach((queue) => queue.on('error', () => undefined));
  }

  async publish(outbox: Outbox, attempt: number): Promise<void> {
    const definition = jobs[outbox.job];
    await this.queue(outbox).add(
      definition.name,
      outbox.payload,
      jobOptions(definition, jobIdOf(outbox, attempt), outbox.turn),
    );
  }

  async stateOf(outbox: Outbox, attempt: number): Promise<{ state: JobState; reason: string | null }> {
    const [queue, id] = [this.queue(outbox), jobIdOf(outbox, attempt)];
    // One round trip, because thousands of waiting jobs are checked.
    const state = await queue.getJobState(id);
    // A completed job whose run did not advance did not do its work: it counts as missing.
    if (state === 'completed' || state === 'unknown') return { state: 'missing', reason: null };
    return state === 'failed'
      ? { state: 'failed', reason: (await queue.getJob(id))?.failedReason ?? null }
      : { state: 'pending', reason: null };
  }

  /** All queues, for dashboards, metrics and the backlog limit. */
  allQueues(): Queue[] {
    return [...this.queues.values()];
  }

  /** Jobs waiting in a queue. */
  async backlog(queueName: string): Promise<number> {
    return (await this.queues.get(queueName)?.getWaitingCount()) ?? 0;
  }

  /** Closes the queues; the connection belongs to the caller. */
  async close(): Promise<void> {
    await Promise.all([...this.queues.values()].map((queue) => queue.close()));
  }

  private queue(outbox: Outbox): Queue {
    const queue = this.queues.get(jobs[outbox.job].queue);
    if (queue === undefined) throw new Error(`No queue for the job ${outbox.job}`);
    return queue;
  }
}
