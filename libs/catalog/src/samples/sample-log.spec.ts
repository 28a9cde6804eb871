import { RedisKeys } from '@querent/platform';
import { startRedis, type ThrowAwayServer } from '@querent/testing';
import { Redis } from 'ioredis';
import { SampleStore, type SampleEntry, type SampleRevision } from '..';

let server: ThrowAwayServer;
let redis: Redis;
let store: SampleStore;
const keys = new RedisKeys('test');

beforeAll(async () => {
  server = await startRedis();
  redis = new Redis(server.url);
  store = new SampleStore(redis, { prefix: 'test', warn: () => undefined });
}, 120_000);
beforeEach(() => redis.flushall());
afterEach(() => jest.useRealTimers());
afterAll(async () => {
  await redis.quit();
  await server.stop();
});

const scope = { tenant: 'acme', connection: 'shop' };
const hall = { tenant: 'acme', connection: 'hall' };
const author = { by: { tenant: 'acme', key: 'root' } };
const entry = (over: Partial<SampleEntry> = {}): SampleEntry => ({
  id: 'one',
  question: 'how many orders',
  sql: 'SELECT count(*) FROM orders',
  source: 'admin',
  status: 'approved',
  createdAt: '2026-11-21T00:00:00.000Z',
  by: 'root',
  ...over,
});
const put = (sample: SampleEntry, where = scope) => store.change(where, sample.id, () => sample, author);
const all = { below: null, limit: 20_000 };
const list = (page: { below: number | null; limit: number } = all): Promise<SampleRevision[]> =>
  store.log.list('acme', ['shop', 'hall'], page);
const ids = async (page?: { below: number | null; limit: number }): Promise<string[]> =>
  (await list(page)).map(({ id }) => id);

describe('the log of samples', () => {
  it('has each change with its author and the stored texts', async () => {
    await put(entry());
    await store.change(scope, 'one', () => null, author);
    const text = JSON.stringify(entry());
    const common = { at: expect.any(String), kind: 'sample', name: 'shop', tenant: 'acme', sample: 'one', ...author };
    expect(await list()).toEqual([
      { ...common, id: 's2', action: 'delete', before: text, after: null },
      { ...common, id: 's1', action: 'put', before: null, after: text },
    ]);
  });

  it('numbers the changes of a tenant over its connections, and is read in pages', async () => {
    for (const where of [scope, hall, hall, scope]) await put(entry({ comment: `${Math.random()}` }), where);
    expect([await ids(), await ids({ below: 4, limit: 2 }), await ids({ below: 2, limit: 2 })]).toEqual([
      ['s4', 's3', 's2', 's1'],
      ['s3', 's2'],
      ['s1'],
    ]);
    expect(await store.log.get('acme', ['shop', 'hall'], 3)).toMatchObject({ id: 's3', name: 'hall' });
    expect(await store.log.get('acme', ['shop'], 3)).toBeNull();
    expect(await store.log.list('evil', ['shop', 'hall'], all)).toEqual([]);
  });

  it('has no change without an author, and none that was not made', async () => {
    await store.change(scope, 'one', () => entry(), null);
    await store.change(scope, 'one', (same) => same, author);
    expect(await ids()).toEqual([]);
  });

  it('is a chain for each sample, however many change it at once', async () => {
    await put(entry({ comment: '' }));
    const writes = Array.from({ length: 12 }, (_, n) =>
      store.change(scope, 'one', (now) => now && { ...now, comment: `${now.comment}${n} ` }, author),
    );
    await Promise.all(writes);
    const oldestFirst = (await list()).toReversed();
    expect(oldestFirst).toHaveLength(13);
    expect(oldestFirst.map(({ before }) => before)).toEqual([null, ...oldestFirst.slice(0, -1).map((r) => r.after)]);
  });

  it('goes on above its last number if the counter was lost', async () => {
    for (const comment of ['a', 'b', 'c']) await put(entry({ comment }));
    await redis.del(keys.sampleNumbers('acme'));
    await put(entry({ comment: 'd' }));
    await put(entry({ comment: 'e' }), hall);
    expect(await ids()).toEqual(['s5', 's4', 's3', 's2', 's1']);
  });

  it('keeps 10,000 changes of a connection', async () => {
    await put(entry());
    const { log } = keys.samples('acme', 'shop');
    const [text = ''] = await redis.zrange(log, 0, '0');
    const numbers = Array.from({ length: 10_000 }, (_, n) => n + 2);
    await redis.zadd(log, ...numbers.flatMap((n) => [String(n), text.replace('"s1"', `"s${n}"`)]));
    await redis.set(keys.sampleNumbers('acme'), 10_001);
    await put(entry({ comment: 'last' }));
    const kept = await ids();
    expect([kept.length, kept[0], kept.at(-1)]).toEqual([10_000, 's10002', 's3']);
  });

  it('keeps changes for 90 days', async () => {
    jest.useFakeTimers({ advanceTimers: true, now: Date.parse('2026-01-01T00:00:00.000Z') });
    await put(entry({ comment: 'a' }));
    jest.setSystemTime(Date.parse('2026-03-31T00:00:00.000Z'));
    await put(entry({ comment: 'b' }));
    expect(await ids()).toEqual(['s2', 's1']);
    jest.setSystemTime(Date.parse('2026-04-02T00:00:00.000Z'));
    await put(entry({ comment: 'c' }));
    expect(await ids()).toEqual(['s3', 's2']);
    const life = await redis.pttl(keys.samples('acme', 'shop').log);
    expect(Math.round(life / 86_400_000)).toBe(90);
  });
});

describe('a restored sample', () => {
  const { entries } = keys.samples('acme', 'shop');
  const restore = (expected: SampleEntry | null, text: string | null) =>
    store.restore(scope, 'one', { expected, text }, { ...author, of: 's1' });

  it('has the stored text, also members that this version does not know', async () => {
    const text = `{"later":[1, 2],"${JSON.stringify(entry()).slice(2)}`;
    await redis.hset(entries, 'one', text);
    await store.change(scope, 'one', () => null, author);
    const [removed] = await list();
    expect(removed?.before).toBe(text);
    const revision = await restore(null, text);
    expect(revision).toMatchObject({ id: 's2', action: 'restore', of: 's1', before: null, after: text });
    expect(await redis.hget(entries, 'one')).toBe(text);
  });

  it('does not overwrite a change that the caller has not read', async () => {
    await put(entry());
    await put(entry({ question: 'changed' }));
    expect([await restore(entry(), null), await restore(null, null)]).toEqual([null, null]);
    expect([(await store.get(scope, 'one'))?.question, await ids()]).toEqual(['changed', ['s2', 's1']]);
  });
});
