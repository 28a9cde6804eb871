import { loadEnv } from '@querent/platform';
import { failExhausted } from '@querent/saga';
import { waitFor } from '@querent/testing';
import { gatewayEnvSchema } from '../../gateway-env';
import { startGateway, type GatewayUnderTest } from '../../testing/gateway-under-test';
import { AUDIENCE, startTokenIssuer, type TokenIssuer } from '../../testing/token-issuer';
import { Receiver } from '../../testing/webhook-receiver';

describe('requests with a token', () => {
  let issuer: TokenIssuer;
  let gateway: GatewayUnderTest;
  let base: string;
  let receiver: Receiver;
  beforeAll(async () => {
    issuer = await startTokenIssuer();
    receiver = new Receiver();
    await receiver.start();
    gateway = await startGateway({
      JWT_ISSUER: issuer.url,
      JWT_AUDIENCE: AUDIENCE,
      QUERENT_SECRET_KEY: '0123456789abcdef'.repeat(4),
      WEBHOOK_ALLOW_PRIVATE: 'true',
      SWEEP_INTERVAL_MS: '100',
      HEARTBEAT_MS: '60000',
    });
    gateway.webhooks?.start();
    base = await gateway.listen();
  });
  afterAll(async () => {
    await gateway.stop();
    await receiver.stop();
    await issuer.stop();
  });

  const send = async (
    url: string,
    claims: Record<string, unknown> | string = {},
    more: { method?: 'POST' | 'GET'; payload?: object } = {},
  ) =>
    gateway.request({
      method: 'GET',
      ...more,
      url,
      as: null,
      headers: { authorization: `Bearer ${typeof claims === 'string' ? claims : await issuer.token(claims)}` },
    });
  const ask = async (claims: Record<string, unknown> = {}, body: object = {}): Promise<string> => {
    const payload = { question: 'how many orders', connection: 'shop', cache: 'bypass', ...body };
    const response = await send('/v1/queries', claims, { method: 'POST', payload });
    expect(response.statusCode).toBe(202);
    return response.json().id;
  };
  const compiled = { sql: 'SELECT count(order_no_pk) AS c1 FROM t_order_2024', params: [], columns: [], probes: [] };
  /** Answers a run with one row. */
  const answer = async (id: string): Promise<void> => {
    const executing = await gateway.advance(
      id,
      { event: 'planned', stage: 'intent' },
      { event: 'generated', stage: 'sql-generator', patch: { compiled } },
    );
    const blob = await gateway.services.results.write(id, executing.version, [[7]]);
    const column = { key: 'order_no_pk', label: 'number', type: 'integer' as const };
    const result = { blob, columns: [column], output: [], rowCount: 1, truncated: false, skipped: [] };
    await gateway.advance(
      id,
      { event: 'executed', stage: 'executor', patch: { result } },
      { event: 'presented', stage: 'chart', patch: { answer: { text: '7', chartType: 'number', suggestions: [] } } },
    );
  };
  const seconds = (): number => Math.floor(Date.now() / 1_000);

  it('ask, and read their own runs alone, with every token of the same subject', async () => {
    const id = await ask();
    await answer(id);
    const own = await send(`/v1/queries/${id}`, { iat: 1 });
    expect([own.statusCode, own.json().result.rows, own.json().sql]).toEqual([200, [[7]], null]);
    expect((await send(`/v1/queries/${id}`, { scope: 'query sql:read' })).json().sql).toContain('order_no_pk');
    const statuses = await Promise.all(
      [
        { sub: 'user|2' },
        { tenant: 'evil' },
        { tenant: 'evil', scope: 'admin' },
        { sub: 'user|2', scope: 'admin' },
      ].map(async (claims) => (await send(`/v1/queries/${id}`, claims)).statusCode),
    );
    expect(statuses).toEqual([404, 404, 404, 200]);
    expect((await send('/v1/queries', { sub: 'user|2' })).json().runs).toEqual([]);
    expect((await send('/v1/queries')).json().runs.map((run: { id: string }) => run.id)).toContain(id);
  });

  it.each<[string, Record<string, unknown>, string, number]>([
    ['without scopes', { scope: '' }, '/v1/connections', 403],
    ['without the scope admin', {}, '/v1/keys', 403],
    ['of an administrator', { scope: 'admin' }, '/v1/keys', 200],
    ['without the scope operate', { scope: 'admin sql:read' }, '/queues', 403],
    ['of an operator', { scope: 'operate' }, '/queues', 200],
    ['of another audience', { aud: 'x' }, '/v1/connections', 401],
    ['without a tenant', { tenant: undefined }, '/v1/connections', 401],
    ['for other connections', { connections: ['hall'] }, '/v1/connections/shop/samples', 403],
  ])('%s have the rights of their token', async (_, claims, url, status) => {
    expect((await send(url, claims)).statusCode).toBe(status);
  });

  it('may ask the connections of their token alone', async () => {
    const payload = { question: 'how many orders', connection: 'shop' };
    const refused = await send('/v1/queries', { connections: ['hall'] }, { method: 'POST', payload });
    expect(refused.statusCode).toBe(403);
    const listed = (await send('/v1/connections', { connections: 'hall' })).json().connections;
    expect(listed.map(({ name }: { name: string }) => name)).toEqual(['hall']);
  });

  it('are in the audit trail under the name of their caller; denials too', async () => {
    await ask({ sub: 'audited' });
    await send('/v1/keys', { sub: 'audited' });
    await waitFor(async () => {
      const { entries } = (await gateway.request({ url: '/v1/audit?limit=100', as: 'root' })).json();
      const own = entries.filter(({ key }: { key: string }) => key.startsWith('jwt:audited:'));
      return ['asked', 'denied'].every((kind) => own.some((entry: { kind: string }) => entry.kind === kind));
    });
  });

  it('with a token of more than 8 KB are refused, and one below passes', async () => {
    const padded = async (length: number): Promise<string> => issuer.token({ pad: 'x'.repeat(length) });
    expect((await send('/v1/connections', await padded(5_000))).statusCode).toBe(200);
    expect((await send('/v1/connections', await padded(9_000))).statusCode).toBe(401);
    expect((await send('/v1/connections', `${'a.'.repeat(5_000)}a`)).statusCode).toBe(401);
  });

  it('read event streams until the token expires, and no longer', async () => {
    const id = await ask();
    const exp = seconds() - 27;
    const response = await fetch(`${base}/v1/queries/${id}/events`, {
      headers: { authorization: `Bearer ${await issuer.token({ exp })}` },
    });
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(Date.now() / 1_000 - exp).toBeGreaterThanOrEqual(30);
    expect(Date.now() / 1_000 - exp).toBeLessThan(35);
    expect(text).toContain('event: status');
    expect(text).not.toContain('event: end');
  });

  it('get webhooks with data while the token is valid, and without data after that', async () => {
    const [kept, ended] = [
      await ask({ sub: 'hooked' }, { callbackUrl: receiver.url }),
      await ask({ sub: 'brief', exp: seconds() - 28 }, { callbackUrl: receiver.url }),
    ];
    await answer(kept);
    await waitFor(() => receiver.calls.length === 1);
    await waitFor(async () => (await gateway.services.grants.callerOf(await run(ended))).scopes.length === 0);
    await answer(ended);
    await waitFor(() => receiver.calls.length === 2);
    const [first, second] = receiver.calls.map(({ body }) => JSON.parse(body));
    expect([first.id, first.result?.rows, second.id, second.result, second.answer]).toEqual([
      kept,
      [[7]],
      ended,
      null,
      expect.not.objectContaining({ text: '7' }),
    ]);
  });

  it('are replayed by an administrator only while the token is valid', async () => {
    const letterOf = async (id: string): Promise<string> => {
      const { version, traceparent } = await run(id);
      const job = { job: 'understand', payload: { runId: id, version, traceparent } } as const;
      await failExhausted(gateway.services.store, gateway.services.letters, job, 'boom');
      return `${id}-${version}`;
    };
    const replay = async (id: string): Promise<number> =>
      (await gateway.request({ method: 'POST', url: `/v1/dead-letters/${await letterOf(id)}/replay`, as: 'root' }))
        .statusCode;
    const ended = await ask({ sub: 'ended', exp: seconds() - 28 });
    await waitFor(async () => (await gateway.services.grants.callerOf(await run(ended))).scopes.length === 0);
    expect([await replay(await ask({ sub: 'valid' })), await replay(ended)]).toEqual([202, 403]);
  });

  it('reach the tools of /mcp, whose metadata names the issuer', async () => {
    const call = async (claims: Record<string, unknown>) =>
      gateway.request({
        method: 'POST',
        url: '/mcp',
        as: null,
        headers: {
          authorization: `Bearer ${await issuer.token(claims)}`,
          accept: 'application/json, text/event-stream',
          'content-type': 'application/json',
        },
        payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_connections', arguments: {} } },
      });
    expect((await call({ connections: ['hall'] })).body).toContain('hall');
    expect((await call({ connections: ['hall'] })).body).not.toContain('shop');
    expect((await call({ iss: 'https://other.example' })).headers['www-authenticate']).toContain('resource_metadata=');
    const metadata = await gateway.request({ url: '/.well-known/oauth-protected-resource/mcp', as: null });
    expect(metadata.json().authorization_servers).toEqual([issuer.url]);
  });

  it('do not change a model that tenants known by tokens alone may ask', async () => {
    const write = async (connection: string): Promise<number> =>
      (
        await gateway.request({
          method: 'PUT',
          url: `/v1/connections/${connection}/model`,
          as: null,
          headers: {
            authorization: `Bearer ${await issuer.token({ scope: 'admin sql:read' })}`,
            'if-none-match': '*',
          },
          payload: {},
        })
      ).statusCode;
    expect([await write('shop'), await write('hall')]).toEqual([403, 201]);
  });

  const run = async (id: string) => {
    const found = await gateway.services.store.get(id);
    if (found === null) throw new Error(`no run ${id}`);
    return found;
  };
});

