import { newRun, startRedis, waitFor } from '@querent/testing';
import { createRedis, type RedisClient } from '@querent/platform';
import { CallbackQueue, cancelRun, DeadLetters, defaultSagaSettings, newRunId, RunStore } from '@querent/saga';
import { WebhookDispatcher } from './webhook-dispatcher';

describe('an abandoned callback', () => {
  let server: Awaited<ReturnType<typeof startRedis>>;
  let redis: RedisClient;
  beforeAll(async () => {
    server = await startRedis();
    redis = createRedis(server.url, 'worker');
  });
  afterAll(async () => {
    redis.disconnect();
    await server.stop();
  });

  it('is one dead letter, even if the gateway died after writing it', async () => {
    const store = new RunStore(redis, defaultSagaSettings);
    const [queue, letters, id] = [new CallbackQueue(redis, store.keys), new DeadLetters(redis, store.keys), newRunId()];
    await store.create(newRun({ id, callbackUrl: 'http://127.0.0.1:1/hook' }));
    await cancelRun(store, id);
    let [died, clock] = [false, Date.now()];
    const dispatcher = new WebhookDispatcher(
      {
        queue: {
          take: (_leaseMs, limit) => queue.take(400, limit),
          failed: (due) => queue.failed(due),
          again: (due, delayMs) => queue.again(due, delayMs),
          owe: (due, letter) => queue.owe(due, letter),
          settle: async (due) => {
            if (died) return queue.settle(due);
            died = true;
          },
        },
        run: (runId) => store.get(runId),
        viewOf: async () => '{}',
        bury: (letter) => letters.add(letter),
        report: () => undefined,
        onError: () => undefined,
        tracer: null,
        now: () => new Date(),
        sharedNow: async () => (clock += 1_000),
      },
      { secrets: ['secret'], attempts: 1, timeoutMs: 500, allowPrivate: true, intervalMs: 20 },
    );
    dispatcher.start();
    await waitFor(async () => died && (await redis.zcard(store.keys.callbacks(id))) === 0);
    await dispatcher.stop();
    expect(await letters.list(10)).toMatchObject([
      { runId: id, job: 'callback', reason: expect.stringContaining('ECONNREFUSED') },
    ]);
  });
});
