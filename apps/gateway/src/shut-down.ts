import { setTimeout as pause } from 'node:timers/promises';
import type { INestApplication } from '@nestjs/common';
import type { Sweeper } from '@querent/saga';
import type { GatewayServices } from './gateway-services';
import type { Erasing } from './privacy/erasing';
import type { WebhookDispatcher } from './webhooks/webhook-dispatcher';

export interface Running {
  app: INestApplication;
  services: GatewayServices;
  sweeper: Sweeper;
  webhooks: WebhookDispatcher | null;
  erasing: Erasing;
  close: () => Promise<void>;
}

/**
 * Shuts down in order: report not ready; end waits and event streams (clients reconnect to another gateway with
 * Last-Event-ID); close the port and finish open requests; close connections last, because those requests need them.
 */
export async function shutDown({ app, services, sweeper, webhooks, erasing, close }: Running): Promise<void> {
  const { health, draining, env, logger } = services;
  health.drain();
  await pause(env.DRAIN_MS);
  draining.begin();
  const closed = await Promise.race([
    app.close().then(() => true),
    pause(env.SHUTDOWN_TIMEOUT_MS, false, { ref: false }),
  ]);
  if (!closed) logger.warn('open requests did not finish in time');
  await Promise.all([sweeper.stop(), webhooks?.stop(), erasing.stop()]);
  await close();
  logger.info('stopped');
}
