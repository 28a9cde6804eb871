import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ApiKey } from '@querent/catalog';
import { decodeJwt } from 'jose';
import { startGateway, type GatewayUnderTest, type KeyName } from '../../testing/gateway-under-test';
import { BrowserTokens } from './browser-tokens';

const OLD = '0123456789abcdef'.repeat(4);
const NEW = 'fedcba9876543210'.repeat(4);

describe('a browser token', () => {
  const keys = new Map<string, ApiKey & { version: string }>();
  const catalog = {
    keyNamed: (name: string): ApiKey | null => {
      const stored = keys.get(name);
      if (stored === undefined) return null;
      const { version: _, ...key } = stored;
      return key;
    },
    keyVersion: (name: string) => keys.get(name)?.version ?? null,
  };
  const shop: ApiKey = { name: 'shop', tenant: 'acme', scopes: ['query', 'sql:read', 'admin'] };
  const tokens = (secrets: string | undefined = OLD): BrowserTokens => new BrowserTokens({ catalog, secrets });
  const issued = async (more: object = {}, by = tokens()): Promise<string> =>
    (await by.issue(shop, { user: 'ann', minutes: 15, ...more }))?.token ?? '';
  const callerOf = async (token: string, by = tokens()): Promise<ApiKey | null> =>
    (await by.credentials(token))?.caller ?? null;
  beforeEach(() => {
    keys.clear();
    keys.set('shop', { ...shop, version: 'v1' });
  });

  it('has the scope query alone, and one name for all tokens of the same user and key', async () => {
    const token = await issued();
    expect(token).toMatch(/^qbt_[\w-]+\.[\w-]+\.[\w-]+$/);
    const caller = await callerOf(token);
    expect(caller).toEqual({
      name: expect.stringMatching(/^web:shop:ann:[\w-]{22}$/),
      tenant: 'acme',
      scopes: ['query'],
      expiresAt: expect.any(String),
    });
    const secondsLeft = (Date.parse(caller?.expiresAt ?? '') - Date.now()) / 1_000;
    expect(secondsLeft).toBeGreaterThan(880);
    expect(secondsLeft).toBeLessThanOrEqual(900);
    expect((await callerOf(await issued({ minutes: 1 })))?.name).toBe(caller?.name);
    expect((await callerOf(await issued({ user: 'Ann' })))?.name).not.toBe(caller?.name);
    const long = await callerOf(await issued({ user: '安'.repeat(200) }));
    expect(long?.name.length).toBeLessThanOrEqual(64);
  });

  it('never reaches more connections than its key', async () => {
    expect((await callerOf(await issued({ connections: ['a'] })))?.connections).toEqual(['a']);
    keys.set('shop', { ...shop, connections: ['a', 'b'], version: 'v1' });
    expect((await callerOf(await issued()))?.connections).toEqual(['a', 'b']);
    expect((await callerOf(await issued({ connections: ['b', 'c'] })))?.connections).toEqual(['b']);
    expect((await callerOf(await issued({ connections: ['c'] })))?.connections).toEqual([]);
  });

  it('ends when its key is changed, revoked or expires', async () => {
    const token = await issued();
    const credentials = await tokens().credentials(token);
    expect(credentials?.current()).toEqual(credentials?.caller);
    keys.set('shop', { ...shop, version: 'v2' });
    expect([credentials?.current(), await callerOf(token)]).toEqual([null, null]);
    keys.set('shop', { ...shop, version: 'v1', expiresAt: new Date(Date.now() - 1_000).toISOString() });
    expect([credentials?.current(), await callerOf(token)]).toEqual([null, null]);
    keys.delete('shop');
    expect([credentials?.current(), await callerOf(token)]).toEqual([null, null]);
  });

  it('ends no later than its key', async () => {
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    keys.set('shop', { ...shop, version: 'v1', expiresAt });
    expect((await callerOf(await issued()))?.expiresAt).toBe(expiresAt);
  });

  it('is signed with the first secret, and valid until its secret is removed', async () => {
    const token = await issued();
    expect(await callerOf(token, tokens(`${NEW},${OLD}`))).not.toBeNull();
    expect(await callerOf(token, tokens(NEW))).toBeNull();
    expect(await callerOf(await issued({}, tokens(`${NEW},${OLD}`)), tokens(NEW))).not.toBeNull();
  });

  it('is refused with another signature, and without its beginning', async () => {
    const [header = '', payload = '', signature = ''] = (await issued()).slice('qbt_'.length).split('.');
    const claims = JSON.stringify({ ...decodeJwt(`${header}.${payload}.${signature}`), sub: 'bob' });
    const forged = Buffer.from(claims).toString('base64url');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    for (const token of [
      `${header}.${payload}.${signature}`,
      `qbt_${header}.${forged}.${signature}`,
      `qbt_${header}.${payload}.${'A'.repeat(43)}`,
      `qbt_${none}.${forged}.AA`,
      'qbt_a.b.c',
      'qbt_',
    ])
      expect([token, await callerOf(token)]).toEqual([token, null]);
  });

  it('is given to a key alone, and not without a secret', async () => {
    expect(await tokens().issue({ ...shop, name: 'jwt:x:y' }, { user: 'ann', minutes: 1 })).toBeNull();
    const closed = new BrowserTokens({ catalog, secrets: undefined });
    expect([closed.isOpen, await closed.issue(shop, { user: 'ann', minutes: 1 })]).toEqual([false, null]);
  });
});

