import { SampleBook, SampleStore, type Sample, type SampleEntry } from '@querent/catalog';
import { startRedis, type ThrowAwayServer } from '@querent/testing';
import { Redis } from 'ioredis';
import type { Embedder } from '../embedder/embedder';
import { openLocalEmbedder } from '../embedder/local-embedder';
import { schemaOf } from '../tables/fixture/schema';
import { openVectorIndex } from '../vectors/open-vector-index';
import { VectorIndexUnavailable } from '../vectors/vector-index';
import { sampleFinder } from './sample-finder';

let server: ThrowAwayServer;
let redis: Redis;
let store: SampleStore;
beforeAll(async () => {
  server = await startRedis();
  redis = new Redis(server.url);
  store = new SampleStore(redis, { prefix: 'test', warn: () => undefined });
}, 120_000);
beforeEach(() => redis.flushall());
afterAll(async () => {
  await redis.quit();
  await server.stop();
});

const scope = { tenant: 'acme', connection: 'made' };
const whole = { ...schemaOf({ orders: 'amount city', customers: 'name' }), version: 'whole' };
const poorer = { ...schemaOf({ orders: 'amount', customers: 'name' }), version: 'poorer' };
const file: Sample[] = [
  { question: 'orders by city', sql: 'select city, count(*) from orders group by city -- all of them' },
  { question: 'how many orders', sql: 'SELECT count(*) FROM orders' },
  { question: 'how many customers', sql: 'SELECT count(*) FROM customers' },
];
const book = (samples = file): SampleBook =>
  new SampleBook({ samples: () => samples, connection: () => undefined }, store);
const finding = (over: Partial<Parameters<typeof sampleFinder>[0]> = {}) =>
  sampleFinder({ book: book(), embedder: null, ...over });
const options = { limit: 3, byMeaning: true };
/** A catalogue that makes a new array at each call, as one without a samples file may. */
const fresh = (samples: readonly Sample[]): SampleBook =>
  new SampleBook({ samples: () => [...samples], connection: () => undefined }, store);
const put = (entry: Partial<SampleEntry>) =>
  store.change(
    scope,
    's',
    () => ({
      id: 's',
      question: 'orders above 5',
      sql: 'SELECT count(*) FROM orders',
      source: 'feedback',
      status: 'approved',
      createdAt: '2026-11-21T00:00:00.000Z',
      by: 'a',
      ...entry,
    }),
    null,
  );
const statuses = async () => (await book().list(scope)).map(({ question, status }) => `${question}: ${status}`).sort();

