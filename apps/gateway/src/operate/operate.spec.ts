import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { backgroundJobs, jobs } from '@querent/contracts';
import { pause, snapshotOf, startGateway, type GatewayUnderTest, type KeyName } from '../testing/gateway-under-test';
import { exactKey, type ExactEntry } from '@querent/cache';
import { createRedis } from '@querent/platform';
import { failExhausted } from '@querent/saga';
import { startRedis, waitFor } from '@querent/testing';

const basic = (password: string): { authorization: string } => ({
  authorization: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`,
});

const queueCount = new Set(Object.values({ ...jobs, ...backgroundJobs }).map(({ queue }) => queue)).size;

describe('administration', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.stop());
  const get = (url: string, as: KeyName = 'root', headers = {}) => gateway.request({ url, as, headers });

  it('lists for every key the connections it may ask, in its language', async () => {
    const names = async (as: 'root' | 'bob' | 'narrow' | 'eve') =>
      (await get('/v1/connections', as)).json().connections.map(({ name }: { name: string }) => name);
    expect(await names('bob')).toEqual(['down', 'fresh', 'hall', 'shop']);
    expect(await names('narrow')).toEqual(['hall']);
    expect(await names('eve')).toEqual(['down', 'fresh', 'shop']);
    const shop = async (language: string) =>
      (await get('/v1/connections', 'bob', { 'accept-language': language }))
        .json()
        .connections.find(({ name }: { name: string }) => name === 'shop');
    expect(await shop('zh-CN')).toEqual({ name: 'shop', label: '商城', status: 'ready', examples: ['有多少订单'] });
    expect(await shop('en')).toEqual({ name: 'shop', label: 'shop', status: 'ready', examples: ['how many orders'] });
    expect((await get('/v1/connections', 'bob')).json().connections).toMatchObject([
      { name: 'down', status: 'unavailable' },
      { name: 'fresh', status: 'preparing' },
      { name: 'hall' },
      { name: 'shop' },
    ]);
  });

  it('shows operators and administrators the details of a connection, but no address or password', async () => {
    const detail = await get('/v1/connections/shop', 'opsSql');
    expect(detail.json()).toMatchObject({ name: 'shop', schema: 'public', status: { state: 'ready' }, problems: [] });
    for (const path of ['', '/schema', '/model', '/samples']) {
      const { statusCode, body } = await get(`/v1/connections/shop${path}`, path === '' ? 'opsSql' : 'root');
      expect(statusCode).toBe(200);
      expect(body).not.toMatch(/secret|postgres:/);
    }
    expect((await get('/v1/connections/shop/schema')).json().tables[0].name).toBe('t_order_2024');
    expect((await get('/v1/connections/shop/model')).json()).toMatchObject({
      model: { connection: 'shop' },
      problems: [],
    });
    expect((await get('/v1/connections/shop/samples')).json().samples).toHaveLength(1);
  });

  it.each([
    '/v1/connections/nowhere',
    '/v1/connections/nowhere/model',
    '/v1/connections/down/schema',
    '/v1/connections/down/model',
    '/v1/agents/nobody',
  ])('answers 404 at %s', async (url) => {
    expect((await get(url, url === '/v1/connections/nowhere' ? 'ops' : 'root')).statusCode).toBe(404);
  });

  it("shows another tenant's connection to an operator, but not to an administrator", async () => {
    expect([
      (await get('/v1/connections/hall/schema', 'eve')).statusCode,
      (await get('/v1/connections/hall', 'ops')).statusCode,
    ]).toEqual([404, 200]);
  });

  it('asks the executors to read a schema again', async () => {
    const subscriber = createRedis(gateway.redis.url, 'subscriber');
    const asked: string[] = [];
    await gateway.services.snapshots.onRefreshRequest(subscriber, (name) => asked.push(name));
    const response = await gateway.request({ method: 'POST', url: '/v1/connections/shop/refresh', as: 'ops' });
    expect([response.statusCode, response.json().state]).toEqual([202, 'ready']);
    await waitFor(() => asked.length > 0);
    expect(asked).toEqual(['shop']);
    subscriber.disconnect();
  });

  it('lists agents', async () => {
    expect((await get('/v1/agents')).json().agents).toMatchObject([{ name: 'seller', connections: ['shop'] }]);
    expect((await get('/v1/agents/seller')).json()).toMatchObject({ name: 'seller', instructions: 'be brief' });
  });

  it("lists the tenant's dead letters", async () => {
    const letter = (tenant: string) => ({
      id: `q-${tenant}`,
      runId: 'q',
      tenant,
      job: 'understand' as const,
      version: 1,
      reason: 'boom',
      at: new Date().toISOString(),
    });
    for (const tenant of ['acme', 'evil']) await gateway.services.letters.add(letter(tenant));
    expect((await get('/v1/dead-letters')).json().deadLetters).toMatchObject([{ tenant: 'acme', reason: 'boom' }]);
  });

  it('replays a dead letter once, as a new run, and leaves its ended run unchanged', async () => {
    const run = await gateway.ask({ question: 'how many orders came to nothing' }, 'bob');
    const { store, letters } = gateway.services;
    const post = (id: string, as: 'root' | 'eve' = 'root') =>
      gateway.request({ method: 'POST', url: `/v1/dead-letters/${id}/replay`, as });
    await failExhausted(
      store,
      letters,
      { job: 'understand', payload: { runId: run.id, version: run.version, traceparent: run.traceparent } },
      'boom',
    );
    const [letter] = (await get('/v1/dead-letters')).json().deadLetters;
    expect((await post(letter.id, 'eve')).statusCode).toBe(404);
    const [first, second] = await Promise.all([post(letter.id), post(letter.id)]);
    const taken = [first, second].filter(({ statusCode }) => statusCode === 202);
    expect(new Set(taken.map((response) => response.json().runId)).size).toBe(1);
    const again = await store.get(taken[0]?.json().runId);
    expect(again).toMatchObject({
      status: 'queued',
      tenant: 'acme',
      keyName: 'bob',
      request: run.request,
      data: { error: null },
    });
    expect(await store.get(run.id)).toMatchObject({ status: 'failed' });
    expect((await get('/v1/dead-letters')).json().deadLetters).not.toContainEqual(letter);
    expect((await post(letter.id)).statusCode).toBe(404);
  });

  it('discards only dead letters of the caller’s tenant', async () => {
    const letter = {
      id: 'q-discarded',
      runId: 'q',
      tenant: 'acme',
      job: 'execute' as const,
      version: 3,
      reason: 'boom',
      at: new Date().toISOString(),
    };
    await gateway.services.letters.add(letter);
    const discard = (as: 'root' | 'eve') =>
      gateway.request({ method: 'DELETE', url: '/v1/dead-letters/q-discarded', as });
    expect([
      (await discard('eve')).statusCode,
      (await discard('root')).statusCode,
      (await discard('root')).statusCode,
    ]).toEqual([404, 204, 404]);
  });

  it('shows usage and limits of the tenant to an administrator, and refuses askers', async () => {
    const usage = async () => (await get('/v1/usage')).json();
    const before = await usage();
    const run = await gateway.ask({ question: 'how many orders are used' }, 'bob');
    await gateway.services.redis.incrby(`querent:{tokens:acme}:${before.day}`, 1_234);
    await writeFile(
      join(gateway.configDir, 'tenants.yaml'),
      '- { name: acme, questionsPerMinute: 99, llmTokensPerDay: 5000, weight: 2 }\n',
    );
    await waitFor(async () => (await usage()).llmTokens.perDay === 5_000);
    expect(await usage()).toEqual({
      tenant: 'acme',
      day: before.day,
      weight: 2,
      questions: { today: before.questions.today + 1, perMinute: 99 },
      kept: { bytes: before.kept.bytes, most: 2_048 * 1_024 * 1_024 },
      inFlight: { now: before.inFlight.now + 1, most: 5_000 },
      llmTokens: { today: 1_234, perDay: 5_000 },
    });
    await rm(join(gateway.configDir, 'tenants.yaml'));
    expect((await get('/v1/usage', 'eve')).json()).toMatchObject({
      tenant: 'evil',
      questions: { today: 0 },
      llmTokens: { today: 0, perDay: null },
      weight: 1,
    });
    expect((await get('/v1/usage', 'bob')).statusCode).toBe(403);
    await gateway.request({ method: 'POST', url: `/v1/queries/${run.id}/cancel` });
  });

  it("clears cached answers of the caller's tenant for an administrator, of any or all tenants for an operator", async () => {
    const { cache } = gateway.services;
    const key = (tenant: string): string =>
      exactKey({
        tenant,
        role: 'down',
        connection: 'down',
        version: 'v',
        locale: 'en',
        agent: null,
        mode: 'auto',
        maxRows: null,
        timezone: 'UTC',
        today: '2026-01-01',
        question: 'q',
      });
    const entry = { data: {}, rows: [], runId: 'r' } as unknown as ExactEntry;
    const fill = () => Promise.all(['acme', 'evil', 'acme~'].map((tenant) => cache.put('down', key(tenant), entry)));
    const kept = async () =>
      (
        await Promise.all(
          ['acme', 'evil', 'acme~'].map(async (tenant) =>
            (await cache.read('down', key(tenant))) === null ? [] : [tenant],
          ),
        )
      ).flat();
    const clear = async (query: string, as: KeyName) =>
      (await gateway.request({ method: 'DELETE', url: `/v1/cache${query}`, as })).json();
    await fill();
    expect([await clear('', 'root'), await kept()]).toEqual([{ cleared: 1 }, ['evil', 'acme~']]);
    expect(await clear('?tenant=evil', 'root')).toMatchObject({ code: 'forbidden' });
    expect([await clear('?tenant=evil', 'ops'), await kept()]).toEqual([{ cleared: 1 }, ['acme~']]);
    await fill();
    expect([await clear('?connection=down', 'ops'), await kept()]).toEqual([{ cleared: 3 }, []]);
    expect([await clear('?connection=hall', 'eve'), await clear('?connection=nowhere', 'ops')]).toMatchObject([
      { code: 'connection_unknown' },
      { code: 'connection_unknown' },
    ]);
  });

  it('clears cached answers of a connection', async () => {
    const clear = async (query: string) =>
      (await gateway.request({ method: 'DELETE', url: `/v1/cache${query}`, as: 'root' })).json();
    expect(await clear('?connection=shop')).toEqual({ cleared: 0 });
    expect(await clear('')).toEqual({ cleared: 0 });
    expect(await clear('?connection=nowhere')).toMatchObject({ code: 'connection_unknown' });
  });

  it('measures requests by route, queues by state, runs by state and dead letters', async () => {
    const run = await gateway.ask({ question: 'how many orders are measured' });
    await get('/v1/connections');
    const { body } = await get('/metrics');
    const lines = body.split('\n');
    expect(
      lines.some(
        (line) =>
          line.startsWith('querent_http_request_seconds_count') &&
          line.includes('route="/v1/connections",status="200"'),
      ),
    ).toBe(true);
    const valueOf = (name: string, ...labels: string[]): number =>
      Number(
        lines
          .find((line) => line.startsWith(`${name}{`) && labels.every((label) => line.includes(label)))
          ?.split(' ')
          .at(-1),
      );
    expect(
      lines.filter((line) => line.startsWith('querent_queue_jobs{') && line.includes('state="prioritized"')),
    ).toHaveLength(queueCount);
    expect(valueOf('querent_queue_jobs', 'queue="intent"', 'state="prioritized"')).toBeGreaterThanOrEqual(1);
    expect(valueOf('querent_queue_work', 'queue="intent"')).toBe(
      ['waiting', 'prioritized', 'active']
        .map((state) => valueOf('querent_queue_jobs', 'queue="intent"', `state="${state}"`))
        .reduce((a, b) => a + b),
    );
    expect(valueOf('querent_queue_oldest_seconds', 'queue="intent"')).toBeGreaterThan(0);
    expect(valueOf('querent_queue_oldest_seconds', 'queue="chart"')).toBe(0);
    expect(valueOf('querent_runs', 'state="queued"')).toBeGreaterThanOrEqual(1);
    expect(valueOf('querent_dead_letters')).toBe((await gateway.services.letters.list(100)).length);
    await gateway.request({ method: 'POST', url: `/v1/queries/${run.id}/cancel` });
  });

  describe('the queue dashboard', () => {
    it('admits an operator, by bearer key or by basic password', async () => {
      for (const headers of [{ authorization: 'Bearer ops-key' }, basic('ops-key')]) {
        const page = await gateway.request({ url: '/queues', as: null, headers });
        expect([page.statusCode, page.headers['content-type']]).toEqual([200, expect.stringContaining('text/html')]);
        const { queues } = (await gateway.request({ url: '/queues/api/queues', as: null, headers })).json();
        expect(queues).toHaveLength(queueCount);
      }
    });

    it('shows only the run and state of a job, and none of its texts', async () => {
      const queue = gateway.services.queues.find(({ name }) => name === 'executor');
      if (queue === undefined) throw new Error('no queue of the executor');
      const job = await queue.add(
        'execute',
        { runId: 'q-seen', version: 3, traceparent: '00-1-1-01', question: 'canary-question' },
        { jobId: 'dashboard-job', attempts: 1 },
      );
      const key = queue.toKey('dashboard-job');
      await gateway.services.redis.hset(key, {
        failedReason: 'relation "canary_table" does not exist',
        returnvalue: '"canary-return"',
        progress: '{"canary":1}',
        finishedOn: '1',
        df: 'canary-deferred',
        stacktrace: JSON.stringify([
          'TypeError: canary_secret of postgres://u:canary-password@db\n    at canary (file.js:1:1)',
        ]),
      });
      await gateway.services.redis.rpush(`${key}:logs`, 'canary-log');
      const responses = await Promise.all(
        [
          '?activeQueue=executor&status=latest&page=1&jobsPerPage=50',
          '?activeQueue=executor&status=waiting&page=1',
          '/executor/dashboard-job',
          '/executor/dashboard-job/logs',
          '/executor/dashboard-job/flow',
          '/executor/workers',
          '/executor/metrics',
        ].map(async (path) => (await get(`/queues/api/queues${path}`, 'ops')).body),
      );
      expect(responses.join('\n')).not.toMatch(/canary/);
      expect(JSON.parse(responses[2] ?? '')).toMatchObject({
        job: { data: { runId: 'q-seen', version: 3 }, stacktrace: ['TypeError'], isFailed: true },
      });
      expect(await job.getState()).not.toBe('unknown');
    });

    it.each([
      ['PUT', '/executor/dashboard-job/clean'],
      ['PUT', '/executor/dashboard-job/retry'],
      ['PUT', '/executor/dashboard-job/promote'],
      ['PUT', '/executor/pause'],
      ['PUT', '/pause'],
      ['PUT', '/executor/obliterate'],
      ['PUT', '/executor/empty'],
      ['PUT', '/executor/clean/waiting'],
      ['POST', '/executor/add'],
      ['PATCH', '/executor/dashboard-job/update-data'],
    ] as const)('refuses every change of a queue: %s %s', async (method, path) => {
      const refused = await gateway.request({ method, url: `/queues/api/queues${path}`, as: 'ops', payload: {} });
      expect(refused.statusCode).toBe(403);
      const queue = gateway.services.queues.find(({ name }) => name === 'executor');
      expect([await queue?.isPaused(), (await queue?.getJob('dashboard-job')) !== undefined]).toEqual([false, true]);
    });

    it.each([
      ['a request without a key', {}, 401],
      ['a wrong password', basic('wrong'), 401],
      ['garbage', { authorization: 'Basic !!' }, 401],
      ['an asker', basic('bob-key'), 403],
      ['an administrator of one tenant', basic('root-key'), 403],
      ["another site's page", { ...basic('ops-key'), 'sec-fetch-site': 'cross-site' }, 403],
    ])('refuses %s', async (_, headers, status) => {
      for (const url of ['/queues', '/queues/', '/queues/api/queues', '/queues/static/js/x.js']) {
        const response = await gateway.request({ url, as: null, headers });
        expect(response.statusCode).toBe(status);
        if (status === 401) expect(response.headers['www-authenticate']).toMatch(/^Basic realm/);
      }
    });
  });
});

describe('without Redis', () => {
  it('refuses requests at once with 503 without Redis, accepts nothing, and recovers with Redis', async () => {
    let revived: Awaited<ReturnType<typeof startRedis>> | undefined;
    const gateway = await startGateway({}, await startRedis());
    try {
      const { redis } = gateway.services;
      const [{ port }, original] = [gateway.redis, gateway.redis];
      const run = await gateway.advance((await gateway.ask()).id, pause());
      await original.kill();
      await waitFor(() => redis.status !== 'ready');
      const requests = [
        { method: 'POST', url: '/v1/queries', payload: { question: 'q', connection: 'shop' } },
        { url: `/v1/queries/${run.id}` },
        { url: '/v1/queries' },
        { url: `/v1/queries/${run.id}/events` },
        {
          method: 'POST',
          url: `/v1/queries/${run.id}/clarification`,
          payload: { clarificationId: 'cl1', optionId: 'o1' },
        },
        { method: 'POST', url: `/v1/queries/${run.id}/cancel` },
      ] as const;
      for (const request of requests) {
        const began = Date.now();
        const response = await gateway.request({ ...request, headers: { prefer: 'wait=5' } });
        expect(response.json()).toMatchObject({ status: 503, code: 'unavailable' });
        expect(response.headers['retry-after']).toBeDefined();
        expect(Date.now() - began).toBeLessThan(2000);
      }
      // It stays in its load balancer, so that requests are answered by problem documents.
      const ready = await gateway.request({ url: '/readyz', as: null });
      expect([ready.statusCode, ready.json().checks.redis]).toEqual([200, expect.not.stringMatching(/^ok$/)]);
      expect((await gateway.request({ url: '/healthz', as: null })).statusCode).toBe(200);
      revived = await startRedis({ port });
      await waitFor(async () => (await gateway.request({ url: '/readyz', as: null })).json().checks.redis === 'ok');
      await gateway.services.snapshots.put('shop', snapshotOf('shop'));
      expect((await gateway.ask()).status).toBe('queued');
    } finally {
      await gateway.stop();
      await revived?.stop();
      await gateway.redis.stop();
    }
  });

  it('does not hang on a Redis that hangs', async () => {
    const gateway = await startGateway();
    try {
      process.kill(gateway.redis.pid, 'SIGSTOP');
      const began = Date.now();
      const response = await gateway.request({
        method: 'POST',
        url: '/v1/queries',
        payload: { question: 'q', connection: 'shop' },
      });
      // It waited for one command, 1.9 s, and for no second one.
      expect([response.statusCode, Date.now() - began < 3_700]).toEqual([503, true]);
    } finally {
      process.kill(gateway.redis.pid, 'SIGCONT');
      await gateway.stop();
    }
  });
});
