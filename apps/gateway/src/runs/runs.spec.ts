import { emptyRunData, runError, type ErrorCode, type Run, type RunData } from '@querent/contracts';
import { columnsFor } from '../results/opaque-columns';
import { borrowed } from '@querent/cache';
import { resultHome } from '../results/result-home';
import { pause, startGateway, type GatewayUnderTest, type KeyName } from '../testing/gateway-under-test';
import { runView } from './run-view';

/** Texts that need `sql:read`, in every member of a run that can hold them. */
const secrets = ['t_order_2024', 'order_no_pk', 'select count', 'duplicate key value', 'pg_catalog', 'sum_t_order'];
const secretData: Partial<RunData> = {
  mode: 'full',
  intent: {
    type: 'query',
    confidence: 1,
    keywords: ['orders'],
    metrics: [{ id: 'sum_t_order_2024_order_no_pk', label: 'orders', level: 1 }],
    strategy: 'summary',
  },
  semanticQuery: {
    subject: { kind: 'table', name: 't_order_2024' },
    strategy: 'summary',
    measures: [],
    dimensions: [],
    select: [{ table: 't_order_2024', column: 'order_no_pk' }],
    distinct: false,
    filters: [],
    having: [],
    compare: null,
    near: null,
    order: [],
    limit: null,
    limitPer: null,
  },
  retrieval: {
    tables: ['t_order_2024'],
    samples: [{ question: 'q', sql: 'select count(*) from t_order_2024' }],
    hints: [{ word: 'order', table: 't_order_2024', column: 'order_no_pk', value: '1' }],
  },
  compiled: {
    sql: 'select count(order_no_pk) as c1 from t_order_2024 where x = $1',
    params: ["it's"],
    columns: [],
    probes: [],
  },
  attempts: [
    {
      n: 1,
      sql: 'select count(*) from t_order_2024',
      error: 'duplicate key value violates pg_catalog',
      at: '2026-01-01T00:00:00.000Z',
    },
  ],
  ambiguity: {
    trigger: 'ambiguous_term',
    key: 'term:t_order_2024',
    question: 'Which?',
    options: [{ id: 'o1', label: 'a', value: 't_order_2024.order_no_pk', aliases: [] }],
    allowText: true,
  },
  choices: [{ key: 'term:x', value: 't_order_2024.order_no_pk' }],
  technicalError: 'duplicate key value violates pg_catalog',
  modelVersion: 'v',
};

