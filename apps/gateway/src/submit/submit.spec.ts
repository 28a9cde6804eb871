import { claimIdempotencyKey, newRunId } from '@querent/saga';
import { waitFor } from '@querent/testing';
import { pause, startGateway, type GatewayUnderTest } from '../testing/gateway-under-test';
import { bodyHash } from './body-hash';

const question = { question: 'how many orders', connection: 'shop' };

describe('asking', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.stop());

  const post = (payload: unknown, headers: Record<string, string> = {}) =>
    gateway.request({ method: 'POST', url: '/v1/queries', payload: payload as object, headers });

  it('answers 202 with the queued run, its URL and Retry-After', async () => {
    const response = await post(question);
    expect(response.statusCode).toBe(202);
    const run = response.json();
    expect(response.headers).toMatchObject({
      location: `/v1/queries/${run.id}`,
      'retry-after': '1',
      'content-type': 'application/json; charset=utf-8',
    });
    expect(run).toMatchObject({
      status: 'queued',
      question: 'how many orders',
      connection: 'shop',
      locale: 'en',
      conversationId: null,
      result: null,
      cache: { level: 'none' },
    });
  });

  it('publishes the job of the first stage', async () => {
    const run = await gateway.ask();
    const intent = gateway.services.queues.find(({ name }) => name === 'intent');
    expect(await waitFor(() => intent?.getJob(`${run.id}-1-1`))).toMatchObject({ data: { runId: run.id, version: 1 } });
  });

  it('uses the language of the question, unless the body names one', async () => {
    expect((await gateway.ask({ question: '有多少订单' })).request.locale).toBe('zh');
    expect((await gateway.ask({ question: '有多少订单', locale: 'en' })).request.locale).toBe('en');
  });

  it("fixes today's date in the asker's time zone", async () => {
    const east = await gateway.ask({ timezone: 'Pacific/Kiritimati' });
    const west = await gateway.ask({ timezone: 'Pacific/Pago_Pago' });
    expect(east.request.today > west.request.today).toBe(true);
    expect((await gateway.ask()).request.timezone).not.toBe('');
  });

  it('queues a question to a connection whose schema is being read for the first time', async () => {
    const run = await gateway.ask({ connection: 'fresh' });
    expect(run).toMatchObject({ status: 'queued', data: { cacheKey: null }, request: { zoneOpen: true } });
    expect((await gateway.ask({ connection: 'fresh', timezone: 'Asia/Tokyo' })).request).not.toHaveProperty('zoneOpen');
  });

  it('shows the reason of an unavailable database to an operator with sql:read, but not to askers', async () => {
    expect((await post({ ...question, connection: 'down' })).body).not.toContain('ECONNREFUSED');
    expect((await gateway.request({ url: '/v1/connections/down', as: 'opsSql' })).json().status).toMatchObject({
      state: 'unavailable',
      detail: 'connect ECONNREFUSED db:5432',
    });
  });

  describe('refuses', () => {
    const cases: [string, unknown, number, string, string[]][] = [
      ['an empty question', { ...question, question: '' }, 400, 'bad_request', ['question']],
      ['a question of blanks', { ...question, question: ' \u3000\n' }, 400, 'bad_request', ['question']],
      ['2,001 characters', { ...question, question: '问'.repeat(2001) }, 400, 'bad_request', ['question']],
      ['an unknown field', { ...question, colour: 'red' }, 400, 'bad_request', ['colour']],
      [
        'several mistakes at once',
        { question: 1, locale: 'fr', maxRows: -1 },
        400,
        'bad_request',
        ['question', 'connection', 'locale', 'maxRows'],
      ],
      [
        'a call-back, without a key that signs it',
        { ...question, callbackUrl: 'https://example.org/x' },
        400,
        'bad_request',
        ['callbackUrl'],
      ],
      ['an unknown agent', { ...question, agent: 'nobody' }, 404, 'agent_unknown', []],
      ["another connection's agent", { question: 'q', connection: 'hall', agent: 'seller' }, 404, 'agent_unknown', []],
      ['no object', '[1]', 400, 'bad_request', ['(body)']],
      ['a bare null', 'null', 400, 'bad_request', ['(body)']],
      ['malformed JSON', '{"question":', 400, 'malformed_json', []],
      ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22]), 400, 'malformed_json', []],
      [
        'a body that is too large',
        JSON.stringify({ ...question, x: 'x'.repeat(70_000) }),
        413,
        'payload_too_large',
        [],
      ],
      ['an unknown connection', { ...question, connection: 'nowhere' }, 404, 'connection_unknown', []],
      ['a connection named like a path', { ...question, connection: '../keys' }, 404, 'connection_unknown', []],
      ['a connection whose database is down', { ...question, connection: 'down' }, 503, 'connection_unavailable', []],
      ['a connection whose file is broken', { ...question, connection: 'broken' }, 503, 'connection_misconfigured', []],
    ];
    it.each(cases)('%s', async (_, payload, status, code, paths) => {
      const response = await post(payload, { 'content-type': 'application/json' });
      expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
      expect(response.json()).toMatchObject({ status, code, type: `urn:querent:problem:${code}` });
      expect(response.statusCode).toBe(status);
      expect((response.json().errors ?? []).map(({ path }: { path: string }) => path)).toEqual(paths);
    });

    it.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'application/jsonp'])(
      'the content type %s',
      async (type) => {
        const response = await post('x=1', { 'content-type': type });
        expect(response.statusCode).toBe(415);
        expect(response.json().code).toBe('unsupported_media_type');
      },
    );

    it('refuses a missing body', async () => {
      const response = await gateway.request({ method: 'POST', url: '/v1/queries' });
      expect(response.json()).toMatchObject({ status: 400, code: 'bad_request' });
    });

    it.each([
      [undefined, '{"question":"","locale":"zh"}', '请求有误'],
      ['en', '{"question":"","locale":"zh"}', 'Bad request'],
      ['zh-CN', '{', '请求格式错误'],
      [undefined, '{"question":"有多少订单"}', '请求有误'],
    ])('refuses in the language of the caller (Accept-Language %s)', async (language, payload, title) => {
      const response = await post(payload, {
        'content-type': 'application/json',
        ...(language ? { 'accept-language': language } : {}),
      });
      expect(response.json().title).toBe(title);
    });

    it('refuses a connection that is not granted to the key, or not open to its tenant', async () => {
      for (const [as, connection] of [
        ['narrow', 'shop'],
        ['eve', 'hall'],
      ] as const) {
        const response = await gateway.request({
          method: 'POST',
          url: '/v1/queries',
          payload: { ...question, connection },
          as,
        });
        expect(response.json()).toMatchObject({ status: 403, code: 'forbidden' });
      }
    });
  });

  describe('with an idempotency key', () => {
    it('returns the same run for the same idempotency key and body, independent of the order of members', async () => {
      const first = await post(question, { 'idempotency-key': 'k1' });
      const second = await post({ connection: 'shop', question: 'how many orders' }, { 'idempotency-key': 'k1' });
      expect(second.statusCode).toBe(202);
      expect(second.json().id).toBe(first.json().id);
      expect([first, second].map(({ headers }) => headers['idempotent-replayed'])).toEqual([undefined, 'true']);
    });

    it('returns one run for ten concurrent requests with the same idempotency key', async () => {
      const responses = await Promise.all(
        Array.from({ length: 10 }, () => post(question, { 'idempotency-key': 'k-many' })),
      );
      expect(new Set(responses.map((response) => response.json().id)).size).toBe(1);
      expect(responses.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1);
    });

    it('creates the run of an idempotency key whose first request died after its claim', async () => {
      const { redis, store } = gateway.services;
      const promised = {
        tenant: 'acme',
        keyName: 'alice',
        key: 'k-died',
        bodyHash: bodyHash(question),
        runId: newRunId(),
      };
      await claimIdempotencyKey(redis, store.keys, promised);
      expect((await post(question, { 'idempotency-key': 'k-died' })).json().id).toBe(promised.runId);
    });

    it('accepts a repeat of a question that was withdrawn because it was not durable, and waits for durability of a repeat', async () => {
      const headers = { 'idempotency-key': 'k-unsure' };
      const lasts = jest
        .spyOn(gateway.services.store, 'waitUntilDurable')
        .mockRejectedValueOnce(new Error('NOTDURABLE 0 of 1 replicas'));
      expect((await post(question, headers)).statusCode).toBe(503);
      const again = await post(question, headers);
      expect([again.statusCode, again.json().status]).toEqual([202, 'queued']);
      lasts.mockRejectedValueOnce(new Error('NOTDURABLE 0 of 1 replicas'));
      expect((await post(question, headers)).statusCode).toBe(503);
      expect((await post(question, headers)).json()).toMatchObject({ id: again.json().id, status: 'queued' });
      lasts.mockRestore();
    });

    it('refuses another body for an idempotency key with 422, and separates the keys of different askers', async () => {
      const first = await post(question, { 'idempotency-key': 'k2' });
      const other = await post({ ...question, question: 'how many users' }, { 'idempotency-key': 'k2' });
      expect(other.json()).toMatchObject({ status: 422, code: 'idempotency_mismatch' });
      const bob = await gateway.request({
        method: 'POST',
        url: '/v1/queries',
        payload: question,
        headers: { 'idempotency-key': 'k2' },
        as: 'bob',
      });
      expect(bob.statusCode).toBe(202);
      expect(bob.json().id).not.toBe(first.json().id);
    });

    it.each(['', 'a b', 'x'.repeat(256), 'ü'])('refuses the idempotency key %j', async (key) => {
      expect((await post(question, { 'idempotency-key': key })).json().errors).toMatchObject([
        { path: 'Idempotency-Key' },
      ]);
    });
  });

  describe('with Prefer: wait', () => {
    it('answers 200 as soon as the run has ended', async () => {
      const waiting = post({ ...question, conversationId: 'w1' }, { prefer: 'wait=20' });
      const run = await waitFor(
        async () => (await gateway.request({ url: '/v1/queries?conversationId=w1' })).json().runs[0],
      );
      await gateway.request({ method: 'POST', url: `/v1/queries/${run.id}/cancel` });
      const response = await waiting;
      expect(response.statusCode).toBe(200);
      expect(response.headers['preference-applied']).toBe('wait=20');
      expect(response.json().status).toBe('cancelled');
    });

    it('answers 200 when the run awaits a clarification', async () => {
      const waiting = post({ ...question, conversationId: 'w2' }, { prefer: 'respond-async, wait=20' });
      const run = await waitFor(
        async () => (await gateway.request({ url: '/v1/queries?conversationId=w2' })).json().runs[0],
      );
      await gateway.advance(run.id, pause());
      const response = await waiting;
      expect(response.statusCode).toBe(200);
      expect(response.json()).toMatchObject({ status: 'awaiting_clarification', clarification: { id: 'cl1' } });
    });

    it('answers 202 after the wait, and grants at most 30 s', async () => {
      const response = await post(question, { prefer: 'wait=0' });
      expect(response.statusCode).toBe(202);
      expect(response.headers['preference-applied']).toBe('wait=0');
      const [long, run] = [
        post({ ...question, conversationId: 'w3' }, { prefer: 'wait=9999' }),
        waitFor(async () => (await gateway.request({ url: '/v1/queries?conversationId=w3' })).json().runs[0]),
      ];
      await gateway.request({ method: 'POST', url: `/v1/queries/${(await run).id}/cancel` });
      expect((await long).headers['preference-applied']).toBe('wait=30');
    });

    it.each(['wait=-1', 'wait=soon', 'respond-async', 'wait'])('ignores the Prefer header %s', async (prefer) => {
      const response = await post(question, { prefer });
      expect(response.statusCode).toBe(202);
      expect(response.headers['preference-applied']).toBeUndefined();
    });
  });
});
