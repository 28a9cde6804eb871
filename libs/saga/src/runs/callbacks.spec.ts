import { createRedis, type RedisClient } from '@querent/platform';
import { newRun, startRedis } from '@querent/testing';
import { CallbackQueue } from './callbacks';
import { cancelRun } from '../stages/cancellation';
import { letPass } from '../fixture/let-pass';
import { newRunId, RunStore } from './run-store';
import { defaultSagaSettings } from '../saga-settings';

describe('the callbacks that a run asks for', () => {
  let server: Awaited<ReturnType<typeof startRedis>>;
  let redis: RedisClient;
  let store: RunStore;
  let queue: CallbackQueue;

  beforeAll(async () => {
    server = await startRedis();
    redis = createRedis(server.url, 'worker');
    store = new RunStore(redis, defaultSagaSettings);
    queue = new CallbackQueue(redis, store.keys);
  });
  afterAll(async () => {
    redis.disconnect();
    await server.stop();
  });
  beforeEach(() => redis.flushall());

  const asked = async (callbackUrl: string | null): Promise<string> => {
    const id = newRunId();
    await store.create(newRun({ id, callbackUrl }));
    return id;
  };
  const pauseOf = async (id: string): Promise<void> => {
    await store.claim(id, 1, 60_000);
    const run = await store.get(id);
    if (run === null) throw new Error('no run');
    const clarification = {
      id: 'c1',
      trigger: 'too_vague' as const,
      question: 'what?',
      options: [],
      allowText: true,
      expiresAt: new Date(Date.now() + 60_000).toISOString(),
    };
    await store.advance(run, { event: 'clarification_needed', stage: 'intent', patch: { clarification } });
  };

  it('are those of its pauses and of its end, each with the version that the run reached', async () => {
    const id = await asked('https://example.org/hook');
    expect(await queue.take(1_000, 10)).toEqual([]);
    await pauseOf(id);
    await cancelRun(store, id);
    expect(await queue.take(1_000, 10)).toEqual([
      { runId: id, version: 2 },
      { runId: id, version: 3 },
    ]);
  });

  it('are none if the request has no callback address', async () => {
    await cancelRun(store, await asked(null));
    expect(await queue.take(1_000, 10)).toEqual([]);
  });

  it('are due immediately, even if the clock of the worker that advanced the run is wrong', async () => {
    const ahead = new RunStore(redis, defaultSagaSettings, { now: () => Date.now() + 120_000 });
    const id = await asked('https://example.org/hook');
    await cancelRun(ahead, id);
    expect(await queue.take(1_000, 10)).toEqual([{ runId: id, version: 2 }]);
  });

  it('are leased to one process, and are due again when the lease expires', async () => {
    await cancelRun(store, await asked('https://example.org/hook'));
    expect(await queue.take(1_000, 10)).toHaveLength(1);
    expect(await queue.take(1_000, 10)).toHaveLength(0);
    await letPass(redis, store.keys, 1_001);
    expect(await queue.take(1_000, 10)).toHaveLength(1);
  });

  it('are retried when they are due, counted, and removed once settled', async () => {
    await cancelRun(store, await asked('https://example.org/hook'));
    const [due] = await queue.take(1_000, 10);
    if (due === undefined) throw new Error('nothing due');
    expect(await queue.failed(due)).toBe(1);
    await queue.again(due, 5_000);
    await letPass(redis, store.keys, 3_000);
    expect(await queue.take(1_000, 10)).toEqual([]);
    await letPass(redis, store.keys, 2_000);
    expect(await queue.take(1_000, 10)).toEqual([due]);
    expect(await queue.failed(due)).toBe(2);
    await queue.settle(due);
    await letPass(redis, store.keys, 60_000);
    expect(await queue.take(1_000, 10)).toEqual([]);
    expect(await redis.keys('*callback*')).toEqual([]);
  });

  it('owe one letter, even if another process gives them up again, until they are settled or queued again', async () => {
    const id = await asked('https://example.org/hook');
    const due = { runId: id, version: 2 };
    const letter = {
      id: `${id}-2-callback`,
      runId: id,
      tenant: 'acme',
      job: 'callback' as const,
      version: 2,
      reason: 'status 500',
      at: '2026-11-21T00:00:00.000Z',
    };
    const later = { ...letter, reason: 'status 503', at: '2026-11-21T00:01:00.000Z' };
    await cancelRun(store, id);
    await queue.failed(due);
    expect([await queue.owe(due, letter), await queue.owe(due, later)]).toEqual([letter, letter]);
    await queue.add(due);
    expect([await queue.failed(due), await queue.owe(due, later)]).toEqual([1, later]);
    await queue.forget(id);
    expect(await redis.keys('*callback*')).toEqual([]);
  });
});