describe('samples for a question', () => {
  it('are those that share its words, best first, without comments', async () => {
    const found = await finding().find(scope, 'orders by city this year', whole, options);
    expect(found).toEqual([
      { id: expect.any(String), question: 'orders by city', sql: expect.not.stringContaining('--') },
      { id: expect.any(String), question: 'how many orders', sql: 'SELECT count(*) FROM orders' },
    ]);
    expect((await book().list(scope)).map(({ id }) => id)).toEqual(expect.arrayContaining(found.map(({ id }) => id)));
    expect(await finding().find(scope, 'orders', whole, { ...options, limit: 1 })).toHaveLength(1);
    expect(await finding().find(scope, 'zebra', whole, options)).toEqual([]);
  });

  it("are the tenant's own too, once they are approved, from the next question on", async () => {
    const finder = finding();
    const found = async (tenant = 'acme') =>
      (await finder.find({ ...scope, tenant }, 'orders above 5', whole, options)).map(({ question }) => question);
    await put({ status: 'pending' });
    expect(await found()).not.toContain('orders above 5');
    await put({});
    expect((await found())[0]).toBe('orders above 5');
    expect(await found('evil')).not.toContain('orders above 5');
  });

  it('retire when they do not fit the model, found or not, and come back when they do', async () => {
    const onRetired = jest.fn();
    await put({ question: 'amounts of a place', sql: "SELECT sum(1) FROM orders WHERE city = 'x'" });
    const finder = finding({ onRetired });
    expect((await finder.find(scope, 'orders by city', poorer, options)).map(({ question }) => question)).toEqual([
      'how many orders',
    ]);
    await finder.settled();
    expect(await statuses()).toEqual([
      'amounts of a place: retired',
      'how many customers: approved',
      'how many orders: approved',
      'orders by city: retired',
    ]);
    expect(onRetired).toHaveBeenCalledTimes(2);
    await finder.find(scope, 'orders by city', poorer, options);
    await finder.settled();
    expect(onRetired).toHaveBeenCalledTimes(2);
    expect((await finder.find(scope, 'orders by city', whole, options))[0]?.question).toBe('orders by city');
    await finder.settled();
    expect((await statuses()).filter((text) => text.endsWith('retired'))).toEqual([]);
  });

  it('are checked again when their text changes', async () => {
    await finding().find(scope, 'orders by city', poorer, options);
    const corrected = [{ question: 'orders by city', sql: 'SELECT count(*) FROM orders' }];
    expect(await finding({ book: book(corrected) }).find(scope, 'orders by city', poorer, options)).toHaveLength(1);
  });

  it('are never statements that write, several, or out of the model', async () => {
    const hostile = [
      'DELETE FROM orders',
      'SELECT 1; SELECT 2',
      'SELECT * FROM pg_shadow',
      'SELECT pg_sleep(9)',
      'not SQL',
    ].map((sql) => ({ question: 'how many orders', sql }));
    expect(await finding({ book: book(hostile) }).find(scope, 'how many orders', whole, options)).toEqual([]);
  });

  describe('by meaning', () => {
    let embedder: Embedder;
    beforeAll(() => void (embedder = openLocalEmbedder()));
    afterAll(() => embedder.close());
    const index = () =>
      openVectorIndex({}, { purpose: 'samples', embedder, redis, prefix: 'test', warn: () => undefined });
    const bound = (shared: ReturnType<typeof index>) => ({
      upsert: shared.upsert.bind(shared),
      search: shared.search.bind(shared),
      known: shared.known.bind(shared),
      remove: shared.remove.bind(shared),
      removeAll: shared.removeAll.bind(shared),
      scopes: shared.scopes.bind(shared),
      close: shared.close.bind(shared),
    });
    const question = '有多少客户';

    it('are found across languages, by shared vectors, if requested', async () => {
      const vectors = { index: index(), redis, prefix: 'test' };
      const [first, second] = [
        finding({ embedder, vectors, patienceMs: 10_000 }),
        finding({ embedder, vectors: { ...vectors, index: index() }, patienceMs: 10_000 }),
      ];
      const found = async (finder = first, byMeaning = true, where = scope) =>
        (await finder.find(where, question, whole, { limit: 3, byMeaning })).map((one) => one.question);
      expect(await found(first, false)).toEqual([]);
      await first.settled();
      expect((await found())[0]).toBe('how many customers');
      expect((await found(second))[0]).toBe('how many customers');
      await put({ question: 'customers in number' });
      await found();
      await first.settled();
      await store.change(scope, 's', () => null, null);
      await found();
      await first.settled();
      expect([...(await vectors.index.known(scope)).keys()].length).toBe(file.length);
      for (const one of [first, second]) await one.close();
    });

    it('are embedded again after their vectors were removed', async () => {
      const vectors = { index: index(), redis, prefix: 'test' };
      const finder = finding({ embedder, vectors, patienceMs: 10_000 });
      const found = async () => (await finder.find(scope, question, whole, options)).map((one) => one.question);
      await found();
      await finder.settled();
      expect(await found()).toContain('how many customers');
      await vectors.index.removeAll(scope);
      expect(await found()).toEqual([]);
      await finder.settled();
      expect(await found()).toContain('how many customers');
      await finder.close();
    });

    it('are read once, and not again until they change, whether or not the connection has a samples file', async () => {
      for (const samples of [[], file]) {
        const made = fresh(samples);
        const list = jest.spyOn(made, 'list');
        const finder = finding({
          book: made,
          embedder,
          vectors: { index: index(), redis, prefix: 'test' },
          patienceMs: 10_000,
        });
        await finder.find(scope, question, whole, options);
        await finder.settled();
        await finder.find(scope, question, whole, options);
        await finder.settled();
        expect(list).toHaveBeenCalledTimes(1);
        await finder.close();
      }
    });

    it('leave no vector of a sample that was erased while it was being embedded', async () => {
      await put({ question: 'customers of the secret project' });
      const shared = index();
      const upsert: typeof shared.upsert = async (...points) => {
        // Erases the tenant's data in store and index between computing and writing.
        if ((await store.list(scope)).length > 0) await redis.flushall();
        return shared.upsert(...points);
      };
      const finder = finding({
        embedder,
        vectors: { index: { ...bound(shared), upsert }, redis, prefix: 'test' },
        patienceMs: 10_000,
      });
      await finder.find(scope, 'customers', whole, options);
      await finder.settled();
      expect((await shared.known(scope)).has('s')).toBe(false);
      expect((await shared.known(scope)).size).toBe(file.length);
      await finder.close();
    });

    it('are embedded again after a pause, not for each question, if embedding fails', async () => {
      const shared = index();
      const attempts = jest.fn(shared.upsert);
      const upsert = attempts.mockRejectedValue(new VectorIndexUnavailable('full'));
      const now = jest.spyOn(performance, 'now').mockReturnValue(0);
      const finder = finding({
        embedder,
        vectors: { index: { ...bound(shared), upsert }, redis, prefix: 'test' },
        patienceMs: 10_000,
      });
      const found = async () => {
        const samples = await finder.find(scope, question, whole, options);
        await finder.settled();
        return samples.map((one) => one.question);
      };
      for (const _ of [1, 2, 3]) expect(await found()).toEqual([]);
      expect(attempts).toHaveBeenCalledTimes(1);
      await shared.upsert(scope, [{ id: 'half', vector: (await embedder.embed(['half']))[0] ?? new Float32Array() }]);
      now.mockReturnValue(29_999);
      await found();
      expect(attempts).toHaveBeenCalledTimes(1);
      attempts.mockImplementation(bound(shared).upsert);
      now.mockReturnValue(30_001);
      await found();
      expect(await found()).toContain('how many customers');
      expect(attempts).toHaveBeenCalledTimes(2);
      now.mockRestore();
      await finder.close();
    });

    it('are found by their words alone if the index is unavailable', async () => {
      const away = async () => Promise.reject(new VectorIndexUnavailable('down'));
      const onError = jest.fn();
      const vectors = { index: { ...index(), search: away, known: away }, redis, prefix: 'test' };
      const finder = finding({ embedder, vectors, patienceMs: 10_000, onError });
      expect((await finder.find(scope, 'how many customers', whole, options))[0]?.question).toBe('how many customers');
      await finder.settled();
      expect(onError).toHaveBeenCalledWith(expect.any(VectorIndexUnavailable));
      await finder.close();
    });
  });

  it('are moved slightly by their votes', async () => {
    await put({ id: 's', question: 'orders of the city', sql: "SELECT count(*) FROM orders WHERE city = 'x'" });
    await store.change(
      scope,
      't',
      () => ({
        id: 't',
        question: 'the city of orders',
        sql: 'SELECT max(amount) FROM orders',
        source: 'feedback',
        status: 'approved',
        createdAt: '2026-11-20T00:00:00.000Z',
        by: 'a',
      }),
      null,
    );
    const first = async (text: string) => (await finding().find(scope, text, whole, options))[0]?.id;
    const before = await first('orders, city');
    for (let i = 0; i < 20; i++) await store.vote(scope, { runId: `q${i}`, by: 'a', rating: 'down' }, [before ?? '']);
    expect(await first('orders, city')).not.toBe(before);
    expect((await finding().find(scope, 'orders, city', whole, options)).map(({ id }) => id)).toContain(before);
  });

  it('are no near duplicates, and have different structures if possible', async () => {
    const many = [
      { question: 'orders above 5', sql: "SELECT count(*) FROM orders WHERE city = '5'" },
      { question: 'orders above 6', sql: "SELECT count(*) FROM orders WHERE city = '6'" },
      { question: 'orders over 9', sql: "SELECT count(*) FROM orders WHERE city = '9'" },
      { question: 'most amount of orders', sql: 'SELECT max(amount) FROM orders' },
    ];
    const found = await finding({ book: book(many) }).find(scope, 'orders above 7', whole, { ...options, limit: 2 });
    expect(found.map(({ question }) => question)).toEqual(['orders above 5', 'most amount of orders']);
  });

  it('are not waited for once the caller aborts', async () => {
    await expect(
      finding().find(scope, 'orders', whole, { ...options, signal: AbortSignal.abort(new Error('enough')) }),
    ).rejects.toThrow('enough');
  });
});
