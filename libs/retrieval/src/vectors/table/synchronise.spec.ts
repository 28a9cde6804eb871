import { startRedis } from '@querent/testing';
import Redis from 'ioredis';
import { Registry } from 'prom-client';
import type { Embedder } from '../../embedder/embedder';
import { unit } from '../contract/random-vectors';
import { redisVectorIndex } from '../redis/redis-vector-index';
import type { VectorIndex } from '../vector-index';
import { vectorMetrics } from '../vector-metrics';
import { synchronise } from './synchronise';
import type { WantedPoint } from './synchronise';

/** Every text has its own direction. Counts its calls. */
class CountingEmbedder implements Embedder {
  readonly model = 'counting';
  readonly dimension = 3;
  readonly asked: string[] = [];
  /** Called before each answer. */
  before: (asked: number) => Promise<void> | void = () => undefined;

  async embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> {
    await this.before(this.asked.length);
    signal?.throwIfAborted();
    this.asked.push(...texts);
    return texts.map((text) => unit([text.length, ...Buffer.from(text).subarray(-2)]));
  }
  ready = (): boolean => true;
  close = async (): Promise<void> => undefined;
}

const scope = { tenant: 'acme', connection: 'shop' };
const points = (count: number, text = (i: number) => `table ${i}`): WantedPoint[] =>
  Array.from({ length: count }, (_, i) => ({ id: `t${i}`, text: text(i) }));

describe('synchronising an index with the wanted points', () => {
  let server: Awaited<ReturnType<typeof startRedis>>;
  let admin: Redis;
  let clients: Redis[] = [];
  beforeAll(async () => {
    server = await startRedis();
    admin = new Redis(server.url);
  });
  afterAll(async () => {
    admin.disconnect();
    await server.stop();
  });
  afterEach(async () => {
    // An ended connection would keep a timer for two seconds, and Jest's worker with it.
    for (const client of clients) if (client.status !== 'end') client.disconnect();
    clients = [];
    await admin.flushall();
  });
  const worker = (embedder = new CountingEmbedder()) => {
    const redis = new Redis(server.url);
    clients.push(redis);
    const index: VectorIndex = redisVectorIndex({
      redis,
      purpose: 'tables',
      embedder,
      prefix: 'test',
      metrics: vectorMetrics(new Registry()),
      warn: () => undefined,
    });
    const run = (
      wanted: readonly WantedPoint[],
      more: {
        signal?: AbortSignal;
        leaseMs?: number;
        onProgress?: (progress: { done: number; total: number }) => void;
      } = {},
    ) => synchronise(index, scope, wanted, embedder, { purpose: 'tables', redis, prefix: 'test', ...more });
    return { embedder, index, redis, run };
  };

  it('embeds new and changed points, removes unwanted ones, and keeps the rest', async () => {
    const { embedder, index, run } = worker();
    const progressSeen: { done: number; total: number }[] = [];
    expect(await run(points(300), { onProgress: (progress) => progressSeen.push(progress) })).toEqual({
      embedded: 300,
      removed: 0,
    });
    expect([progressSeen[0], progressSeen.at(-1)]).toEqual([
      { done: 0, total: 300 },
      { done: 300, total: 300 },
    ]);
    expect(await run(points(300))).toEqual({ embedded: 0, removed: 0 });
    expect(embedder.asked).toHaveLength(300);
    expect(await run(points(299, (i) => (i === 7 ? 'another text' : `table ${i}`)))).toEqual({
      embedded: 1,
      removed: 1,
    });
    expect(embedder.asked.slice(300)).toEqual(['another text']);
    expect((await index.known(scope)).size).toBe(299);
  });

  it.each([
    ['version', { version: 'v2' }],
    ['tags', { tags: { kind: 'view' } }],
    ['payload', { payload: { rows: 1 } }],
  ])('computes a point again if its %s has changed', async (_, change) => {
    const { run } = worker();
    await run(points(2));
    expect(await run(points(2).map((point, i) => (i === 0 ? { ...point, ...change } : point)))).toEqual({
      embedded: 1,
      removed: 0,
    });
  });

  it('continues after a crash with the missing points', async () => {
    const { embedder, run } = worker();
    embedder.before = (asked) => {
      if (asked >= 200) throw new Error('power failure');
    };
    await expect(run(points(300))).rejects.toThrow('power failure');
    embedder.before = () => undefined;
    const { embedded } = await run(points(300));
    expect(embedded).toBeLessThan(200);
    expect(embedded).toBeGreaterThanOrEqual(100);
  });

  it('is done by one of several concurrent workers, and the others wait for it', async () => {
    const workers = [worker(), worker(), worker(), worker()];
    const done = await Promise.all(workers.map(({ run }) => run(points(200))));
    expect(done.map(({ embedded }) => embedded).sort()).toEqual([0, 0, 0, 200]);
    expect(workers.flatMap(({ embedder }) => embedder.asked)).toHaveLength(200);
  });

  it('is continued by another worker if the first one dies', async () => {
    const [dying, heir] = [worker(), worker()];
    let begun = (): void => undefined;
    const atWork = new Promise<void>((resolve) => (begun = resolve));
    dying.embedder.before = (asked) => {
      if (asked < 150) return;
      dying.redis.disconnect();
      begun();
    };
    const died = dying.run(points(200), { leaseMs: 300 });
    died.catch(() => undefined);
    await atWork;
    expect((await heir.run(points(200), { leaseMs: 300 })).embedded).toBe(72);
    await expect(died).rejects.toThrow('unavailable');
  });

  it('computes points again that were removed meanwhile, and counts all of them', async () => {
    const { embedder, index, run } = worker();
    const progressSeen: { done: number; total: number }[] = [];
    let erased = 0;
    embedder.before = async (asked) => {
      // The first portion has been put.
      if (asked === 128) {
        erased = (await index.known(scope)).size;
        await index.removeAll(scope);
      }
    };
    expect(await run(points(200), { onProgress: (progress) => progressSeen.push(progress) })).toEqual({
      embedded: 328,
      removed: 0,
    });
    expect([erased, (await index.known(scope)).size]).toEqual([128, 200]);
    expect(progressSeen.find(({ total }) => total > 200)).toEqual({ done: 200, total: 328 });
    expect(progressSeen.at(-1)).toEqual({ done: 328, total: 328 });
  });

  it('ends although another worker keeps removing its points', async () => {
    const { index, run, redis, embedder } = worker();
    const upsert = jest.fn<ReturnType<VectorIndex['upsert']>, Parameters<VectorIndex['upsert']>>(async (...args) => {
      await index.upsert(...args);
      await index.removeAll(scope);
    });
    const taken = new Proxy(index, {
      get: (target, name) =>
        name === 'upsert' ? upsert : (Reflect.get(target, name) as (...args: unknown[]) => unknown).bind(target),
    });
    await synchronise(taken, scope, points(2), embedder, { purpose: 'tables', redis, prefix: 'test' });
    expect(upsert).toHaveBeenCalledTimes(3);
    expect(await run(points(2))).toEqual({ embedded: 2, removed: 0 });
  });

  it('rejects with the reason when aborted, and leaves the work to other workers', async () => {
    const [aborted, other] = [worker(), worker()];
    const controller = new AbortController();
    aborted.embedder.before = (asked) => {
      if (asked >= 16) controller.abort(new Error('enough'));
    };
    await expect(aborted.run(points(40), { signal: controller.signal })).rejects.toThrow('enough');
    expect((await other.run(points(40))).embedded).toBe(40);
  });
});
