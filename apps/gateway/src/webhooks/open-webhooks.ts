import { secretsIn } from '@querent/catalog';
import { CallbackQueue } from '@querent/saga';
import type { Redis } from 'ioredis';
import { Counter } from 'prom-client';
import type { GatewayServices } from '../gateway-services';
import { renderRun } from '../runs/own-run';
import { WebhookDispatcher } from './webhook-dispatcher';

/**
 * The gateway's webhook dispatcher, woken by the process that paused or ended a run; null if no signing key is set.
 * @param subscriber Redis connection in subscriber mode
 */
export function openWebhooks(services: GatewayServices, subscriber: Redis): WebhookDispatcher | null {
  const { env, logger, redis, store, letters, metrics, tracer } = services;
  const [secret, ...older] = secretsIn(env.QUERENT_SECRET_KEY);
  if (secret === undefined) return null;
  const calls = new Counter({
    name: 'querent_webhook_calls_total',
    help: 'Calls to webhooks, by result',
    labelNames: ['result'],
    registers: [metrics.registry],
  });
  const dispatcher = new WebhookDispatcher(
    {
      queue: new CallbackQueue(redis, store.keys),
      run: (id) => store.get(id),
      async viewOf(run) {
        // The receiver behind a URL is unknown, so it gets the view of a caller with the least permissions.
        const receiver = await services.grants.callerOf(run);
        const { json, rows } = await renderRun(services, receiver, run);
        if (rows !== null) services.audit.rowsRead(run, receiver, rows, 'webhook');
        return json;
      },
      bury: (letter) => letters.add(letter),
      report: (result, fields) => {
        calls.inc({ result });
        logger[result === 'taken' || result === 'outrun' ? 'info' : 'warn']({ result, ...fields }, 'webhook');
      },
      onError: (error) => logger.warn({ err: error }, 'webhooks'),
      tracer,
      now: () => new Date(),
      sharedNow: () => store.now(),
    },
    {
      secrets: [secret, ...older],
      attempts: env.WEBHOOK_ATTEMPTS,
      timeoutMs: env.WEBHOOK_TIMEOUT_MS,
      allowPrivate: env.WEBHOOK_ALLOW_PRIVATE,
      intervalMs: env.SWEEP_INTERVAL_MS,
    },
  );
  const channel = store.keys.callbackWanted();
  subscriber.on('message', (from: string) => {
    if (from === channel) dispatcher.wake();
  });
  // Without wake-ups, the interval finds due callbacks.
  subscriber
    .subscribe(channel)
    .catch((error: unknown) => logger.warn({ err: error }, 'could not subscribe to wake-ups of webhooks'));
  return dispatcher;
}
