import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { waitFor } from '@querent/testing';
import { bearer, startGateway, type GatewayUnderTest, type KeyName } from '../../testing/gateway-under-test';

type Entry = { name: string; scopes: string[]; sha256: string; expiresAt?: string };

describe('a session', () => {
  let gateway: GatewayUnderTest;
  let base: string;
  beforeAll(async () => {
    gateway = await startGateway({ HEARTBEAT_MS: '60000' });
    base = await gateway.listen();
  });
  afterAll(() => gateway.stop());

  const signIn = (key: string, headers: Record<string, string> = {}) =>
    gateway.request({ method: 'POST', url: '/v1/session', as: null, payload: { key }, headers });
  const cookieOf = (response: { headers: Record<string, unknown> }): string =>
    String(response.headers['set-cookie']).split(';')[0] ?? '';
  const opened = async (as: KeyName = 'alice', headers?: Record<string, string>): Promise<string> =>
    cookieOf(await signIn(`${as}-key`, headers));
  const own = { 'sec-fetch-site': 'same-origin' };
  const read = async (cookie: string, url = '/v1/queries', headers: Record<string, string> = own) =>
    gateway.request({ url, as: null, headers: { cookie, ...headers } });
  const keysFile = (): string => join(gateway.configDir, 'keys.yaml');
  /** Changes the entry of alice's key during `during`. */
  const whileChanged = async (edit: (entry: Entry) => Entry[], during: () => Promise<void>): Promise<void> => {
    const before = await readFile(keysFile(), 'utf8');
    const entries = (JSON.parse(before) as Entry[]).flatMap((entry) =>
      entry.name === 'alice' ? edit(entry) : [entry],
    );
    await writeFile(keysFile(), JSON.stringify(entries));
    await gateway.services.catalog.reload();
    try {
      await during();
    } finally {
      await writeFile(keysFile(), before);
      await gateway.services.catalog.reload();
    }
  };
  const sessionKeys = (): Promise<string[]> => gateway.services.redis.keys('querent:session:*');

  it('is a cookie that scripts, other sites and plain connections do not get', async () => {
    const [local, remote] = [await signIn('alice-key'), await signIn('alice-key', { host: 'q.example' })];
    expect([local.statusCode, local.body]).toEqual([204, '']);
    expect(local.headers['set-cookie']).toMatch(
      /^querent-local=[\w-]+\.[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect(remote.headers['set-cookie']).toMatch(
      /^__Host-querent=[\w-]+\.[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    );
    expect((await read(cookieOf(remote))).statusCode).toBe(401);
    expect((await read(cookieOf(remote), '/v1/queries', { ...own, host: 'q.example' })).statusCode).toBe(200);
    expect((await read(cookieOf(local), '/v1/queries', { ...own, host: 'q.example' })).statusCode).toBe(401);
  });

  it('has the rights of its key, on every route', async () => {
    const cookie = await opened('bob');
    const headers = { cookie, origin: 'http://localhost:80', host: 'localhost:80' };
    const payload = { question: 'how many orders', connection: 'shop', cache: 'bypass' };
    const asked = await gateway.request({ method: 'POST', url: '/v1/queries', as: null, headers, payload });
    expect([asked.statusCode, asked.json().sql]).toEqual([202, null]);
    expect((await gateway.request({ url: `/v1/queries/${asked.json().id}`, as: 'bob' })).statusCode).toBe(200);
    expect((await gateway.request({ url: `/v1/queries/${asked.json().id}`, as: 'alice' })).statusCode).toBe(404);
    expect((await read(cookie, '/v1/keys')).statusCode).toBe(403);
    expect((await read(cookie, '/queues')).statusCode).toBe(403);
    expect((await read(await opened('ops'), '/queues')).statusCode).toBe(200);
    expect((await read(cookie)).headers['cache-control']).toBe('private, no-store');
  });

  it('does not serve requests of other origins', async () => {
    const cookie = await opened();
    const statuses = await Promise.all(
      [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { origin: 'https://evil.example' },
        {},
      ].map(async (headers) => (await read(cookie, '/v1/queries', headers as Record<string, string>)).statusCode),
    );
    expect(statuses).toEqual([403, 403, 403, 403]);
    const headers = { cookie, ...own };
    const payload = { question: 'how many orders', connection: 'shop' };
    for (const [method, url] of [
      ['POST', '/v1/queries'],
      ['DELETE', '/v1/session'],
    ] as const)
      expect((await gateway.request({ method, url, as: null, headers, payload })).statusCode).toBe(403);
    expect((await read(cookie)).statusCode).toBe(200);
    expect((await signIn('alice-key', { origin: 'https://evil.example' })).statusCode).toBe(403);
  });

  it('leaves requests with a key alone, whatever their cookie', async () => {
    const headers = {
      cookie: 'querent-local=eA.'.padEnd(60, 'x'),
      origin: 'https://other.example',
      ...bearer('alice'),
    };
    expect((await gateway.request({ url: '/v1/queries', as: null, headers })).statusCode).toBe(200);
  });

  it('is stored under a hash, without its id and its key, and is erased with its tenant', async () => {
    const cookie = await opened('eve');
    const [, id = ''] = cookie.split('.');
    const [key = ''] = await gateway.services.redis.keys('querent:session:evil:*');
    const stored = await gateway.services.redis.get(key);
    expect(id).toHaveLength(43);
    expect(`${key} ${stored}`).not.toMatch(new RegExp(`${id}|eve-key`));
    const url = '/v1/tenants/evil/data';
    await gateway.request({ method: 'DELETE', url, payload: { confirm: 'evil' }, as: 'ops' });
    await waitFor(async () => (await gateway.services.redis.exists(key)) === 0);
    expect((await read(cookie)).statusCode).toBe(401);
  });

  it('of a made-up cookie is refused', async () => {
    const real = await opened();
    const [name, id = ''] = real.split('.');
    const other = `querent-local=${Buffer.from('evil').toString('base64url')}.${id}`;
    for (const cookie of [other, `${name}.${'A'.repeat(43)}`, 'querent-local=', `${name}.${id}x`, `x${real}`])
      expect([cookie, (await read(cookie)).statusCode]).toEqual([cookie, 401]);
  });

  it('is refused for a wrong key, which is audited, and after many wrong keys for a while', async () => {
    const wrong = await signIn('no-such-key');
    expect([wrong.statusCode, wrong.headers['set-cookie'], wrong.json().code]).toEqual([
      401,
      undefined,
      'unauthorized',
    ]);
    expect((await signIn('')).statusCode).toBe(400);
    const other = await startGateway();
    const send = (key: string) => other.request({ method: 'POST', url: '/v1/session', as: null, payload: { key } });
    const statuses: number[] = [];
    for (let n = 0; n < 61; n += 1) statuses.push((await send(`guess-${n}`)).statusCode);
    const limited = await send('alice-key');
    expect([statuses.filter((status) => status === 401).length, statuses.at(-1), limited.statusCode]).toEqual([
      60, 429, 429,
    ]);
    expect(Number(limited.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect((await other.request({ url: '/v1/queries' })).statusCode).toBe(200);
    await waitFor(async () => {
      const { entries } = await other.services.audit.trail.read({ tenant: '' }, { limit: 10 });
      return entries.some(({ kind, detail }) => kind === 'denied' && detail?.includes('POST /v1/session'));
    });
    await other.stop();
  });

  it('ends when it is signed out, and the cookie with it', async () => {
    const cookie = await opened();
    const headers = { cookie, origin: 'http://localhost:80', host: 'localhost:80' };
    const response = await gateway.request({ method: 'DELETE', url: '/v1/session', as: null, headers });
    expect([response.statusCode, response.headers['set-cookie']]).toEqual([
      204,
      'querent-local=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict',
    ]);
    expect((await read(cookie)).statusCode).toBe(401);
    const again = await gateway.request({ method: 'DELETE', url: '/v1/session', as: null, headers });
    expect(again.statusCode).toBe(204);
  });

  it('is renewed by use, and ends twelve hours after the last', async () => {
    const before = new Set(await sessionKeys());
    const cookie = await opened();
    const key = (await sessionKeys()).find((one) => !before.has(one)) ?? '';
    expect((await read(cookie)).headers['set-cookie']).toBeUndefined();
    await gateway.services.redis.pexpire(key, 3_600_000);
    expect((await read(cookie)).headers['set-cookie']).toContain(`${cookie}; Max-Age=43200`);
    expect(await gateway.services.redis.pttl(key)).toBeGreaterThan(43_100_000);
    await gateway.services.redis.pexpire(key, 0);
    expect((await read(cookie)).statusCode).toBe(401);
  });

  describe('opens event streams, which end with it', () => {
    const stream = async (cookie: string): Promise<Response> => {
      const { id } = await gateway.ask();
      return fetch(`${base}/v1/queries/${id}/events`, { headers: { cookie, ...own } });
    };

    it.each<[string, (entry: Entry) => Entry[]]>([
      ['is revoked', () => []],
      ['has expired', (entry) => [{ ...entry, expiresAt: '2020-01-01T00:00:00Z' }]],
      ['has lost a scope', (entry) => [{ ...entry, scopes: ['query'] }]],
      ['has another secret', (entry) => [{ ...entry, sha256: '0'.repeat(64) }]],
    ])('when its key %s', async (_, edit) => {
      const cookie = await opened();
      const response = await stream(cookie);
      expect(response.status).toBe(200);
      await whileChanged(edit, async () => {
        expect(await response.text()).not.toContain('event: end');
        expect((await read(cookie)).statusCode).toBe(401);
      });
    });

    it('when it is signed out', async () => {
      const cookie = await opened();
      const response = await stream(cookie);
      const headers = { cookie, origin: base };
      expect((await fetch(`${base}/v1/session`, { method: 'DELETE', headers })).status).toBe(204);
      expect(await response.text()).not.toContain('event: end');
    });

    it('while the key and other sessions continue', async () => {
      const [cookie, other] = [await opened(), await opened()];
      const headers = { cookie, origin: base };
      expect((await fetch(`${base}/v1/session`, { method: 'DELETE', headers })).status).toBe(204);
      expect((await read(other)).statusCode).toBe(200);
      expect((await gateway.request({ url: '/v1/queries' })).statusCode).toBe(200);
    });
  });

  it('is opened only when that is recorded in the audit trail', async () => {
    const { entries } = (await gateway.request({ url: '/v1/audit?kind=administered&limit=100', as: 'root' })).json();
    expect(entries).toContainEqual(expect.objectContaining({ key: 'alice', detail: 'POST /v1/session' }));
  });
});

it('behind https has a secure cookie, whatever the name of the machine', async () => {
  const gateway = await startGateway({ PUBLIC_URL: 'https://q.example' });
  const headers = { origin: 'https://q.example', host: '127.0.0.1:3000' };
  const payload = { key: 'alice-key' };
  const response = await gateway.request({ method: 'POST', url: '/v1/session', as: null, payload, headers });
  expect(response.headers['set-cookie']).toMatch(/^__Host-querent=.*; Secure$/);
  await gateway.stop();
});
