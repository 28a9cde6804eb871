import { cut, json, problem, runView, ScriptedApi, silence } from '../fixture/scripted-api';
import { QuerentError, Unreachable } from './errors';

const question = { question: 'revenue', connection: 'shop' };

describe('Requests of the client', () => {
  const api = new ScriptedApi();
  beforeAll(() => api.start());
  afterAll(() => api.stop());

  it('a question is sent again after a cut with the same idempotency key, and each question has another key', async () => {
    api.play(cut, problem(502, 'internal'), json(runView('queued'), 202), json(runView('queued'), 202));
    const client = api.client();
    expect((await client.ask(question)).id).toBe('q1');
    await client.ask('revenue', { connection: 'shop' });
    const keys = api.received.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]]);
    expect(keys[3]).not.toBe(keys[0]);
    expect(api.received.map(({ body }) => body)).toEqual([question, question, question, question]);
    expect(api.received[0]?.headers).toMatchObject({
      authorization: 'Bearer secret',
      'content-type': 'application/json',
    });
  });

  it('a key that a function provides is asked for with each attempt, and its failure is not hidden', async () => {
    api.play(problem(503, 'unavailable'), json({ connections: [] }));
    let count = 0;
    const key = async (): Promise<string> => `token-${(count += 1)}`;
    await api.client({ key }).connections.list();
    expect(api.received.map(({ headers }) => headers['authorization'])).toEqual(['Bearer token-1', 'Bearer token-2']);
    const failing = api.client({ key: () => Promise.reject(new Error('signed out')) });
    await expect(failing.connections.list()).rejects.toThrow('signed out');
  });

  it('without a key there is no header for it, so that the cookie of a page counts', async () => {
    api.play(json({ connections: [] }));
    await api.client({ key: null }).connections.list();
    expect(api.received[0]?.headers).not.toHaveProperty('authorization');
  });

  it('a review names the version of the sample that was read', async () => {
    const sample = { id: 's1', question: 'q', sql: 's', source: 'feedback', status: 'pending' };
    api.play(json(sample, 200, { etag: '"t1"' }), json({ ...sample, status: 'approved' }, 200, { etag: '"t2"' }));
    const { samples } = api.client();
    const { etag } = await samples.get('shop', 's1');
    const updated = await samples.update('shop', 's1', { status: 'approved' }, { etag });
    expect([updated.value.status, updated.etag]).toEqual(['approved', '"t2"']);
    expect(api.received[1]).toMatchObject({
      line: 'PATCH /v1/connections/shop/samples/s1',
      headers: { 'if-match': '"t1"' },
      body: { status: 'approved' },
    });
  });

  it('ratings and conversations are listed over all pages', async () => {
    api.play(
      json({ feedback: [{ runId: 'q1' }], nextCursor: 'c' }),
      json({ feedback: [{ runId: 'q2' }], nextCursor: null }),
      json({ conversations: [{ id: 'c1' }], nextCursor: null }),
    );
    const client = api.client();
    const runs: string[] = [];
    for await (const { runId } of client.feedback.list({ rating: 'down' })) runs.push(runId);
    const ids: string[] = [];
    for await (const { id } of client.conversations.list()) ids.push(id);
    expect([runs, ids]).toEqual([['q1', 'q2'], ['c1']]);
    expect(api.received.map(({ line }) => line)).toEqual([
      'GET /v1/feedback?rating=down',
      'GET /v1/feedback?rating=down&cursor=c',
      'GET /v1/conversations',
    ]);
  });

  it('a refused request waits for as long as Retry-After names, in seconds or as a date', async () => {
    const date = new Date(Date.now() + 20_000).toUTCString();
    api.play(
      problem(429, 'too_many_requests', { 'retry-after': '7' }),
      problem(503, 'unavailable', { 'retry-after': date }),
      json({ connections: [] }),
    );
    expect(await api.client().connections.list()).toEqual([]);
    expect(api.pauses).toHaveLength(2);
    const [first = 0, second = 0] = api.pauses;
    expect(first).toBeGreaterThanOrEqual(7_000);
    expect(first).toBeLessThanOrEqual(7_250);
    expect(second).toBeGreaterThan(15_000);
    expect(second).toBeLessThanOrEqual(20_250);
  });

  it('repetitions are bounded, and without Retry-After the pauses grow', async () => {
    api.play(...Array.from({ length: 9 }, () => problem(503, 'unavailable')));
    await expect(api.client({ retries: 3 }).connections.list()).rejects.toMatchObject({
      name: 'QuerentError',
      code: 'unavailable',
    });
    expect(api.received).toHaveLength(4);
    api.pauses.forEach((pause, at) => {
      expect(pause).toBeGreaterThanOrEqual(125 * 2 ** at);
      expect(pause).toBeLessThanOrEqual(250 * 2 ** at);
    });
  });

  it.each([
    ['a long Retry-After', problem(429, 'too_many_requests', { 'retry-after': '3600' })],
    ['a connection that an administrator must correct', problem(503, 'connection_misconfigured')],
    ['a mistake in the request', problem(400, 'bad_request')],
    ['an internal error', problem(500, 'internal')],
  ])('(%s) is not repeated', async (_, script) => {
    api.play(script, json({ connections: [] }));
    await expect(api.client().connections.list()).rejects.toBeInstanceOf(QuerentError);
    expect(api.received).toHaveLength(1);
  });

  it('a POST is not repeated after a lost answer, unless the caller declares it repeatable', async () => {
    const given = { body: { question: 'revenue', connection: 'shop' } };
    api.play(cut, json({}));
    await expect(api.client().request('POST', '/v1/queries/explain', given)).rejects.toBeInstanceOf(Unreachable);
    api.play(cut, json({ outcome: 'x' }));
    const { body } = await api.client().request('POST', '/v1/queries/explain', { ...given, isRepeatable: true });
    expect(body).toEqual({ outcome: 'x' });
  });

  it('an error response becomes an error with all members of the problem', async () => {
    const errors = [{ path: 'limit', message: 'is not a number' }];
    api.play(
      problem(400, 'bad_request', { 'x-request-id': 'r-7', 'retry-after': '3' }, { actions: ['Check it'], errors }),
    );
    const error = await api
      .client()
      .connections.list()
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(QuerentError);
    expect(error).toMatchObject({
      status: 400,
      code: 'bad_request',
      message: 'on bad_request',
      detail: 'on bad_request',
      actions: ['Check it'],
      errors,
      retryAfter: 3,
      requestId: 'r-7',
    });
  });

  it("a proxy's error has no code", async () => {
    api.play((response) => void response.writeHead(403, { 'content-type': 'text/html' }).end('<html>'));
    await expect(api.client().connections.list()).rejects.toMatchObject({
      status: 403,
      code: null,
      actions: [],
      errors: [],
      retryAfter: null,
      requestId: null,
    });
  });

  it('a server that is never reached is reported with the cause', async () => {
    api.play(...Array.from({ length: 5 }, () => cut));
    const error = await api
      .client()
      .connections.list()
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Unreachable);
    expect((error as Unreachable).cause).toMatchObject({ message: 'fetch failed' });
    expect(api.received).toHaveLength(5);
  });

  it('a response that breaks in the middle is requested again', async () => {
    api.play(
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '99' });
        response.write('{"connections":[', () => response.destroy());
      },
      json({ connections: [] }),
    );
    expect(await api.client().connections.list()).toEqual([]);
  });

  it('an aborted request rejects with the reason, and is not repeated', async () => {
    const controller = new AbortController();
    api.play((response, request) => {
      silence(response, request);
      controller.abort(new Error('enough'));
    });
    await expect(api.client().connections.list({ signal: controller.signal })).rejects.toThrow('enough');
    expect(api.received).toHaveLength(1);
  });

  it('an abort ends the real pause before a repetition', async () => {
    const controller = new AbortController();
    api.play((response, request) => {
      problem(429, 'too_many_requests', { 'retry-after': '50' })(response, request);
      setTimeout(() => controller.abort(new Error('enough')), 50);
    });
    const client = api.client({ pause: undefined });
    await expect(client.connections.list({ signal: controller.signal })).rejects.toThrow('enough');
  });

  it('paths are below the base URL, and their parameters are encoded', async () => {
    const urls: string[] = [];
    const fetch = (url: string): Promise<Response> => {
      urls.push(url);
      return Promise.resolve(new Response('{"agents":[]}', { headers: { 'content-type': 'application/json' } }));
    };
    const client = api.client({ url: 'https://host.example/querent', fetch });
    await client.request('GET', '/v1/agents/{name}', { path: { name: 'a/b ?' } });
    await client.cache.clear({ connection: 'shop' });
    expect(urls).toEqual([
      'https://host.example/querent/v1/agents/a%2Fb%20%3F',
      'https://host.example/querent/v1/cache?connection=shop',
    ]);
    for (const name of ['', '.', '..']) await expect(client.agents.get(name)).rejects.toThrow('needs a value for name');
  });

  it('a handle shows whether an earlier request created its run', async () => {
    const replayed = json(runView('queued'), 202, { 'idempotent-replayed': 'true' });
    api.play(json(runView('queued'), 202), replayed);
    const asked = [await api.client().ask(question), await api.client().ask(question)];
    expect(asked.map(({ isReplayed }) => isReplayed)).toEqual([false, true]);
  });

  it('an error has the id of its request, from the header or the body', async () => {
    api.play(problem(404, 'not_found', { 'x-request-id': 'r1' }), problem(404, 'not_found', {}, { requestId: 'r2' }));
    for (const requestId of ['r1', 'r2'])
      await expect(api.client().handle('q1').run()).rejects.toMatchObject({ requestId });
  });

  it('the language of the client applies to errors and to questions that name none', async () => {
    api.play(json(runView('queued'), 202), json(runView('queued'), 202));
    const client = api.client({ locale: 'zh' });
    await client.ask(question);
    await client.ask({ ...question, locale: 'en' });
    expect(api.received.map(({ headers }) => headers['accept-language'])).toEqual(['zh', 'zh']);
    expect(api.received.map(({ body }) => (body as { locale: string }).locale)).toEqual(['zh', 'en']);
  });

  it('a list continues with the cursor of each page', async () => {
    api.play(
      json({ runs: [runView('succeeded')], nextCursor: 'n2' }),
      json({ runs: [], nextCursor: 'n3' }),
      json({ runs: [runView('failed', { id: 'q2' })], nextCursor: null }),
    );
    const ids: string[] = [];
    for await (const { id } of api.client().runs.list({ conversationId: 'monday' })) ids.push(id);
    expect(ids).toEqual(['q1', 'q2']);
    expect(api.lines).toEqual([
      'GET /v1/queries?conversationId=monday',
      'GET /v1/queries?conversationId=monday&cursor=n2',
      'GET /v1/queries?conversationId=monday&cursor=n3',
    ]);
  });

  it('a change names the version that was read, sends YAML as text, and is not repeated after a lost answer', async () => {
    const name = 'shop';
    api.play(
      json({ model: {} }, 200, { etag: '"4"' }),
      problem(429, 'too_many_requests'),
      json({ kind: 'model', name }, 200, { etag: '"5"' }),
      cut,
      problem(412, 'precondition_failed', {}, { difference: '-a\n+b\n' }),
      problem(422, 'configuration_invalid', {}, { errors: [{ path: 'metrics', message: 'is no list', line: 3 }] }),
    );
    const { models, connections } = api.client();
    const { etag } = await models.get(name);
    expect(await models.put(name, 'metrics: []', { etag })).toMatchObject({ etag: '"5"', value: { kind: 'model' } });
    await expect(connections.put(name, { url: 'x' }, { etag: null })).rejects.toBeInstanceOf(Unreachable);
    await expect(models.delete(name, { etag })).rejects.toMatchObject({ difference: '-a\n+b\n' });
    await expect(models.put(name, '', { etag })).rejects.toMatchObject({ errors: [{ path: 'metrics', line: 3 }] });
    const sent = api.received.map(({ headers }) => [
      headers['content-type'],
      headers['if-match'],
      headers['if-none-match'],
    ]);
    expect(sent).toEqual([
      [undefined, undefined, undefined],
      ['application/yaml', '"4"', undefined],
      ['application/yaml', '"4"', undefined],
      ['application/json', undefined, '*'],
      [undefined, '"4"', undefined],
      ['application/yaml', '"4"', undefined],
    ]);
    expect(api.received[1]?.body).toBe('metrics: []');
  });

  it('a page signs in, reads its rights, and signs out', async () => {
    const caller = { name: 'bob', tenant: 'acme', scopes: ['query'], connections: null, expiresAt: null };
    const done = (response: { writeHead(status: number): { end(): void } }): void => void response.writeHead(204).end();
    api.play(done, json(caller), done);
    const { session } = api.client({ key: null });
    expect(await session.open('bob-key')).toBeUndefined();
    expect(await session.get()).toEqual(caller);
    expect(await session.end()).toBeNull();
    expect(api.lines).toEqual(['POST /v1/session', 'GET /v1/session', 'DELETE /v1/session']);
    expect(api.received[0]?.body).toEqual({ key: 'bob-key' });
  });

  it('a deletion answers without a body', async () => {
    api.play((response) => void response.writeHead(204).end());
    expect(await api.client().deadLetters.discard('d1')).toBeUndefined();
    expect(api.lines).toEqual(['DELETE /v1/dead-letters/d1']);
  });
});
