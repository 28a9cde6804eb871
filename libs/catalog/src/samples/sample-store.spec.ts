import { startRedis, type ThrowAwayServer } from '@querent/testing';
import { Redis } from 'ioredis';
import { isFileSample, mayServe, SampleBook, SampleStore, type Connection, type SampleEntry } from '..';

let server: ThrowAwayServer;
let redis: Redis;
let store: SampleStore;
const warn = jest.fn();

beforeAll(async () => {
  server = await startRedis();
  redis = new Redis(server.url);
  store = new SampleStore(redis, { prefix: 'test', warn });
}, 120_000);
beforeEach(async () => {
  warn.mockClear();
  await redis.flushall();
});
afterAll(async () => {
  await redis.quit();
  await server.stop();
});

const scope = { tenant: 'acme', connection: 'shop' };
const entry = (over: Partial<SampleEntry> = {}): SampleEntry => ({
  id: 's1',
  question: 'how many orders',
  sql: 'SELECT count(*) FROM orders',
  source: 'admin',
  status: 'approved',
  createdAt: '2026-11-21T00:00:00.000Z',
  by: 'root',
  ...over,
});
const put = (one: SampleEntry, where = scope) => store.change(where, one.id, () => one, null);

describe('stored samples', () => {
  it('are returned unchanged, for their tenant and connection only', async () => {
    await put(entry());
    expect([await store.list(scope), await store.get(scope, 's1'), await store.get(scope, 's2')]).toEqual([
      [entry()],
      entry(),
      null,
    ]);
    for (const other of [
      { ...scope, tenant: 'evil' },
      { ...scope, connection: 'hall' },
      { tenant: 'acme:shop', connection: '' },
    ])
      expect(await store.list(other)).toEqual([]);
  });

  it('have a revision that changes with every change, and only then', async () => {
    const first = await store.revision(scope, 'shop');
    await put(entry());
    const second = await store.revision(scope, 'shop');
    await store.change(scope, 's1', (same) => same, null);
    await put(entry(), { ...scope, tenant: 'evil' });
    expect([second === first, (await store.revision(scope, 'shop')) === second]).toEqual([false, true]);
    await store.change(scope, 's1', () => null, null);
    expect([(await store.revision(scope, 'shop')) === second, await store.list(scope)]).toEqual([false, []]);
  });

  it('have a new revision after their tenant’s data was erased and others were added', async () => {
    const changed = async (): Promise<string> => {
      await put(entry());
      await store.vote(scope, { runId: 'r', by: 'k', rating: 'up' }, ['s1']);
      await store.markFile('shop@acme', 'hash', { modelVersion: 'v', reason: 'removed' });
      return store.revision(scope, 'shop@acme');
    };
    // Repeated so often that two revisions start in one millisecond.
    const seen: string[][] = [];
    for (let begun = 0; begun < 30; begun++) {
      await redis.flushall();
      seen.push((await changed()).split('/'));
    }
    for (const part of [0, 1]) expect(new Set(seen.map((revision) => revision[part])).size).toBe(30);
  });

  it('lose no change if several are made concurrently', async () => {
    await put(entry({ comment: '' }));
    await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        store.change(
          scope,
          's1',
          (before) => (before === null ? null : { ...before, comment: `${before.comment}${i}` }),
          null,
        ),
      ),
    );
    expect([...((await store.get(scope, 's1'))?.comment ?? '')].sort().join('')).toBe('01234567');
  });

  it('are skipped with a warning if they cannot be read', async () => {
    await put(entry());
    await redis.hset('test:{samples:acme:shop}:entries', 'bad', '{"id":5}', 'worse', 'x');
    expect(await store.list(scope)).toEqual([entry()]);
    expect(warn).toHaveBeenCalledTimes(2);
  });

  it('are limited: the oldest from feedback is removed first', async () => {
    const many = Array.from({ length: 2_000 }, (_, i) =>
      entry({
        id: `f${i}`,
        source: i === 0 ? 'admin' : 'feedback',
        createdAt: new Date(Date.UTC(2026, 0, 1) + i * 1000).toISOString(),
      }),
    );
    await redis.hset('test:{samples:acme:shop}:entries', ...many.flatMap((one) => [one.id, JSON.stringify(one)]));
    await put(entry({ id: 'new' }));
    const ids = (await store.list(scope)).map(({ id }) => id);
    expect([ids.length, ids.includes('f0'), ids.includes('f1'), ids.includes('new')]).toEqual([
      2_000,
      true,
      false,
      true,
    ]);
  });
});

