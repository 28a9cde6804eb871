import type { Outbox } from '@querent/saga';
import type { GatewayServices } from '../gateway-services';

/**
 * Publishes the run's job without waiting. The run is already stored with its outbox, so a failure here does not fail
 * the request, and a queue that hangs does not delay the response. The sweeper publishes jobs that were lost.
 */
export function publishOutbox(
  { transport, logger }: Pick<GatewayServices, 'transport' | 'logger'>,
  outbox: Outbox | null,
): void {
  if (outbox === null) return;
  transport.publish(outbox, 1).catch((error: unknown) => {
    logger.warn(
      { err: error, runId: outbox.payload.runId },
      'the job could not be published; the sweeper will publish it',
    );
  });
}
