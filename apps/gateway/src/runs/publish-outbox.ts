import type { Outbox } from '@querent/saga';
import type { GatewayServices } from '../gateway-services';

/**
 * Hands the run's job to the queue, without waiting: the run is stored with its outbox already, so a failure here is no
 * failure of the request, and a queue that hangs must not hold the answer. The sweeper publishes what was lost.
 */
export function publishOutbox(
  { transport, logger }: Pick<GatewayServices, 'transport' | 'logger'>,
  outbox: Outbox | null,
): void {
  if (outbox === null) return;
  transport.publish(outbox, 1).catch((error: unknown) => {
    logger.warn({ err: error, runId: outbox.payload.runId }, 'the job was not published; the sweeper will');
  });
}
