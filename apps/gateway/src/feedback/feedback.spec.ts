import { entryId, exactEntryOf } from '@querent/cache';
import type { Run, RunData } from '@querent/contracts';
import { startGateway, type GatewayUnderTest, type KeyName } from '../testing/gateway-under-test';

const compiled = (sql: string, params: string[] = []): RunData['compiled'] => ({
  sql,
  params,
  columns: [],
  probes: [],
});
const counted = {
  compiled: compiled('SELECT count(order_no_pk) AS c1 FROM t_order_2024 WHERE order_no_pk > $1', ['5']),
};

describe('feedback', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway({ FEEDBACK_PER_MINUTE: '1000' });
  });
  afterAll(() => gateway.stop());
  beforeEach(async () => {
    for (const tenant of ['acme', 'evil'])
      for (const { id } of await gateway.services.sampleStore.list({ tenant, connection: 'shop' }))
        await gateway.services.sampleStore.change({ tenant, connection: 'shop' }, id, () => null, null);
  });

  const answered = async (
    patch: Partial<RunData> = counted,
    question = 'how many orders above five',
    as: KeyName = 'alice',
  ): Promise<Run> => {
    const { id } = await gateway.ask({ question }, as);
    const result = { blob: 'b', columns: [], output: [], rowCount: 0, truncated: false, skipped: [] };
    return gateway.advance(
      id,
      { event: 'planned', stage: 'intent' },
      { event: 'generated', stage: 'sql-generator', patch },
      { event: 'executed', stage: 'executor', patch: { result } },
      { event: 'presented', stage: 'chart' },
    );
  };
  const rate = (id: string, payload: object, as: KeyName = 'alice', headers = {}) =>
    gateway.request({ method: 'POST', url: `/v1/queries/${id}/feedback`, payload, as, headers });
  const samples = (tenant = 'acme') => gateway.services.sampleStore.list({ tenant, connection: 'shop' });

  it('makes a sample of an accepted answer, with inlined values, for its tenant', async () => {
    const run = await answered();
    const response = await rate(run.id, { rating: 'up', comment: 'right' });
    expect([response.statusCode, response.json()]).toEqual([
      200,
      { rating: 'up', comment: 'right', corrected: false, sample: 'approved', at: expect.any(String) },
    ]);
    expect(await samples()).toEqual([
      expect.objectContaining({
        question: 'how many orders above five',
        sql: "SELECT count(order_no_pk) AS c1 FROM t_order_2024 WHERE order_no_pk > '5'",
        status: 'approved',
        source: 'feedback',
        by: 'alice',
        comment: 'right',
      }),
    ]);
    expect(await samples('evil')).toEqual([]);
    expect((await gateway.request({ url: `/v1/queries/${run.id}/feedback` })).json()).toEqual(response.json());
  });

  it('keeps one rating per run and key: a later rating replaces an earlier one', async () => {
    const run = await answered();
    await rate(run.id, { rating: 'up' });
    await rate(run.id, { rating: 'up' });
    expect(await samples()).toHaveLength(1);
    expect((await rate(run.id, { rating: 'down' })).json()).toMatchObject({ rating: 'down', sample: null });
    expect(await samples()).toEqual([]);
    expect((await gateway.request({ url: `/v1/queries/${run.id}/feedback` })).json()).toMatchObject({ rating: 'down' });
  });

  it.each<[string, Partial<RunData>, string, 'approved' | 'pending' | null]>([
    ['without a statement', {}, 'how many orders', null],
    ['with doubts', { ...counted, doubts: [{ sign: 'empty_result', about: '' }] }, 'how many orders', 'pending'],
    [
      'of a question about its day, by fixed dates',
      { compiled: compiled('SELECT count(*) AS c1 FROM t_order_2024 WHERE order_no_pk > 5') },
      '去年有多少订单',
      null,
    ],
    [
      'of a question about its day that refining has fixed',
      { ...counted, refinedQuestion: 'the number of orders from 2025-01-01 to 2025-12-31' },
      'orders last year',
      null,
    ],
    [
      'of a question about its day, by a statement that counts from it',
      { compiled: compiled("SELECT count(*) AS c1 FROM t_order_2024 WHERE now() - interval '1 year' > '2020-01-01'") },
      'orders last year',
      'approved',
    ],
    [
      'of a follow-up question, read by a model',
      { ...counted, context: { runId: 'q0000000000', question: 'orders of May', query: null } },
      'and of June',
      null,
    ],
    [
      'whose statement the model does not know any more',
      { compiled: compiled('SELECT count(*) AS c1 FROM gone') },
      'how many orders',
      null,
    ],
  ])('makes only a safe sample of an accepted answer %s', async (_, patch, question, sample) => {
    const run = await answered(patch, question);
    expect((await rate(run.id, { rating: 'up' })).json()).toMatchObject({ rating: 'up', sample });
    expect((await samples()).map(({ status }) => status)).toEqual(sample === null ? [] : [sample]);
  });

  it('makes no approved sample of an agent’s answer, because the question does not mention its filters', async () => {
    const { id } = await gateway.ask({ question: 'how many orders', agent: 'seller' });
    const result = { blob: 'b', columns: [], output: [], rowCount: 0, truncated: false, skipped: [] };
    await gateway.advance(
      id,
      { event: 'planned', stage: 'intent' },
      { event: 'generated', stage: 'sql-generator', patch: counted },
      { event: 'executed', stage: 'executor', patch: { result } },
      { event: 'presented', stage: 'chart' },
    );
    expect((await rate(id, { rating: 'up' })).json()).toMatchObject({ sample: 'pending' });
  });

  it('votes for the samples in the prompt and for the equal sample, once per run and key; a sample rated as wrong awaits an administrator', async () => {
    const scope = { tenant: 'acme', connection: 'shop' };
    const put = (id: string) =>
      gateway.services.sampleStore.change(
        scope,
        id,
        () => ({
          id,
          question: `q ${id}`,
          sql: 'SELECT count(*) FROM t_order_2024',
          source: 'admin',
          status: 'approved',
          createdAt: '2026-11-21T00:00:00.000Z',
          by: 'root',
        }),
        null,
      );
    await put('shown');
    const seen = {
      retrieval: { tables: [], hints: [], samples: [{ question: 'q', sql: 's', id: 'shown' }] },
      ...counted,
    };
    const first = await answered(seen);
    expect((await rate(first.id, { rating: 'up' })).json()).toMatchObject({ sample: 'approved' });
    const second = await answered(seen);
    expect((await rate(second.id, { rating: 'up' })).json()).toMatchObject({ sample: 'approved' });
    const votes = async () =>
      new Map(
        (await gateway.services.samples.list(scope))
          .filter(({ source }) => source !== 'file')
          .map((one) => [one.id === 'shown' ? 'shown' : one.source, [one.status, one.votes]]),
      );
    expect((await samples()).length).toBe(2);
    expect(await votes()).toMatchObject(
      new Map([
        ['shown', ['approved', { up: 2, down: 0 }]],
        ['feedback', ['approved', { up: 2, down: 0 }]],
      ]),
    );
    await rate(second.id, { rating: 'down' });
    expect((await votes()).get('shown')).toEqual(['approved', { up: 1, down: 1 }]);
    expect((await votes()).get('feedback')).toEqual(['pending', { up: 1, down: 1 }]);
  });

  describe('a down rating of a shared answer', () => {
    const scope = { tenant: 'acme', audience: 'shop' };
    const sharing = { kind: 'words' as const, signature: 'sig', text: 'orders above five', entry: null };
    const asAlike = (score: number): Parameters<typeof gateway.services.statements.find>[2] => ({
      index: { search: async (_scope, _vector, { ids = [] }) => ids.map((id) => ({ id, score, payload: {} })) },
      embed: async () => Float32Array.of(1),
    });
    const stillShared = async (score = 1): Promise<boolean> =>
      (await gateway.services.statements.find(scope, sharing, asAlike(score))) !== null;

    /** A run answered by the exact cache, whose statement is also shared. */
    const borrowedAnswer = async (question: string, over: Partial<RunData> = {}): Promise<string> => {
      const index = {
        upsert: async () => undefined,
        remove: async () => undefined,
        known: async () => new Map<string, string>(),
      };
      const lender = await answered(
        { ...counted, answer: { text: '7', chartType: 'number', suggestions: [] }, sharing, ...over },
        question,
      );
      await gateway.services.statements.put(
        scope,
        sharing,
        {
          compiled: lender.data.compiled ?? { sql: '', params: [], columns: [], probes: [] },
          disclosures: null,
          runId: lender.id,
        },
        { index, vector: Float32Array.of(1), version: 'v1' },
      );
      const entry = exactEntryOf(lender, []);
      if (entry === null || lender.data.cacheKey === null) throw new Error('not cachable');
      await gateway.services.cache.put('shop', lender.data.cacheKey, entry);
      const hit = (await again(question)).json();
      expect([hit.status, hit.cache.level]).toEqual(['succeeded', 'l1']);
      return hit.id as string;
    };
    const again = (question: string) =>
      gateway.request({ method: 'POST', url: '/v1/queries', payload: { question, connection: 'shop' } });

    it('drops the cached answer, and reports a doubt about its shared statement', async () => {
      const id = await borrowedAnswer('orders above five, please');
      expect(await stillShared()).toBe(true);
      await rate(id, { rating: 'down' });
      expect(await stillShared()).toBe(false);
      expect((await again('orders above five, please')).json().status).toBe('queued');
    });

    it('raises the required similarity if the lender took the statement from another wording', async () => {
      const id = await borrowedAnswer('orders that are above five', {
        sharing: { ...sharing, entry: entryId(sharing) },
        cache: { level: 'l2', similarity: 0.96 },
      });
      await rate(id, { rating: 'down' });
      expect([await stillShared(), await stillShared(0.96)]).toEqual([true, false]);
    });

    it('keeps an answer rated up in the cache', async () => {
      const id = await borrowedAnswer('orders above the five');
      await rate(id, { rating: 'up' });
      expect([await stillShared(), (await again('orders above the five')).json().cache.level]).toEqual([true, 'l1']);
    });
  });

  describe('a rating with a corrected statement', () => {
    const correctedSql = 'select count(*) /* all of them */ from t_order_2024 -- every one';

    it('makes a pending sample without SQL comments', async () => {
      const run = await answered();
      expect((await rate(run.id, { rating: 'down', correctedSql })).json()).toMatchObject({
        corrected: true,
        sample: 'pending',
      });
      expect(await samples()).toEqual([
        expect.objectContaining({ sql: 'SELECT count(*) FROM t_order_2024', status: 'pending' }),
      ]);
    });

    it('keeps an approved sample while it is unchanged, and makes it pending again when it changes', async () => {
      const run = await answered();
      await rate(run.id, { rating: 'down', correctedSql });
      const [sample] = await samples();
      expect(
        (
          await gateway.request({
            method: 'POST',
            url: `/v1/connections/shop/samples/${sample?.id}/approve`,
            as: 'root',
          })
        ).json(),
      ).toMatchObject({ status: 'approved' });
      expect((await rate(run.id, { rating: 'down', correctedSql })).json()).toMatchObject({ sample: 'approved' });
      expect(
        (await rate(run.id, { rating: 'down', correctedSql: 'select max(order_no_pk) from t_order_2024' })).json(),
      ).toMatchObject({ sample: 'pending' });
    });

    it('needs the scope sql:read for a corrected statement', async () => {
      const run = await answered(counted, 'how many orders', 'bob');
      expect((await rate(run.id, { rating: 'down', correctedSql }, 'bob')).json()).toMatchObject({
        status: 403,
        code: 'forbidden',
      });
      expect((await rate(run.id, { rating: 'up' }, 'bob')).json()).toMatchObject({ sample: 'approved' });
    });

    it.each([
      ['DROP TABLE t_order_2024', '必须是只读取数据的查询'],
      ['select 1; select 2', '必须是一条语句'],
      ['selec 1', '不是有效的查询语句'],
      ['select secret from t_order_2024', '引用了该数据源中不存在的内容'],
      ['select * from pg_shadow', expect.any(String)],
      ['select pg_sleep(100)', '使用了不允许的功能'],
      ['select order_no_pk, count(*) from t_order_2024', '与数据模型不符，结果可能有误'],
    ])('refuses the corrected statement %s in business words', async (sql, message) => {
      const run = await answered();
      const response = await rate(run.id, { rating: 'down', correctedSql: sql }, 'alice', { 'accept-language': 'zh' });
      expect(response.json()).toMatchObject({
        status: 422,
        code: 'statement_unfit',
        errors: [{ path: 'correctedSql', message }],
      });
      expect(response.body).not.toMatch(/t_order|pg_|secret|syntax/i);
      expect(await samples()).toEqual([]);
    });
  });

  it('accepts ratings only of finished runs of the caller', async () => {
    const run = await answered();
    for (const as of ['bob', 'eve'] as const) expect((await rate(run.id, { rating: 'up' }, as)).statusCode).toBe(404);
    expect((await rate('q0000000000', { rating: 'up' })).statusCode).toBe(404);
    const waiting = await gateway.ask({ question: 'something else' });
    expect((await rate(waiting.id, { rating: 'up' })).json()).toMatchObject({ status: 409, code: 'run_not_finished' });
    expect((await gateway.request({ url: `/v1/queries/${run.id}/feedback` })).statusCode).toBe(404);
  });

  it.each([
    {},
    { rating: 'sideways' },
    { rating: 'up', comment: 'x'.repeat(2001) },
    { rating: 'up', sql: 'select 1' },
    { rating: 'down', correctedSql: 'x'.repeat(9000) },
  ])('refuses the body %j', async (body) => {
    const run = await answered();
    expect((await rate(run.id, body)).json()).toMatchObject({ status: 400, code: 'bad_request' });
  });
});

it('limits the ratings of each key per minute', async () => {
  const gateway = await startGateway({ FEEDBACK_PER_MINUTE: '1' });
  const run = await gateway.ask();
  await gateway.advance(run.id, {
    event: 'failed',
    stage: 'intent',
    patch: { error: { code: 'query_failed', message: 'no', actions: [] } },
  });
  const rate = () =>
    gateway.request({ method: 'POST', url: `/v1/queries/${run.id}/feedback`, payload: { rating: 'down' } });
  // At least two of three fall into one minute.
  const responses = [await rate(), await rate(), await rate()];
  const refused = responses.find(({ statusCode }) => statusCode === 429);
  expect(responses[0]?.statusCode).toBe(200);
  expect([refused?.json().code, Number(refused?.headers['retry-after']) > 0]).toEqual(['too_many_requests', true]);
  await gateway.stop();
});
