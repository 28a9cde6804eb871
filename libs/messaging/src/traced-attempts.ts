import { runJobSchema } from '@querent/contracts';
import { within, type Tracer } from '@querent/platform';
import { DelayedError, type Job } from 'bullmq';
import { queueWaitMs } from './queue-wait';

/** Records each attempt at a job as a span of its run's trace, including failed, postponed and lost attempts. */
export const tracedAttempts =
  (tracer: Tracer) =>
  async (job: Job, work: () => Promise<void>): Promise<void> => {
    const payload = runJobSchema.pick({ runId: true, traceparent: true }).safeParse(job.data).data;
    const span =
      payload === undefined
        ? null
        : tracer.start(job.name, payload.traceparent, {
            kind: 'consumer',
            attributes: {
              'querent.run.id': payload.runId,
              'querent.job.attempt': job.attemptsStarted,
              'querent.job.stalls': job.stalledCounter > 0 ? job.stalledCounter : undefined,
              'querent.queue.wait_ms': queueWaitMs(job) ?? undefined,
              'messaging.system': 'bullmq',
              'messaging.operation.type': 'process',
              'messaging.destination.name': job.queueName,
              'messaging.message.id': job.id,
            },
          });
    if (span === null) return work();
    try {
      await within(span, work);
    } catch (error) {
      // BullMQ's signal for a postponed job; the reason is already recorded.
      if (!(error instanceof DelayedError)) span.fail(error);
      throw error;
    } finally {
      span.end();
    }
  };
