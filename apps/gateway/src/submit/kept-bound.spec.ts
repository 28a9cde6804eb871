import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exactEntryOf } from '@querent/cache';
import type { Run } from '@querent/contracts';
import { Conversations } from '@querent/memory';
import { waitFor } from '@querent/testing';
import { pause, startGateway, type GatewayUnderTest, type KeyName } from '../testing/gateway-under-test';

const MEGABYTE = 1024 * 1024;

interface Asking {
  as?: KeyName;
  rows?: number;
  more?: object;
}

describe('the memory limit of a tenant’s finished runs', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway({ KEPT_MB_PER_TENANT: '1', QUESTIONS_PER_MINUTE: '1000000' });
  });
  afterAll(() => gateway.stop());

  const post = (question: string, as: KeyName = 'alice', more: object = {}, headers: Record<string, string> = {}) =>
    gateway.request({
      method: 'POST',
      url: '/v1/queries',
      payload: { question, connection: 'shop', ...more },
      as,
      headers,
    });
  const run = (id: string, as: KeyName = 'alice') => gateway.request({ url: `/v1/queries/${id}`, as });
  const runKeys = async (): Promise<number> => (await gateway.services.redis.keys('querent:{r*}:run:*')).length;
  const used = async (): Promise<number> =>
    Number(/used_memory:(\d+)/.exec(await gateway.services.redis.info('memory'))?.[1]);

  /** A computed question with this many rows, so that the cache answers it from now on. */
  async function answered(question: string, { as = 'alice', rows = 60, more = {} }: Asking = {}): Promise<Run> {
    const { services } = gateway;
    const { id } = await gateway.ask({ question, ...more }, as);
    await gateway.advance(
      id,
      { event: 'planned', stage: 'intent' },
      {
        event: 'generated',
        stage: 'sql-generator',
        patch: { compiled: { sql: 'select 1', params: [], columns: [], probes: [] } },
      },
    );
    const executing = await gateway.advance(id);
    const blob = await services.results.write(
      id,
      executing.version,
      Array.from({ length: rows }, (_, n) => [Math.sin(n) * 1e15]),
    );
    const result = {
      blob,
      columns: [{ key: 'c1', label: 'orders', type: 'integer' as const }],
      output: [],
      rowCount: rows,
      truncated: false,
      skipped: [],
    };
    const done = await gateway.advance(
      id,
      { event: 'executed', stage: 'executor', patch: { result } },
      {
        event: 'presented',
        stage: 'chart',
        patch: { answer: { text: 'orders', chartType: 'number', suggestions: [] } },
      },
    );
    const entry = exactEntryOf(done, await services.results.readPage(id, result, 0, 50));
    if (done.data.cacheKey !== null && entry !== null) await services.cache.put('shop', done.data.cacheKey, entry);
    return done;
  }

  it('holds for endless cached questions: deletes the oldest runs, but none of other tenants, in progress or waiting', async () => {
    const theirs = await answered('how many orders has eve', { as: 'eve' });
    const [paused, queued] = [
      await gateway.ask({ question: 'how many orders with a score' }),
      await gateway.ask({ question: 'how many orders wait' }),
    ];
    await gateway.advance(paused.id, pause());
    const lender = await answered('how many orders');
    const ids: string[] = [];
    const ask = async (times: number): Promise<void> => {
      for (let n = 0; n < times; n += 20) {
        const answers = await Promise.all(
          Array.from({ length: 20 }, () => post('how many orders', 'alice', {}, { prefer: 'wait=5' })),
        );
        expect(new Set(answers.map((response) => `${response.statusCode} ${response.json().cache.level}`))).toEqual(
          new Set(['200 l1']),
        );
        ids.push(...answers.map((response) => response.json().id));
      }
    };
    await ask(500);
    const [keysThen, memoryThen] = [await runKeys(), await used()];
    expect(await gateway.services.store.kept.bytesOf('acme')).toBeLessThanOrEqual(MEGABYTE + 100_000);
    await ask(400);
    expect(await runKeys()).toBeLessThanOrEqual(keysThen);
    // The audit trail has a separate limit; 400 entries take 0.2 MB.
    expect((await used()) - memoryThen).toBeLessThan(MEGABYTE / 2);

    expect((await run(String(ids[0]))).statusCode).toBe(404);
    expect((await run(String(ids.at(-1)))).json()).toMatchObject({ status: 'succeeded', result: { rowCount: 60 } });
    // The first computed run stores the answer, and expires after the runs that borrow it.
    expect((await run(lender.id)).json()).toMatchObject({ status: 'succeeded' });
    expect((await run(paused.id)).json()).toMatchObject({ status: 'awaiting_clarification' });
    expect((await run(queued.id)).json()).toMatchObject({ status: 'queued' });
    expect((await run(theirs.id, 'eve')).json()).toMatchObject({ status: 'succeeded', result: { rowCount: 60 } });
    const audit = (await gateway.request({ url: '/v1/audit?limit=100', as: 'eve' })).json();
    expect(audit.entries.some(({ runId }: { runId?: string }) => runId === theirs.id)).toBe(true);
    const listed = (await gateway.request({ url: '/v1/queries?limit=100' })).json();
    expect(listed.runs.map(({ id }: { id: string }) => id)).toContain(ids.at(-1));
    const held = await Promise.all(
      gateway.services.store.keys.allLists('acme').map((list) => gateway.services.redis.zcard(list)),
    );
    expect(held.reduce((sum, count) => sum + count, 0)).toBeLessThan(400);
    const usage = (await gateway.request({ url: '/v1/usage', as: 'root' })).json();
    expect(usage.kept.most).toBe(MEGABYTE);
    expect(usage.kept.bytes).toBeGreaterThan(MEGABYTE / 2);
    expect((await gateway.request({ url: '/metrics' })).body).toMatch(/querent_runs_dropped_total\S* [1-9]/);
  });

  it('counts a run with its blobs, and deletes them and its conversation with it', async () => {
    const { redis, store } = gateway.services;
    const large = await answered('how many orders at large', {
      as: 'eve',
      rows: 40_000,
      more: { conversationId: 'c1' },
    });
    expect(await store.kept.bytesOf('evil')).toBeGreaterThan(200_000);
    const [me, conversations] = [
      { tenant: 'evil', keyName: 'eve', connection: 'shop' },
      new Conversations(redis, { prefix: 'querent', lifeMs: 60_000, warn: () => undefined }),
    ];
    await conversations.remember(large);
    expect((await conversations.last(me, 'c1'))?.runId).toBe(large.id);
    for (let n = 0; n < 4; n++) await answered(`how many orders ${n}`, { as: 'eve', rows: 40_000 });
    await waitFor(async () => {
      await post('how many orders 3', 'eve');
      return (await store.get(large.id)) === null;
    });
    expect(await redis.keys(`querent:*${large.id}*`)).toEqual([]);
    expect(await conversations.last(me, 'c1')).toBeNull();
  });

  it('no longer lends the answer of a deleted run, even if a gateway remembers it', async () => {
    const asked = 'how many orders were lent';
    const lender = await answered(asked, { as: 'eve' });
    expect((await post(asked, 'eve')).json().cache.level).toBe('l1');
    // It would expire last, because every borrower extends its retention.
    await gateway.services.store.kept.prolong(lender, Date.now() + 3_600_000);
    for (let n = 10; n < 16; n++) await answered(`how many orders ${n}`, { as: 'eve', rows: 40_000 });
    expect(await gateway.services.store.get(lender.id)).toBeNull();
    expect((await post(asked, 'eve')).json()).toMatchObject({ status: 'queued', cache: { level: 'none' } });
  });

  it('uses the limit of the tenants file', async () => {
    await writeFile(join(gateway.configDir, 'tenants.yaml'), '- { name: acme, keptMegabytes: 3 }\n');
    await gateway.services.catalog.reload();
    expect((await gateway.request({ url: '/v1/usage', as: 'root' })).json().kept.most).toBe(3 * MEGABYTE);
  });
});

describe('refused questions', () => {
  it('leaves no key in Redis for a refused question, not even its claimed Idempotency-Key', async () => {
    const gateway = await startGateway({ QUESTIONS_PER_MINUTE: '2' });
    try {
      const post = (key: string) =>
        gateway.request({
          method: 'POST',
          url: '/v1/queries',
          payload: { question: 'how many orders', connection: 'shop' },
          headers: { 'idempotency-key': key },
        });
      const answers = [];
      for (let n = 0; n < 9; n++) answers.push((await post(`k${n}`)).statusCode);
      expect(answers.filter((status) => status === 429).length).toBeGreaterThanOrEqual(5);
      expect((await gateway.services.redis.keys('*:idempotency:*')).length).toBe(
        answers.filter((status) => status === 202).length,
      );
    } finally {
      await gateway.stop();
    }
  });
});
