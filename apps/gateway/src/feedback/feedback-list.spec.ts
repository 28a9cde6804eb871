import { snapshotOf, startGateway, type GatewayUnderTest, type KeyName } from '../testing/gateway-under-test';
import type { StoredFeedback } from './feedback-schemas';

describe('the list of ratings', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.stop());
  beforeEach(() => gateway.services.redis.flushall());

  const put = (n: number, over: Partial<StoredFeedback> = {}, tenant = 'acme', by = 'alice') =>
    gateway.services.feedback.put({ id: `q00000000${n}`, tenant }, by, {
      rating: 'up',
      comment: null,
      corrected: false,
      sample: null,
      at: new Date(Date.now() - 60_000 * (10 - n)).toISOString(),
      question: `question ${n}`,
      connection: 'shop',
      ...over,
    });
  const list = async (query = '', as: KeyName = 'root') => {
    const response = await gateway.request({ url: `/v1/feedback${query}`, as });
    expect(response.statusCode).toBe(200);
    return response.json<{ feedback: { runId: string; by: string }[]; nextCursor: string | null }>();
  };
  const runs = async (query = '', as?: KeyName): Promise<string[]> =>
    (await list(query, as)).feedback.map(({ runId }) => runId.slice(-1));

  it('has what was rated, with the question, the run and the corrected statement', async () => {
    const { id } = await gateway.ask({ question: 'how many in all', cache: 'bypass' });
    await gateway.services.snapshots.put('shop', snapshotOf('shop'));
    await gateway.advance(id, {
      event: 'failed',
      stage: 'intent',
      patch: { error: { code: 'query_failed', message: 'no', actions: [] } },
    });
    const payload = { rating: 'down', comment: 'wrong', correctedSql: 'select count(*) from t_order_2024' };
    await gateway.request({ method: 'POST', url: `/v1/queries/${id}/feedback`, payload });
    expect((await list()).feedback).toEqual([
      {
        runId: id,
        href: `/v1/queries/${id}`,
        by: 'alice',
        rating: 'down',
        comment: 'wrong',
        corrected: true,
        correctedSql: payload.correctedSql,
        sample: 'pending',
        at: expect.any(String),
        connection: 'shop',
        question: 'how many in all',
      },
    ]);
    const [without] = (await list('', 'chief')).feedback;
    expect(without).toMatchObject({ correctedSql: null, corrected: true, comment: 'wrong' });
    const own = (await gateway.request({ url: `/v1/queries/${id}/feedback` })).json();
    expect(Object.keys(own).sort()).toEqual(['at', 'comment', 'corrected', 'rating', 'sample']);
  });

  it('is that of the tenant, for administrators', async () => {
    await put(1);
    await put(2, {}, 'evil', 'eve');
    expect([await runs(), await runs('', 'eve')]).toEqual([['1'], ['2']]);
    for (const as of ['alice', 'ops'] as const)
      expect((await gateway.request({ url: '/v1/feedback', as })).statusCode).toBe(403);
  });

  it('is filtered by rating, connection and time', async () => {
    await put(1, { rating: 'down' });
    await put(2, { connection: 'hall' });
    await put(3);
    const since = encodeURIComponent(new Date(Date.now() - 60_000 * 8.5).toISOString());
    expect(
      await Promise.all(['', '?rating=down', '?connection=hall', `?since=${since}`].map((query) => runs(query))),
    ).toEqual([['3', '2', '1'], ['1'], ['2'], ['3', '2']]);
    for (const query of ['?rating=x', '?since=yesterday', '?since=2026-01-01', '?cursor=x', '?other=1'])
      expect((await gateway.request({ url: `/v1/feedback${query}`, as: 'root' })).statusCode).toBe(400);
  });

  it('comes in pages, also when ratings have the same time', async () => {
    const at = new Date().toISOString();
    for (let n = 1; n <= 5; n += 1) await put(n, { at });
    await put(5, { at }, 'acme', 'bob');
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page = await list(`?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
      seen.push(...page.feedback.map(({ runId, by }) => `${runId.slice(-1)} ${by}`));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(['5 bob', '5 alice', '4 alice', '3 alice', '2 alice', '1 alice']);
  });

  it('has the last rating of a key for a run', async () => {
    await put(1);
    await put(1, { rating: 'down', at: new Date().toISOString() });
    expect((await list()).feedback).toEqual([expect.objectContaining({ rating: 'down' })]);
  });

  it('leaves out ratings that were deleted, and has those of earlier versions without their question', async () => {
    await put(1);
    await put(2);
    await gateway.services.redis.del('querent:{feedback:q000000001}');
    const { redis } = gateway.services;
    const old = { rating: 'up', comment: null, corrected: false, sample: null, at: '2026-01-01T00:00:00.000Z' };
    await redis.hset('querent:{feedback:q000000002}', 'alice', JSON.stringify(old));
    expect((await list()).feedback).toEqual([
      expect.objectContaining({ runId: 'q000000002', question: null, connection: null, correctedSql: null }),
    ]);
  });
});