it('requests with a token get 503 while the keys of the issuer cannot be read; those with API keys go on', async () => {
  const issuer = await startTokenIssuer();
  const gateway = await startGateway({ JWT_ISSUER: issuer.url, JWT_AUDIENCE: AUDIENCE });
  issuer.answerWith((_, response) => response.writeHead(502).end());
  const headers = { authorization: `Bearer ${await issuer.token()}` };
  const refused = await gateway.request({ url: '/v1/connections', as: null, headers });
  expect([refused.statusCode, refused.json().code]).toEqual([503, 'issuer_unavailable']);
  expect(refused.headers['retry-after']).toBe('10');
  expect(refused.json().actions).toContain('Use an access key');
  expect((await gateway.request({ url: '/v1/connections' })).statusCode).toBe(200);
  await gateway.stop();
  await issuer.stop();
});

it.each([
  [{ JWT_ISSUER: 'https://id.example' }, 'JWT_AUDIENCE: is needed with JWT_ISSUER'],
  [{ JWT_ISSUER: 'https://id.example', JWT_AUDIENCE: ' ,' }, 'JWT_AUDIENCE: is needed with JWT_ISSUER'],
  [{ JWT_ISSUER: 'http://id.example', JWT_AUDIENCE: 'x' }, 'JWT_ISSUER: must use https'],
])('a gateway does not start with %j', (env, mistake) => {
  expect(() => loadEnv(gatewayEnvSchema, env)).toThrow(mistake);
});
