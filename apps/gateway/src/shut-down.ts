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
 * Goes down in order: not ready; waits and event streams end (clients come back elsewhere with Last-Event-ID); the port
 * closes and open requests finish; connections last, since those requests need them.
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
