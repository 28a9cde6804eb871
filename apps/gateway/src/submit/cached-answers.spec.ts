import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exactEntryOf } from '@querent/cache';
import { isTerminal, type RunData } from '@querent/contracts';
import { startGateway, type GatewayUnderTest } from '../testing/gateway-under-test';

const question = { question: 'how many orders', connection: 'shop' };

describe('answering from the exact cache', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.stop());

  const post = (payload: object, headers: Record<string, string> = {}) =>
    gateway.request({ method: 'POST', url: '/v1/queries', payload, headers });
  const fill = async (body: object, understood: Partial<RunData> = {}) => {
    const run = await gateway.ask(body);
    await gateway.advance(
      run.id,
      { event: 'planned', stage: 'intent', patch: understood },
      {
        event: 'generated',
        stage: 'sql-generator',
        patch: { compiled: { sql: 'select count(*) as c1 from t_order_2024', params: [], columns: [], probes: [] } },
      },
    );
    const executing = await gateway.advance(run.id);
    const blob = await gateway.services.results.write(
      run.id,
      executing.version,
      Array.from({ length: 120 }, (_, n) => [n]),
    );
    const done = await gateway.advance(
      run.id,
      {
        event: 'executed',
        stage: 'executor',
        patch: {
          result: {
            blob,
            columns: [{ key: 'c1', label: 'orders', type: 'integer' }],
            output: [],
            rowCount: 120,
            truncated: false,
            skipped: [],
          },
        },
      },
      {
        event: 'presented',
        stage: 'chart',
        patch: {
          answer: { text: '120 orders', chartType: 'number', suggestions: [] },
          chart: { spec: { series: [] } },
        },
      },
    );
    const entry = exactEntryOf(
      done,
      await gateway.services.results.readPage(run.id, done.data.result ?? fail(), 0, 50),
    );
    if (done.data.cacheKey !== null && entry !== null)
      await gateway.services.cache.put('shop', done.data.cacheKey, entry);
    return done;
  };
  const fail = (): never => {
    throw new Error('no result');
  };

  it('answers without a job, with the rows, pages and chart of the computed run', async () => {
    const first = await fill({ question: 'how many orders were cached' });
    const response = await post({ ...question, question: 'How many orders were cached?' });
    expect(response.statusCode).toBe(202);
    const hit = response.json();
    expect(hit).toMatchObject({
      status: 'succeeded',
      cache: { level: 'l1', similarity: 1 },
      answer: { text: '120 orders' },
      result: { rowCount: 120 },
      steps: [{ seq: 1, kind: 'cache_hit' }],
    });
    expect(hit.id).not.toBe(first.id);
    expect(hit.result.rows).toHaveLength(50);
    expect((await gateway.request({ url: `/v1/queries/${hit.id}` })).json()).toEqual(hit);
    expect((await gateway.request({ url: `/v1/queries/${hit.id}/result?limit=1000` })).json().rows).toHaveLength(120);
    expect((await gateway.request({ url: `/v1/queries/${hit.id}/chart.svg` })).body).toMatch(/^<svg/);
    const jobs = await Promise.all(gateway.services.queues.map((queue) => queue.getJob(`${hit.id}-1-1`)));
    expect(jobs.every((job) => job === undefined)).toBe(true);
    expect(
      (await post({ ...question, question: 'how many orders were cached' }, { prefer: 'wait=5' })).statusCode,
    ).toBe(200);
    expect((await gateway.request({ url: '/metrics' })).body).toMatch(
      /querent_question_seconds_count\{service="gateway",outcome="succeeded",cache="l1",reader="none"\} 2/,
    );
  });

  it('does not answer from a deleted run: a cache may outlive the runs, as after a restore from a backup', async () => {
    const asked = { ...question, question: 'how many orders were restored' };
    const { redis, store } = gateway.services;
    const first = await fill(asked);
    await redis.unlink(
      store.keys.run(first.id),
      ...(first.data.result === null ? [] : [store.keys.blob(first.id, first.data.result.blob)]),
    );
    expect((await post(asked)).json()).toMatchObject({ status: 'queued', cache: { level: 'none' } });
  });

  it('resets a learned preference of the asker if the question contradicts it', async () => {
    const { habits } = gateway.services;
    const mine = { tenant: 'acme', keyName: 'alice', connection: 'shop' };
    await habits.record(mine, {
      id: 'r0/c1',
      choice: { key: 'metric:score', value: 'composite' },
      at: '2026-11-21T00:00:00.000Z',
      asked: { question: 'Which?', labels: {} },
    });
    await fill({ question: 'scores one by one' }, { settled: [{ key: 'metric:score', value: 'children' }] });
    expect((await post({ ...question, question: 'scores one by one' })).json()).toMatchObject({
      cache: { level: 'l1' },
    });
    expect((await habits.of(mine)).get('metric:score')?.choices.map(({ value }) => value)).toEqual([
      'composite',
      'children',
    ]);
  });

  it.each<[string, object]>([
    ['bypass is asked for', { cache: 'bypass' }],
    ['the question belongs to a conversation', { conversationId: 'c9' }],
    ['another language is asked for', { locale: 'zh' }],
    ['another day begins elsewhere', { timezone: 'Pacific/Kiritimati' }],
    ['other limits are asked for', { maxRows: 5 }],
    ['another agent answers', { agent: 'seller' }],
  ])('does not answer when %s', async (_, body) => {
    const words = `how many orders unless ${JSON.stringify(body)}`;
    await fill({ question: words, cache: 'use' });
    expect((await post({ ...question, question: words, ...body })).json()).toMatchObject({
      status: 'queued',
      cache: { level: 'none' },
    });
  });

  it('does not answer another tenant, nor after the model has changed', async () => {
    await fill({ question: 'how many orders then' });
    const eve = await gateway.request({
      method: 'POST',
      url: '/v1/queries',
      payload: { ...question, question: 'how many orders then' },
      as: 'eve',
    });
    expect(eve.json().status).toBe('queued');
    await gateway.services.cache.setVersion('shop', 'another');
    expect(isTerminal((await post({ ...question, question: 'how many orders then' })).json().status)).toBe(false);
  });

  it('counts a cached answer against the questions per minute, because its run and audit entry are stored', async () => {
    const asked = { ...question, question: 'how many orders a minute' };
    await fill(asked);
    await writeFile(join(gateway.configDir, 'tenants.yaml'), '- { name: acme, questionsPerMinute: 1 }\n');
    await gateway.services.catalog.reload();
    const runs = async (): Promise<number> =>
      (await gateway.request({ url: '/v1/queries?limit=100' })).json().runs.length;
    const before = await runs();
    const answers = [await post(asked), await post(asked), await post(asked), await post(asked)];
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    // A new minute may begin during the test.
    expect(refused.length).toBeGreaterThanOrEqual(2);
    expect(refused[0]?.json().code).toBe('too_many_requests');
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(await runs()).toBe(before + answers.length - refused.length);
  });
});
