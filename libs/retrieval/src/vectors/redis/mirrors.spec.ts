import { startRedis } from '@querent/testing';
import Redis from 'ioredis';
import { Registry } from 'prom-client';
import { randomVectors, unit } from '../contract/random-vectors';
import { synchronise } from '../table/synchronise';
import { VectorIndexUnavailable, type VectorIndex, type VectorPoint } from '../vector-index';
import { vectorMetrics } from '../vector-metrics';
import { collectionKeys, writeKeys } from './collection-keys';
import { MirrorBudget } from './mirror-budget';
import { redisVectorIndex, type RedisVectorIndexOptions } from './redis-vector-index';

const embedder = { model: 'mirrored', dimension: 64 };
const scope = { tenant: 'acme', connection: 'shop' };
const other = { tenant: 'acme', connection: 'harbour' };
const [query = new Float32Array(64), ...vectors] = randomVectors(1_501, 64);
const points = (count: number, from = 0): VectorPoint[] =>
  vectors.slice(from, from + count).map((vector, i) => ({ id: `p${from + i}`, vector }));
const KILOBYTE = 1_024;

describe('the copies that a process keeps of what Redis holds', () => {
  let server: Awaited<ReturnType<typeof startRedis>>;
  let redis: Redis;
  let opened: VectorIndex[] = [];
  beforeAll(async () => {
    server = await startRedis();
    redis = new Redis(server.url);
  });
  afterEach(async () => {
    await Promise.all(opened.map((index) => index.close()));
    opened = [];
    await redis.flushall();
  });
  afterAll(async () => {
    redis.disconnect();
    await server.stop();
  });
  const open = (more: Partial<RedisVectorIndexOptions> = {}): VectorIndex => {
    const index = redisVectorIndex({
      redis,
      purpose: 'tables',
      embedder,
      prefix: 'test',
      metrics: vectorMetrics(new Registry()),
      warn: () => undefined,
      ...more,
    });
    opened.push(index);
    return index;
  };
  const ids = async (index: VectorIndex, more: object = {}, whose = scope): Promise<string[]> =>
    (await index.search(whose, query, { limit: 20, ...more })).map(({ id }) => id);
  /** Bytes that Redis sent while `work` was done. */
  const sentDuring = async (work: () => Promise<unknown>): Promise<number> => {
    const sent = async (): Promise<number> =>
      Number(/total_net_output_bytes:(\d+)/.exec(await redis.info('stats'))?.[1]);
    const before = await sent();
    await work();
    return (await sent()) - before;
  };

  it('are updated by changes alone', async () => {
    const [writer, reader] = [open(), open()];
    await writer.upsert(scope, points(1_000));
    expect(await sentDuring(() => ids(reader))).toBeGreaterThan(256 * KILOBYTE);
    expect(await sentDuring(() => ids(reader))).toBeLessThan(12 * KILOBYTE);
    await writer.upsert(scope, points(3, 1_000));
    await writer.remove(scope, ['p1', 'p2']);
    expect(await sentDuring(() => ids(reader))).toBeLessThan(16 * KILOBYTE);
    expect(await ids(reader)).toEqual(await ids(open()));
  });

  it('equal a newly loaded copy after any changes', async () => {
    const [writer, reader] = [open(), open()];
    for (let round = 0; round < 30; round++) {
      await writer.upsert(scope, points(40, (round * 37) % 1_000));
      await writer.remove(
        scope,
        Array.from({ length: 15 }, (_, i) => `p${(round * 91 + i * 13) % 1_000}`),
      );
      if (round % 9 === 8) await writer.removeAll(scope);
      if (round % 3 === 0) expect(await ids(reader, { limit: 2_000 })).toEqual(await ids(open(), { limit: 2_000 }));
    }
  });

  it('are reloaded if more was removed than is kept', async () => {
    const [writer, reader] = [open(), open()];
    await writer.upsert(scope, points(20));
    await ids(reader);
    await writer.remove(scope, ['p0']);
    // As after an hour.
    await redis.del(collectionKeys('test', 'tables', scope, 'mirrored:64').removed);
    expect(await ids(reader)).not.toContain('p0');
    await writer.remove(scope, ['p1']);
    expect(await ids(reader)).toHaveLength(18);
  });

  it('are evicted if not all fit, and a scope that never fits is searched in Redis', async () => {
    const [writer, small, tiny] = [
      open(),
      open({ mirrors: new MirrorBudget(500 * KILOBYTE) }),
      open({ mirrors: new MirrorBudget(100 * KILOBYTE) }),
    ];
    await writer.upsert(
      scope,
      points(800).map((point, i) => ({ ...point, version: i % 2 === 0 ? 'even' : 'odd' })),
    );
    await writer.upsert(other, points(700, 800));
    for (const whose of [scope, other, scope])
      expect(await ids(small, {}, whose)).toEqual(await ids(writer, {}, whose));
    await Promise.all(
      [scope, other, scope, other].map(async (whose) => expect(await ids(small, {}, whose)).toHaveLength(20)),
    );
    for (const search of [
      {},
      { version: 'odd' },
      { limit: 3 },
      { minScore: 0.1 },
      { ids: ['p1', 'p7', 'p7', 'unknown'] },
    ])
      expect(await ids(tiny, search)).toEqual(await ids(writer, search));
    await writer.remove(scope, await ids(writer));
    expect(await ids(tiny)).toEqual(await ids(writer));
  });

  it('are discarded when the connection breaks, because the server may have lost writes', async () => {
    const mine = new Redis(server.url);
    const reader = open({ redis: mine });
    const writer = open();
    await writer.upsert(scope, points(10));
    await ids(reader);
    mine.disconnect(true);
    expect(await sentDuring(() => ids(reader))).toBeGreaterThan(3 * KILOBYTE);
    mine.disconnect();
  });

  it('leave no trace of what was removed', async () => {
    const index = open();
    await index.upsert(scope, points(5));
    await index.remove(scope, ['p0', 'p1']);
    const keys = collectionKeys('test', 'tables', scope, 'mirrored:64');
    expect((await redis.hkeys(keys.points)).sort()).toEqual(['p2', 'p3', 'p4']);
    expect(await redis.pttl(keys.removed)).toBeGreaterThan(0);
    await index.remove(scope, ['p2', 'p3', 'p4']);
    expect(await redis.keys('*')).toEqual([]);
    await index.upsert(scope, points(5));
    await index.removeAll(scope);
    expect(await redis.keys('*')).toEqual([]);
  });

  it('use one cluster slot, whatever the names of the scope', async () => {
    for (const whose of [scope, { tenant: '}{', connection: '{a}' }, { tenant: '租户'.repeat(90), connection: '' }]) {
      const keys = writeKeys(collectionKeys('test', 'tables', whose, 'model{x}:64'));
      expect(new Set(keys.map((key) => /\{([^}]*)\}/.exec(key)?.[1])).size).toBe(1);
    }
  });

  it('of an unused model are removed after the grace period, and the new model’s are loaded', async () => {
    const wanted = points(3).map(({ id }) => ({ id, text: id }));
    const warnings: string[] = [];
    const run = async (model: string, graceMs: number): Promise<number> => {
      let embedded = 0;
      const answering = {
        model,
        dimension: 2,
        ready: () => true,
        close: async () => undefined,
        embed: async (texts: readonly string[]) => {
          embedded += texts.length;
          return texts.map(() => unit([1, model.length]));
        },
      };
      const index = open({ embedder: answering, graceMs, warn: (_, message) => warnings.push(message) });
      await synchronise(index, scope, wanted, answering, { purpose: 'tables', redis, prefix: 'test' });
      expect(await index.search(scope, unit([1, model.length]), { limit: 9 })).toHaveLength(3);
      return embedded;
    };
    expect(await run('old', 60_000)).toBe(3);
    expect(await run('newer', 60_000)).toBe(3);
    expect([await run('old', 60_000), warnings]).toEqual([0, []]);
    expect(await run('newest', 0)).toBe(3);
    expect(warnings).toHaveLength(2);
    expect((await redis.keys('*:points')).map((key) => key.split(':').slice(-3, -1).join(':'))).toEqual(['newest:2']);
  });

  it('reject as unavailable if Redis is down', async () => {
    const server = await startRedis();
    const client = new Redis(server.url, {
      maxRetriesPerRequest: 0,
      enableOfflineQueue: false,
      retryStrategy: () => null,
    });
    client.on('error', () => undefined);
    await new Promise((resolve) => client.once('ready', resolve));
    const index = open({ redis: client });
    await index.upsert(scope, points(2));
    await server.kill();
    for (const asked of [
      () => index.search(scope, query, { limit: 1 }),
      () => index.upsert(scope, points(1)),
      () => index.known(scope),
      () => index.remove(scope, ['p0']),
      () => index.removeAll(scope),
    ]) {
      await expect(asked()).rejects.toThrow(VectorIndexUnavailable);
    }
    await server.stop();
  });
});
