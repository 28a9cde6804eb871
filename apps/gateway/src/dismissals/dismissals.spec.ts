import { startGateway, type GatewayUnderTest, type KeyName } from '../testing/gateway-under-test';
import type { StoredFeedback } from '../feedback/feedback-schemas';
import { dismissalId } from './dismissal-book';
import { MOST_DISMISSALS, type Dismissal, type DismissalBody, type StoredDismissal } from './dismissal-schemas';

const DAY_MS = 86_400_000;

describe('/v1/dismissals', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.stop());
  beforeEach(async () => {
    const { redis } = gateway.services;
    for (const key of [...(await redis.keys('*dismissals*')), ...(await redis.keys('*feedback*'))])
      await redis.del(key);
  });

  const dismiss = (payload: DismissalBody, as: KeyName = 'root') =>
    gateway.request({ method: 'POST', url: '/v1/dismissals', payload, as });
  const putBack = (id: string, as: KeyName = 'root') =>
    gateway.request({ method: 'DELETE', url: `/v1/dismissals/${id}`, as });
  const list = async (as: KeyName = 'root', query = ''): Promise<Dismissal[]> =>
    (await gateway.request({ url: `/v1/dismissals${query}`, as })).json().dismissals;
  const ttl = () => gateway.services.redis.pttl('querent:dismissals{dismissals:acme}:entries');
  const rate = async (more: Partial<StoredFeedback> = {}, tenant = 'acme', runId = 'q000000001') => {
    const at = new Date().toISOString();
    const rating = { rating: 'down', comment: null, corrected: false, sample: null, connection: 'shop', at } as const;
    await gateway.services.feedback.put({ id: runId, tenant }, 'alice', { ...rating, ...more });
    return { runId, rating: { by: 'alice', at: more.at ?? at } };
  };
  const failed = async (as: KeyName = 'alice'): Promise<string> => {
    const { id } = await gateway.ask({ cache: 'bypass' }, as);
    const error = { code: 'question_unsupported', message: 'no', actions: [] } as const;
    await gateway.advance(id, { event: 'failed', stage: 'intent', patch: { error: { ...error, actions: [] } } });
    return id;
  };
  const stored = (n: number): StoredDismissal => ({
    ...{ runId: `q${n}`, rating: null, connection: 'shop', dismissedBy: 'root' },
    dismissedAt: new Date(1_800_000_000_000 + n).toISOString(),
  });
  const fill = (count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, n) => gateway.services.dismissals.add('acme', stored(n), Date.now() + DAY_MS)),
    );

  it('keeps a dismissed rating and a dismissed question, for all administrators of the tenant', async () => {
    const rating = await rate();
    const runId = await failed();
    const first = await dismiss(rating);
    const second = await dismiss({ runId });
    expect([first.statusCode, second.statusCode]).toEqual([201, 201]);
    expect(first.json()).toEqual({
      id: dismissalId(rating),
      ...rating,
      connection: 'shop',
      dismissedBy: 'root',
      dismissedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(await list('chief')).toEqual(expect.arrayContaining([first.json(), second.json()]));
    expect(await list('eve')).toEqual([]);
    const [entries] = await gateway.services.redis.keys('*dismissals*entries');
    expect(JSON.stringify(await gateway.services.redis.hgetall(entries ?? ''))).not.toContain('how many');
  });

  it('keeps one dismissal of a rating, and another of the rating that replaces it', async () => {
    const rating = await rate();
    const [first, again] = [await dismiss(rating), await dismiss(rating, 'chief')];
    expect([again.statusCode, again.json()]).toEqual([200, first.json()]);
    const later = await rate({ at: new Date(Date.now() + 1).toISOString() });
    expect((await dismiss(rating)).statusCode).toBe(404);
    expect((await dismiss(later)).statusCode).toBe(201);
    expect(await list()).toHaveLength(2);
  });

  it('puts back, also if another administrator was first', async () => {
    const { id } = (await dismiss(await rate())).json();
    expect((await putBack(id, 'eve')).statusCode).toBe(204);
    expect(await list()).toHaveLength(1);
    for (const as of ['chief', 'root'] as const) expect((await putBack(id, as)).statusCode).toBe(204);
    expect([await list(), await gateway.services.redis.keys('*dismissals*')]).toEqual([[], []]);
  });

  it('loses nothing when administrators dismiss and put back at once', async () => {
    const ratings = await Promise.all(Array.from({ length: 40 }, (_, n) => rate({}, 'acme', `q0000001${n}`)));
    const made = await Promise.all(ratings.flatMap((one) => [dismiss(one, 'root'), dismiss(one, 'chief')]));
    expect(made.filter(({ statusCode }) => statusCode === 201)).toHaveLength(40);
    await Promise.all([
      ...ratings.slice(0, 20).map((one) => putBack(dismissalId(one))),
      ...ratings.slice(20).map((one) => dismiss(one, 'chief')),
    ]);
    expect((await list()).map(({ id }) => id).sort()).toEqual(ratings.slice(20).map(dismissalId).sort());
  });

  it('is kept as long as what is dismissed can be', async () => {
    await dismiss({ runId: await failed() });
    expect(await ttl()).toBeLessThanOrEqual(gateway.services.env.RUN_RETENTION_HOURS * 3_600_000);
    await dismiss(await rate());
    expect(await ttl()).toBeGreaterThan(89 * DAY_MS);
    await gateway.services.dismissals.add('acme', stored(1), Date.now() - 1);
    expect((await list()).map(({ runId }) => runId)).not.toContain('q1');
    await dismiss(await rate({}, 'acme', 'q000000009'));
    expect(await gateway.services.redis.hlen('querent:dismissals{dismissals:acme}:entries')).toBe(3);
  });

  it(`holds at most ${MOST_DISMISSALS} of a tenant`, async () => {
    await fill(MOST_DISMISSALS);
    const refused = await dismiss(await rate());
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'dismissals_full']);
    await putBack(dismissalId(stored(0)));
    expect((await dismiss(await rate())).statusCode).toBe(201);
  });

  it('comes in pages, newest first', async () => {
    await fill(5);
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const url = `/v1/dismissals?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`;
      const page: { dismissals: Dismissal[]; nextCursor: string | null } = (
        await gateway.request({ url, as: 'root' })
      ).json();
      seen.push(...page.dismissals.map(({ runId }) => runId));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(['q4', 'q3', 'q2', 'q1', 'q0']);
  });

  it('refuses what does not exist, what is of others, active runs, malformed bodies and other scopes', async () => {
    const ofEvil = await rate({}, 'evil', 'q000000002');
    const refused = await Promise.all([
      dismiss({ runId: 'q000000003' }),
      dismiss({ runId: 'q000000003', rating: { by: 'alice', at: new Date().toISOString() } }),
      dismiss(ofEvil),
      dismiss({ ...ofEvil, rating: { ...ofEvil.rating, by: '' } }),
      dismiss({ runId: await failed('eve') }),
      dismiss({ runId: (await gateway.ask({ cache: 'bypass' })).id }),
      dismiss({ runId: '' }),
      dismiss({ runId: 'x', question: 'y' } as DismissalBody),
      dismiss({ runId: 'x' }, 'alice'),
      dismiss({ runId: 'x' }, 'ops'),
      gateway.request({ url: '/v1/dismissals?cursor=x', as: 'root' }),
      gateway.request({ url: '/v1/dismissals', as: 'bob' }),
    ]);
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([
      404, 404, 404, 400, 404, 409, 400, 400, 403, 403, 400, 403,
    ]);
    expect(await list()).toEqual([]);
  });

  it('hides what concerns connections that the key excludes, and does not change it', async () => {
    const { secret } = (
      await gateway.request({
        method: 'POST',
        url: '/v1/keys',
        payload: { name: 'part-only', scopes: ['admin'], connections: ['shop'] },
        as: 'root',
      })
    ).json();
    const headers = { authorization: `Bearer ${secret}` };
    const rating = await rate({ connection: 'hall' });
    const { id } = (await dismiss(rating)).json();
    const asNarrow = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) =>
      gateway.request({ method, url, as: null, headers, ...(payload && { payload }) });
    expect((await asNarrow('GET', '/v1/dismissals')).json()).toEqual({ dismissals: [], nextCursor: null });
    expect((await asNarrow('POST', '/v1/dismissals', rating)).statusCode).toBe(404);
    expect((await asNarrow('DELETE', `/v1/dismissals/${id}`)).statusCode).toBe(204);
    expect(await list()).toHaveLength(1);
  });

  it('leaves out a dismissal that cannot be read', async () => {
    const { id } = (await dismiss(await rate())).json();
    await gateway.services.redis.hset('querent:dismissals{dismissals:acme}:entries', id, '{"runId":5}');
    expect(await list()).toEqual([]);
  });

  it('is in the audit trail', async () => {
    const since = new Date().toISOString();
    const { id } = (await dismiss(await rate())).json();
    await putBack(id);
    const { entries } = await gateway.services.audit.trail.read(
      { tenant: 'acme', kind: 'administered' },
      { limit: 1_000 },
    );
    expect(entries.filter(({ at, detail }) => at >= since && detail?.includes('/v1/dismissals'))).toMatchObject(
      ['POST /v1/dismissals', `DELETE /v1/dismissals/${id}`].map((detail) => ({
        ...{ key: 'root', connection: 'shop', runId: 'q000000001' },
        detail,
      })),
    );
  });

  it('is erased with the data of its tenant alone', async () => {
    await dismiss(await rate());
    await gateway.services.dismissals.add('evil', stored(1), Date.now() + DAY_MS);
    await gateway.request({ method: 'DELETE', url: '/v1/tenants/acme/data', payload: { confirm: 'acme' }, as: 'root' });
    expect([await list(), await list('eve')]).toMatchObject([[], [{ runId: 'q1' }]]);
  });
});