describe('a page of another origin', () => {
  const page = 'https://shop.example';
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway({ QUERENT_SECRET_KEY: OLD, EMBED_ORIGINS: `${page}, http://127.0.0.1:8080` });
  });
  afterAll(() => gateway.stop());

  const token = async (body: object = { user: 'ann' }, as: KeyName = 'bob') =>
    gateway.request({ method: 'POST', url: '/v1/browser-tokens', as, payload: body });
  const withToken = async (body?: object, as?: KeyName): Promise<{ authorization: string; origin: string }> => ({
    authorization: `Bearer ${(await token(body, as)).json().token}`,
    origin: page,
  });
  const ask = (headers: Record<string, string>, more: object = {}) =>
    gateway.request({
      method: 'POST',
      url: '/v1/queries',
      as: null,
      headers,
      payload: { question: 'how many orders', connection: 'shop', ...more },
    });
  const preflight = (url: string, origin: string) =>
    gateway.request({
      method: 'OPTIONS',
      url,
      as: null,
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,idempotency-key',
      },
    });

  it('asks with a token of its backend, and reads its own runs alone', async () => {
    const headers = await withToken();
    const session = await gateway.request({ url: '/v1/session', as: null, headers });
    expect(session.json()).toMatchObject({ tenant: 'acme', scopes: ['query'], connections: null });
    const asked = await ask(headers);
    expect([asked.statusCode, asked.headers['access-control-allow-origin']]).toEqual([202, page]);
    const read = async (more: Record<string, string>) =>
      (await gateway.request({ url: `/v1/queries/${asked.json().id}`, as: null, headers: more })).statusCode;
    expect(await read(await withToken())).toBe(200);
    expect(await read(await withToken({ user: 'eve' }))).toBe(404);
    expect(await read(await withToken(undefined, 'alice'))).toBe(404);
  });

  it('has no right beyond asking', async () => {
    const headers = await withToken({ user: 'ann' }, 'root');
    for (const [method, url] of [
      ['POST', '/v1/browser-tokens'],
      ['GET', '/v1/admin/runs'],
      ['GET', '/v1/admin/keys'],
    ] as const) {
      const response = await gateway.request({ method, url, as: null, headers, payload: { user: 'ann' } });
      expect([url, [401, 403, 404].includes(response.statusCode)]).toEqual([url, true]);
    }
    const called = await ask(headers, { callbackUrl: 'https://hooks.example.org/x' });
    expect([called.statusCode, called.json().errors[0].path]).toEqual([400, 'callbackUrl']);
  });

  it('gets tokens for connections that the key may ask alone', async () => {
    expect((await token({ user: 'ann', connections: ['hall'] }, 'narrow')).statusCode).toBe(201);
    expect((await token({ user: 'ann', connections: ['shop'] }, 'narrow')).statusCode).toBe(403);
    expect((await token({ user: 'ann', connections: ['nothing'] })).json().code).toBe('connection_unknown');
    const headers = await withToken({ user: 'ann', connections: ['hall'] });
    const seen = await gateway.request({ url: '/v1/connections', as: null, headers });
    expect(seen.json().connections.map(({ name }: { name: string }) => name)).toEqual(['hall']);
  });

  it.each([
    {},
    { user: '' },
    { user: ' ' },
    { user: 'ann', minutes: 61 },
    { user: 'ann', connections: [] },
    { who: 1 },
  ])('gets no token for %j', async (body) => {
    const response = await token(body);
    expect([response.statusCode, response.json().code]).toEqual([400, 'bad_request']);
  });

  it('may call the API if its origin is listed, without cookies', async () => {
    for (const origin of [page, 'http://127.0.0.1:8080']) {
      const { statusCode, headers } = await preflight('/v1/queries', origin);
      expect([statusCode, headers['access-control-allow-origin']]).toEqual([204, origin]);
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
      expect(String(headers['access-control-allow-headers']).toLowerCase()).toContain('idempotency-key');
      expect(headers.vary).toMatch(/origin/i);
    }
  });

  it.each(['https://evil.example', 'http://shop.example', 'https://shop.example.evil.example', 'null'])(
    'may not call the API from %s',
    async (origin) => {
      expect((await preflight('/v1/queries', origin)).headers).not.toHaveProperty('access-control-allow-origin');
      const { headers } = await gateway.request({ url: '/v1/connections', as: 'bob', headers: { origin } });
      expect(headers).not.toHaveProperty('access-control-allow-origin');
    },
  );

  it.each(['/queues', '/metrics', '/docs', '/openapi.json', '/mcp', '/'])('may not read %s', async (url) => {
    const { headers } = await gateway.request({ url, as: 'bob', headers: { origin: page } });
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });

  it('reads problems too', async () => {
    const { statusCode, headers } = await gateway.request({ url: '/v1/session', as: null, headers: { origin: page } });
    expect([statusCode, headers['access-control-allow-origin']]).toEqual([401, page]);
    expect(headers['access-control-expose-headers']).toContain('Retry-After');
  });

  it('follows the events of its run, until its token ends', async () => {
    const base = await gateway.listen();
    const headers = await withToken();
    const asked = await ask(headers, { cache: 'bypass' });
    const stream = await fetch(`${base}/v1/queries/${asked.json().id}/events`, { headers });
    expect([stream.status, stream.headers.get('access-control-allow-origin')]).toEqual([200, page]);
    const file = join(gateway.configDir, 'keys.yaml');
    const before = await readFile(file, 'utf8');
    const kept = (JSON.parse(before) as { name: string }[]).filter(({ name }) => name !== 'bob');
    await writeFile(file, JSON.stringify(kept));
    // Ends at once when the key is revoked; the token itself lasts longer than this test may.
    await stream.text();
    expect((await gateway.request({ url: '/v1/session', as: null, headers })).statusCode).toBe(401);
    await writeFile(file, before);
  });
});
