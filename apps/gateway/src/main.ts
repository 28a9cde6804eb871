import { describeEnv, endOnSignal, EnvError, loadEnv, redacted, waitForRedis } from '@querent/platform';
import { createGateway } from './create-gateway';
import { gatewayEnvSchema, type GatewayEnv } from './gateway-env';
import { openServices } from './open-services';
import { Erasing } from './privacy/erasing';
import { shutDown, type Running } from './shut-down';

const REDIS_PATIENCE_MS = 2_000;

async function main(env: GatewayEnv): Promise<void> {
  // A signal may come before all is up.
  const started: { running?: Running } = {};
  endOnSignal(async () => started.running && shutDown(started.running), printError);
  const { services, sweeper, webhooks, close } = await openServices(env);
  const app = await createGateway(services);
  // Usually Redis is there in a moment; without it the gateway serves 503 rather than nothing.
  await waitForRedis(services.redis, REDIS_PATIENCE_MS).catch((error: Error) => services.logger.warn(error.message));
  await app.listen(env.PORT, env.HOST);
  sweeper.start();
  webhooks?.start();
  const erasing = new Erasing(services);
  erasing.start();
  services.logger.info({ address: await app.getUrl() }, 'ready');
  started.running = { app, services, sweeper, webhooks, erasing, close };
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