describe('a run', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.stop());

  const get = (id: string, as: KeyName = 'alice', headers: Record<string, string> = {}) =>
    gateway.request({ url: `/v1/queries/${id}`, as, headers });
  const failing = async (as: KeyName): Promise<Run> => {
    const run = await gateway.ask({}, as);
    return gateway.advance(
      run.id,
      {
        event: 'unplanned',
        stage: 'intent',
        patch: secretData,
        steps: [{ kind: 'understood', message: 'You ask for the number of orders.' }],
      },
      {
        event: 'failed',
        stage: 'schema-retrieval',
        patch: { error: { code: 'query_failed', message: 'The query did not succeed.', actions: [] } },
      },
    );
  };

  it('shows SQL, attempts and physical names only to a key with sql:read', async () => {
    const bobs = await failing('bob');
    const events = await gateway.request({ url: `/v1/queries/${bobs.id}/events`, as: 'bob' });
    const list = await gateway.request({ url: '/v1/queries?limit=100', as: 'bob' });
    for (const { body } of [await get(bobs.id, 'bob'), events, list]) {
      expect(body).toContain('how many orders');
      for (const secret of secrets) expect(body.toLowerCase()).not.toContain(secret);
    }
    const seen = (await get((await failing('alice')).id)).json();
    expect(seen.sql).toBe("select count(order_no_pk) as c1 from t_order_2024 where x = 'it''s'");
    expect(seen.attempts[0].error).toContain('duplicate key');
    expect((await get(bobs.id, 'bob')).json()).toMatchObject({
      sql: null,
      attempts: [{ n: 1 }],
      intent: { metrics: [{ id: 'orders' }] },
    });
  });

  it('has an ETag of its state and the caller’s scope, and answers 304 to it', async () => {
    const run = await gateway.ask();
    const first = await get(run.id);
    const tag = String(first.headers['etag']);
    expect(tag).toMatch(/^W\/"/);
    const same = await get(run.id, 'alice', { 'if-none-match': `"other", ${tag}` });
    expect([same.statusCode, same.body, same.headers['etag']]).toEqual([304, '', tag]);
    await gateway.services.store.claim(run.id, 1, 1000);
    const changed = await get(run.id, 'alice', { 'if-none-match': tag });
    expect([changed.statusCode, changed.json().status]).toEqual([200, 'understanding']);
    expect((await get(run.id, 'root')).headers['etag']).toBe(changed.headers['etag']);
    const bobs = await gateway.ask({}, 'bob');
    expect((await get(bobs.id, 'bob')).headers['etag']).not.toBe((await get(bobs.id, 'root')).headers['etag']);
  });

  it("answers 404 to another key, to another tenant's administrator, and for an invalid id", async () => {
    const run = await gateway.ask();
    for (const as of ['bob', 'eve'] as const) {
      for (const [method, path] of [
        ['GET', ''],
        ['GET', '/events'],
        ['GET', '/result'],
        ['GET', '/chart.svg'],
        ['POST', '/cancel'],
        ['POST', '/clarification'],
      ] as const) {
        const response = await gateway.request({
          method,
          url: `/v1/queries/${run.id}${path}`,
          as,
          ...(method === 'POST' ? { payload: { clarificationId: 'c', text: 't' } } : {}),
        });
        expect(response.json()).toMatchObject({ status: 404, code: 'not_found' });
      }
    }
    expect((await get(run.id, 'root')).statusCode).toBe(200);
    for (const odd of ['nope', 'x'.repeat(64), '%2e%2e', '%00', '*', 'a:b:c:d:e:f', encodeURIComponent('运行')])
      expect((await get(odd)).statusCode).toBe(404);
  });

  describe('the list of runs', () => {
    it('lists the key’s runs, newest first, by page, status and conversation', async () => {
      const ids: string[] = [];
      for (let n = 0; n < 5; n++) ids.unshift((await gateway.ask({ conversationId: 'talk' }, 'eve')).id);
      const page = async (query: string, as: KeyName = 'eve') =>
        (await gateway.request({ url: `/v1/queries?${query}`, as })).json();
      const first = await page('conversationId=talk&limit=2');
      const second = await page(`conversationId=talk&limit=2&cursor=${first.nextCursor}`);
      const third = await page(`conversationId=talk&limit=2&cursor=${second.nextCursor}`);
      expect([...first.runs, ...second.runs, ...third.runs].map(({ id }) => id)).toEqual(ids);
      expect(third.nextCursor).toBeNull();
      await gateway.request({ method: 'POST', url: `/v1/queries/${ids[0]}/cancel`, as: 'eve' });
      expect((await page('conversationId=talk&status=cancelled')).runs.map(({ id }: Run) => id)).toEqual([ids[0]]);
      expect((await page('status=&conversationId=&cursor=')).runs).toHaveLength(5);
      expect((await page('conversationId=talk', 'root')).runs).toEqual([]);
    });

    it("shows an administrator the tenant's runs, and others their own", async () => {
      const [alices, bobs] = [await gateway.ask({}, 'alice'), await gateway.ask({}, 'bob')];
      const idsOf = async (as: KeyName) =>
        (await gateway.request({ url: '/v1/queries?limit=100', as })).json().runs.map(({ id }: Run) => id);
      expect(await idsOf('root')).toEqual(expect.arrayContaining([alices.id, bobs.id]));
      expect(await idsOf('alice')).toContain(alices.id);
      expect(await idsOf('alice')).not.toContain(bobs.id);
    });

    it('lists the runs that ended with one of some errors', async () => {
      const fail = async (code: ErrorCode): Promise<string> => {
        const { id } = await gateway.ask({ cache: 'bypass' }, 'eve');
        await gateway.advance(id, { event: 'failed', stage: 'intent', patch: { error: runError(code, 'en') } });
        return id;
      };
      const [slow, away] = [await fail('query_timeout'), await fail('connection_unavailable')];
      const idsOf = async (query: string): Promise<string[]> =>
        (await gateway.request({ url: `/v1/queries?${query}`, as: 'eve' })).json().runs.map(({ id }: Run) => id);
      expect(await idsOf('code=query_timeout')).toEqual([slow]);
      expect(await idsOf('code=query_timeout,connection_unavailable&status=failed')).toEqual([away, slow]);
      expect(await idsOf('code=query_timeout&connection=hall')).toEqual([]);
      const refused = await gateway.request({ url: '/v1/queries?code=query_timeout,odd', as: 'eve' });
      expect(refused.json()).toMatchObject({ status: 400, errors: [{ path: 'code.1' }] });
    });

    it('lists the runs whose clarification never got an answer, with what was asked', async () => {
      const stop = async (as: KeyName): Promise<string> => {
        const { id } = await gateway.ask({ cache: 'bypass' }, as);
        await gateway.advance(id, { ...pause(), patch: { ...pause().patch, ...secretData } });
        await gateway.request({ method: 'POST', url: `/v1/queries/${id}/cancel`, as });
        return id;
      };
      const open = await gateway.ask({ cache: 'bypass' }, 'bob');
      await gateway.advance(open.id, pause());
      const [bobs, alices] = [await stop('bob'), await stop('alice')];
      const page = async (query: string, as: KeyName) => gateway.request({ url: `/v1/queries?limit=100${query}`, as });
      const stopped = await page('&clarification=unanswered', 'bob');
      const shown = { end: 'stopped', question: 'Which?', words: null, options: [{ label: 'a' }] };
      expect(stopped.json().runs).toMatchObject([{ id: bobs, unansweredClarification: shown }]);
      for (const secret of secrets) expect(stopped.body.toLowerCase()).not.toContain(secret);
      const all: { id: string; unansweredClarification: unknown }[] = (await page('', 'bob')).json().runs;
      expect(all.filter((run) => run.unansweredClarification !== null).map(({ id }) => id)).toEqual([bobs]);
      expect(all.map(({ id }) => id)).toContain(open.id);
      const ofTenant: Run[] = (await page('&clarification=unanswered', 'root')).json().runs;
      expect(ofTenant.map(({ id }) => id)).toEqual([alices, bobs]);
    });

    it.each([
      'clarification=open',
      'limit=0',
      'limit=101',
      'limit=ten',
      'limit=1&limit=2',
      'status=odd',
      'cursor=!!',
      'cursor=AAAA',
      'colour=red',
    ])('refuses ?%s', async (query) => {
      const response = await gateway.request({ url: `/v1/queries?${query}` });
      expect(response.json()).toMatchObject({ status: 400, errors: [{ path: query.split('=')[0] }] });
    });
  });

  describe('a run that awaits a clarification', () => {
    const reply = (id: string, payload: unknown, as: KeyName = 'alice') =>
      gateway.request({ method: 'POST', url: `/v1/queries/${id}/clarification`, payload: payload as object, as });
    const paused = async (over = {}) => gateway.advance((await gateway.ask()).id, pause('cl1', over));

    it('shows the clarification, and continues with an option or with words', async () => {
      for (const answer of [{ optionId: 'o2' }, { text: '就要综合评分' }]) {
        const run = await paused();
        expect((await get(run.id)).json().clarification).toMatchObject({
          id: 'cl1',
          options: [
            { id: 'o1', label: 'composite' },
            { id: 'o2', label: 'each' },
          ],
        });
        const response = await reply(run.id, { clarificationId: 'cl1', ...answer });
        expect(response.statusCode).toBe(202);
        expect(response.json()).toMatchObject({
          status: 'understanding',
          clarification: null,
          clarifications: [{ id: 'cl1', answer }],
        });
      }
    });

    it('accepts exactly one of many concurrent replies', async () => {
      const run = await paused();
      const responses = await Promise.all(
        Array.from({ length: 12 }, (_, n) => reply(run.id, { clarificationId: 'cl1', optionId: n % 2 ? 'o1' : 'o2' })),
      );
      expect(responses.filter(({ statusCode }) => statusCode === 202)).toHaveLength(1);
      expect(responses.filter(({ statusCode }) => statusCode === 409)).toHaveLength(11);
      expect(responses.find(({ statusCode }) => statusCode === 409)?.json().code).toBe('clarification_not_awaited');
    });

    it('refuses an unknown option, and words if only options are offered', async () => {
      const run = await paused();
      expect((await reply(run.id, { clarificationId: 'cl1', optionId: 'o9' })).json()).toMatchObject({
        status: 422,
        code: 'option_unknown',
      });
      const closed = await paused({ allowText: false });
      expect((await reply(closed.id, { clarificationId: 'cl1', text: 'each' })).json()).toMatchObject({
        status: 422,
        code: 'option_unknown',
      });
      expect((await reply(closed.id, { clarificationId: 'cl1', optionId: 'o1' })).statusCode).toBe(202);
    });

    it('refuses a reply to an answered pause, after the deadline, and after a cancellation', async () => {
      const run = await paused();
      const late = await paused({ expiresAt: new Date(Date.now() - 1).toISOString() });
      expect((await reply(late.id, { clarificationId: 'cl1', optionId: 'o1' })).statusCode).toBe(409);
      await gateway.request({ method: 'POST', url: `/v1/queries/${run.id}/cancel` });
      expect((await reply(run.id, { clarificationId: 'cl1', optionId: 'o1' })).statusCode).toBe(409);
      const again = await paused();
      await reply(again.id, { clarificationId: 'cl1', optionId: 'o1' });
      await gateway.advance(again.id, pause('cl2'));
      expect((await reply(again.id, { clarificationId: 'cl1', optionId: 'o1' })).json()).toMatchObject({
        status: 409,
        code: 'clarification_not_awaited',
      });
    });

    it('refuses a reply to a clarification that the run has never asked, whatever its state', async () => {
      const ended = await paused();
      await gateway.request({ method: 'POST', url: `/v1/queries/${ended.id}/cancel` });
      for (const run of [await gateway.ask(), await paused(), ended])
        expect((await reply(run.id, { clarificationId: 'cl0', optionId: 'o1' })).json()).toMatchObject({
          status: 422,
          code: 'clarification_unknown',
        });
    });

    it.each([
      [{}],
      [{ clarificationId: 'cl1' }],
      [{ clarificationId: 'cl1', optionId: 'o1', text: 'x' }],
      [{ clarificationId: 'cl1', text: '' }],
      [{ clarificationId: 'cl1', text: 'x'.repeat(2001) }],
      [[]],
      ['x'],
    ])('refuses the body %j', async (body) =>
      expect((await reply((await paused()).id, body)).statusCode).toBeGreaterThanOrEqual(400),
    );
  });

  it('is cancelled once; cancelling it again changes nothing', async () => {
    const run = await gateway.ask();
    const cancel = (options = {}) =>
      gateway.request({ method: 'POST', url: `/v1/queries/${run.id}/cancel`, ...options });
    const first = await cancel();
    expect([first.statusCode, first.json().status]).toEqual([202, 'cancelled']);
    const again = await cancel({ payload: {} });
    expect([again.statusCode, again.json()]).toEqual([202, first.json()]);
  });

  it('reports a cancellation only after it is durable', async () => {
    const run = await gateway.ask();
    const lasts = jest
      .spyOn(gateway.services.store, 'waitUntilDurable')
      .mockRejectedValueOnce(new Error('NOTDURABLE 0 of 1 replicas'));
    const statuses = [];
    for (let tries = 0; tries < 2; tries++)
      statuses.push((await gateway.request({ method: 'POST', url: `/v1/queries/${run.id}/cancel` })).statusCode);
    expect(statuses).toEqual([503, 202]);
    lasts.mockRestore();
  });
});