describe('all samples of a connection', () => {
  const file = [
    { question: 'q', sql: 'SELECT 1' },
    { question: 'q', sql: 'SELECT 1' },
    { question: 'p', sql: 'SELECT 2', locale: 'en' as const },
  ];
  const book = (connection?: Connection): SampleBook =>
    new SampleBook({ samples: () => file, connection: () => connection }, store);
  const inFile = async (tenant = 'acme') =>
    (await book().list({ ...scope, tenant })).filter(({ id }) => isFileSample(id));

  it("are the tenant's own, newest first, then those of the file, each once", async () => {
    await put(entry({ id: 'old', createdAt: '2026-01-01T00:00:00.000Z' }));
    await put(entry({ id: 'new' }));
    const all = await book().list(scope);
    expect(all.map(({ id, source }) => (source === 'file' ? source : id))).toEqual(['new', 'old', 'file', 'file']);
    expect((await inFile('evil')).length).toBe(2);
  });

  it('are retired for the model version that they do not fit, whether stored or in the file', async () => {
    await put(entry());
    for (const one of await book().list(scope))
      await book().retire(scope, one, { modelVersion: 'v1', reason: 'unknown column' });
    const retired = await book().list(scope);
    expect(retired.map(({ status, reason }) => [status, reason])).toEqual(Array(3).fill(['retired', 'unknown column']));
    expect(retired.map((one) => [mayServe(one, 'v1'), mayServe(one, 'v2')])).toEqual(Array(3).fill([false, true]));
    for (const one of retired) await book().restore(scope, one, 'v2');
    expect((await book().list(scope)).map(({ status, reason }) => [status, reason])).toEqual(
      Array(3).fill(['approved', undefined]),
    );
  });

  it('are not retired if they were changed meanwhile', async () => {
    await put(entry());
    const [read] = await store.list(scope);
    await put(entry({ sql: 'SELECT 3', status: 'pending' }));
    await book().retire(scope, read ?? entry(), { modelVersion: 'v1', reason: 'r' });
    expect(await store.get(scope, 's1')).toMatchObject({ sql: 'SELECT 3', status: 'pending' });
  });

  it('change their revision when a sample of the file is retired', async () => {
    const before = await book().revision(scope);
    const [one] = await inFile();
    await book().retire(scope, one ?? entry(), { modelVersion: 'v1', reason: 'r' });
    expect(await book().revision(scope)).not.toBe(before);
  });

  it('are retired for one tenant only if tenants have separate logins, because permissions differ', async () => {
    const shared = book({ name: 'shop', roles: { acme: null, evil: null } } as unknown as Connection);
    const retiredFor = async (tenant: string) => (await shared.list({ ...scope, tenant })).map(({ status }) => status);
    const [one] = await shared.list(scope);
    const before = await shared.revision({ ...scope, tenant: 'evil' });
    await shared.retire(scope, one ?? entry(), { modelVersion: 'v1', reason: 'unknown column' });
    expect([await retiredFor('acme'), await retiredFor('evil')]).toEqual([
      ['retired', 'approved'],
      ['approved', 'approved'],
    ]);
    expect(await shared.revision({ ...scope, tenant: 'evil' })).toEqual(before);
  });

  it('are not used before an administrator has approved them', () => {
    expect(mayServe(entry({ status: 'pending', modelVersion: 'v1' }), 'v2')).toBe(false);
  });
});
