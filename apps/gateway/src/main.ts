import { setTimeout as pause } from 'node:timers/promises';
import { describeEnv, endOnSignal, EnvError, freeMemoryWhenIdle, loadEnv, redacted } from '@querent/platform';
import type { INestApplication } from '@nestjs/common';
import type { Sweeper } from '@querent/saga';
import { preparations } from '@querent/catalog';
import { startWarmUp } from '@querent/messaging';
import { createGateway } from './create-gateway';
import { gatewayEnvSchema, type GatewayEnv } from './gateway-env';
import { openServices } from './open-services';
import { Erasing } from './privacy/erasing';
import type { GatewayServices } from './gateway-services';
import type { WebhookDispatcher } from './webhooks/webhook-dispatcher';

async function main(env: GatewayEnv): Promise<void> {
  // A signal may arrive during the start.
  const started: { running?: Running } = {};
  endOnSignal(async () => started.running && shutDown(started.running), printError);
  const { services, sweeper, webhooks, close } = await openServices(env);
  const app = await createGateway(services);
  const stopWarmUp = warmUp(services);
  await app.listen(env.PORT, env.HOST);
  freeMemoryWhenIdle();
  sweeper.start();
  webhooks?.start();
  services.history?.thread.start();
  const erasing = new Erasing(services);
  erasing.start();
  services.logger.info({ address: await app.getUrl() }, 'ready');
  started.running = { app, services, sweeper, webhooks, erasing, stopWarmUp, close };
}

/** Loads the models, and the gates for texts that callers without `sql:read` see. */
function warmUp({ catalog, models, gates, env, health, logger }: GatewayServices): () => void {
  const prepared = preparations(catalog, models, async (_model, { connection: { name }, tenant }) => {
    await gates.ofConnection(null, name, 'en', tenant);
    return null;
  });
  return startWarmUp(prepared, { budgetMs: env.WARM_UP_MS, health, logger });
}

interface Running {
  app: INestApplication;
  services: GatewayServices;
  sweeper: Sweeper;
  webhooks: WebhookDispatcher | null;
  erasing: Erasing;
  stopWarmUp: () => void;
  close: () => Promise<void>;
}

/**
 * Shuts down in order: report not ready; end waits and event streams (clients reconnect to another gateway with
 * Last-Event-ID); close the port and finish open requests; close connections last, because those requests need them.
 */
async function shutDown({ app, services, sweeper, webhooks, erasing, stopWarmUp, close }: Running): Promise<void> {
  const { health, draining, env, logger } = services;
  health.drain();
  stopWarmUp();
  await pause(env.DRAIN_MS);
  draining.begin();
  const closed = await Promise.race([
    app.close().then(() => true),
    pause(env.SHUTDOWN_TIMEOUT_MS, false, { ref: false }),
  ]);
  if (!closed) logger.warn('open requests did not finish in time');
  await Promise.all([sweeper.stop(), webhooks?.stop(), erasing.stop(), services.history?.thread.stop()]);
  await close();
  logger.info('stopped');
}

function printError(error: unknown): void {
  process.stderr.write(
    `${redacted(error instanceof EnvError ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`,
  );
}

if (process.argv.includes('--help')) {
  process.stdout.write(`querent gateway: the HTTP API\n\nEnvironment:\n${describeEnv(gatewayEnvSchema)}\n`);
} else {
  Promise.resolve()
    .then(() => main(loadEnv(gatewayEnvSchema)))
    .catch((error: unknown) => {
      printError(error);
      process.exit(1);
    });
}