describe('the view of a run', () => {
  const runOf = (data: Partial<Run['data']>, status: Run['status'] = 'succeeded'): Run => ({
    id: 'q1',
    tenant: 't',
    keyName: 'k',
    version: 1,
    status,
    createdAt: '',
    updatedAt: '',
    finishedAt: null,
    traceparent: '',
    request: {
      question: 'q',
      connection: 'c',
      locale: 'en',
      timezone: 'UTC',
      today: '',
      conversationId: null,
      agent: null,
      mode: 'auto',
      cache: 'use',
      maxRows: null,
      callbackUrl: null,
    },
    data: { ...emptyRunData(), ...data },
  });

  it('never shows more than the first 50 rows', () => {
    const run = runOf({
      result: { blob: 'rows.3', columns: [], output: [], rowCount: 60, truncated: true, skipped: [] },
    });
    const view = runView(run, { rows: Array.from({ length: 60 }, (_, n) => [n]), steps: [], sqlRead: false });
    expect(view.result).toMatchObject({ rowCount: 60, truncated: true, href: '/v1/queries/q1/result' });
    expect(view.result?.rows).toHaveLength(50);
  });

  it('has the assumptions of an answer, but none of a clarification that is shown as the answer', () => {
    const answer = { text: 'There are 7 orders.', chartType: 'number' as const, suggestions: [] };
    const shown = (status?: Run['status']): unknown =>
      runView(runOf({ answer, disclosures: ['All dates'] }, status), { rows: [], steps: [], sqlRead: false }).answer;
    expect(shown()).toEqual({ ...answer, assumptions: ['All dates'] });
    expect(shown('awaiting_clarification')).toEqual({ ...answer, assumptions: [] });
    expect(runView(runOf({}), { rows: [], steps: [], sqlRead: false }).answer).toBeNull();
  });

  it('names columns by position without sql:read', () => {
    const columns = [{ key: 'order_no_pk', label: 'order number', type: 'integer' as const }];
    expect(columnsFor(columns, false)).toEqual([{ key: 'c1', label: 'order number', type: 'integer' }]);
    expect(columnsFor(columns, true)).toBe(columns);
  });

  it('finds a borrowed result at the run that computed it, even if it is borrowed again', () => {
    const ref = { blob: 'rows.3', columns: [], output: [], rowCount: 1, truncated: false, skipped: [] };
    const once = borrowed(ref, 'qfirst');
    expect(borrowed(once, 'qsecond')).toEqual(once);
    const homeOf = (result: typeof once): unknown => {
      const mine = { id: 'qmine', tenant: 'acme', createdAt: '2026-11-29T00:00:00.000Z' };
      const { reader, ...home } = resultHome({ ...mine, data: { ...emptyRunData(), result } });
      expect(reader).toMatchObject(mine);
      return home;
    };
    expect(homeOf(once)).toEqual({ runId: 'qfirst', ref });
    expect(homeOf(ref)).toEqual({ runId: 'qmine', ref });
  });
});
