import { startRedis } from '@querent/testing';
import Redis from 'ioredis';
import { ExactCache } from './exact-cache';
import type { ExactEntry } from './exact-entry';
import { exactKey, type ExactKeyParts } from './exact-key';

const prefix = 'querent';
const parts: ExactKeyParts = {
  tenant: 'acme',
  role: 'acme',
  connection: 'commerce',
  version: 'v1',
  locale: 'en',
  agent: null,
  mode: 'auto',
  maxRows: null,
  timezone: 'Asia/Shanghai',
  today: '2026-11-21',
  question: 'How many orders?',
};
const entry = (runId: string, rows: ExactEntry['rows'] = [[1]]): ExactEntry => ({
  data: {
    mode: 'fast',
    intent: null,
    refinedQuestion: null,
    disclosures: [],
    settled: [],
    modelVersion: 'v1',
    compiled: null,
    result: null,
    chart: null,
    answer: { text: '一', chartType: 'number', suggestions: [] },
  },
  rows,
  runId,
});

const entryUnder = async (cache: ExactCache, connection: string, key: string): Promise<ExactEntry | null> => {
  const found = await cache.read(connection, key);
  return found === null ? null : (JSON.parse(found.text ?? 'null') as ExactEntry);
};

describe('exact cache', () => {
  let server: Awaited<ReturnType<typeof startRedis>>;
  let redis: Redis;
  beforeAll(async () => {
    server = await startRedis();
    redis = new Redis(server.url);
  });
  afterAll(async () => {
    await redis.quit();
    await server.stop();
  });
  beforeEach(() => redis.flushall());

  it('is separate for another installation in the same Redis', async () => {
    const [key, mine, other] = [
      exactKey(parts),
      new ExactCache(redis, { prefix }),
      new ExactCache(redis, { prefix: 'other' }),
    ];
    await mine.put('commerce', key, entry('r1'));
    expect([await entryUnder(other, 'commerce', key), await other.clear(), (await other.held()).length]).toEqual([
      null,
      0,
      1,
    ]);
    await other.outdate('commerce');
    expect([await entryUnder(mine, 'commerce', key), await mine.held()]).toEqual([entry('r1'), ['commerce']]);
  });

  it('returns stored entries to every gateway', async () => {
    const key = exactKey(parts);
    expect(await new ExactCache(redis, { prefix }).put('commerce', key, entry('r1'))).toBe('stored');
    expect(await entryUnder(new ExactCache(redis, { prefix }), 'commerce', key)).toEqual(entry('r1'));
    expect(
      await entryUnder(
        new ExactCache(redis, { prefix }),
        'commerce',
        exactKey({ ...parts, question: 'How many customers?' }),
      ),
    ).toBeNull();
  });

  it('omits the text for a caller with the current stamp, and sends it for an older stamp', async () => {
    const cache = new ExactCache(redis, { prefix });
    const key = exactKey(parts);
    await cache.put('commerce', key, entry('r1'));
    const first = await cache.read('commerce', key);
    expect(await cache.read('commerce', key, first?.stamp)).toEqual({ stamp: first?.stamp, text: null });
    expect((await cache.read('commerce', key, 'another'))?.text).toContain('"r1"');
  });

  it.each<[keyof ExactKeyParts, string | number]>([
    ['tenant', 'other'],
    ['role', 'reader'],
    ['connection', 'tourism'],
    ['version', 'v2'],
    ['locale', 'zh'],
    ['agent', 'sales'],
    ['mode', 'full'],
    ['maxRows', 10],
    ['timezone', 'Europe/Paris'],
    ['today', '2026-11-22'],
    ['question', 'How many users?'],
  ])('has separate keys by %s', (part, value) => {
    expect(exactKey({ ...parts, [part]: value })).not.toBe(exactKey(parts));
  });

  it('never serves an entry of another model or schema version, even to a process that has not noticed the change', async () => {
    const cache = new ExactCache(redis, { prefix });
    const key = exactKey(parts);
    await cache.put('commerce', key, entry('r1'));
    await cache.setVersion('commerce', 'v2');
    expect(await entryUnder(cache, 'commerce', key)).toBeNull();
    expect(await cache.put('commerce', key, entry('late'))).toBe('version_changed');
    await cache.setVersion('commerce', 'v1');
    expect(await entryUnder(cache, 'commerce', key)).toBeNull();
  });

  it('stores and serves nothing for an invalidated audience until the next version, not even answers being computed', async () => {
    const cache = new ExactCache(redis, { prefix });
    const key = exactKey(parts);
    await cache.put('commerce', key, entry('r1'));
    await cache.outdate('commerce');
    expect([
      await entryUnder(cache, 'commerce', key),
      await cache.put('commerce', key, entry('late')),
      await entryUnder(cache, 'commerce', key),
    ]).toEqual([null, 'version_changed', null]);
    await cache.setVersion('commerce', 'v1');
    expect(await cache.put('commerce', key, entry('r2'))).toBe('stored');
  });

  it('keeps the versions of two audiences of a connection separate, and clears them together', async () => {
    const cache = new ExactCache(redis, { prefix });
    const audiences = ['commerce@acme', 'commerce@b%2A', 'commerce', 'commerce2@acme'];
    await Promise.all(
      audiences.map((audience, n) => cache.put(audience, exactKey({ ...parts, version: `v${n}` }), entry(audience))),
    );
    await cache.setVersion('commerce@acme', 'another');
    const served = async () =>
      Promise.all(
        audiences.map(
          async (audience, n) =>
            (await entryUnder(cache, audience, exactKey({ ...parts, version: `v${n}` })))?.runId ?? null,
        ),
      );
    expect(await served()).toEqual([null, ...audiences.slice(1)]);
    expect(await cache.clear('commerce')).toBe(2);
    expect(await served()).toEqual([null, null, null, 'commerce2@acme']);
  });

  it('keeps the entries when the current version is published again', async () => {
    const cache = new ExactCache(redis, { prefix });
    await cache.put('commerce', exactKey(parts), entry('r1'));
    await cache.setVersion('commerce', 'v1');
    expect(await entryUnder(cache, 'commerce', exactKey(parts))).not.toBeNull();
  });

  it('evicts the least recently used entry', async () => {
    const cache = new ExactCache(redis, { prefix, maxEntries: 3 });
    const key = (n: number) => exactKey({ ...parts, question: `question ${n}` });
    for (const n of [1, 2, 3]) await cache.put('commerce', key(n), entry(`r${n}`));
    await entryUnder(cache, 'commerce', key(1));
    await cache.put('commerce', key(4), entry('r4'));
    const kept = await Promise.all(
      [1, 2, 3, 4].map(async (n) => (await entryUnder(cache, 'commerce', key(n))) !== null),
    );
    expect(kept).toEqual([true, false, true, true]);
    expect(await redis.hlen('querent:{l1:commerce}:entries')).toBe(3);
  });

  it('keeps at most 1,000 entries a connection by default', async () => {
    const cache = new ExactCache(redis, { prefix });
    await Promise.all(
      Array.from({ length: 1100 }, (_, n) =>
        cache.put('commerce', exactKey({ ...parts, question: `q ${n}` }), entry(`r${n}`)),
      ),
    );
    expect(await redis.hlen('querent:{l1:commerce}:entries')).toBe(1000);
    expect(await redis.zcard('querent:{l1:commerce}:used')).toBe(1000);
  });

  it('lets an entry expire however often it is used', async () => {
    const cache = new ExactCache(redis, { prefix, ttlMs: 60_000 });
    await cache.put('commerce', exactKey(parts), entry('r1'));
    const [field, stored] = Object.entries(await redis.hgetall('querent:{l1:commerce}:entries'))[0] ?? ['', ''];
    await redis.hset('querent:{l1:commerce}:entries', field, stored.replace(/^\d+/, String(Date.now() - 1)));
    expect(await entryUnder(cache, 'commerce', exactKey(parts))).toBeNull();
    expect(await redis.hlen('querent:{l1:commerce}:entries')).toBe(0);
    expect(await redis.pttl('querent:{l1:commerce}:used')).toBeLessThanOrEqual(60_000);
  });

  it('does not keep an entry that is too large', async () => {
    const cache = new ExactCache(redis, { prefix });
    expect(await cache.put('commerce', exactKey(parts), entry('r1', [['x'.repeat(300_000)]]))).toBe('too_large');
    expect(await entryUnder(cache, 'commerce', exactKey(parts))).toBeNull();
  });

  it('deletes one answer, and no other', async () => {
    const cache = new ExactCache(redis, { prefix });
    const other = exactKey({ ...parts, question: 'How many users?' });
    for (const key of [exactKey(parts), other]) await cache.put('commerce', key, entry('r1'));
    await cache.drop('commerce', exactKey(parts));
    expect([await entryUnder(cache, 'commerce', exactKey(parts)), await entryUnder(cache, 'commerce', other)]).toEqual([
      null,
      entry('r1'),
    ]);
    expect(await redis.zcard('querent:{l1:commerce}:used')).toBe(1);
  });

  it('lists the audiences with stored versions, and deletes an audience with its version', async () => {
    const cache = new ExactCache(redis, { prefix });
    for (const audience of ['commerce', 'commerce@acme']) await cache.put(audience, exactKey(parts), entry('r1'));
    await cache.setVersion('tourism', 'v1');
    expect((await cache.held()).sort()).toEqual(['commerce', 'commerce@acme', 'tourism']);
    await cache.forget('commerce');
    expect((await cache.held()).sort()).toEqual(['commerce@acme', 'tourism']);
    expect([
      await entryUnder(cache, 'commerce', exactKey(parts)),
      await entryUnder(cache, 'commerce@acme', exactKey(parts)),
    ]).toEqual([null, entry('r1')]);
  });

  it('clears one connection, or all', async () => {
    const cache = new ExactCache(redis, { prefix });
    for (const connection of ['commerce', 'tourism', 'education']) {
      await cache.put(connection, exactKey({ ...parts, connection }), entry('r1'));
    }
    expect(await cache.clear('tourism')).toBe(1);
    expect(await cache.clear('tourism')).toBe(0);
    expect(await cache.clear()).toBe(2);
    expect(await entryUnder(cache, 'commerce', exactKey(parts))).toBeNull();
  });
});
