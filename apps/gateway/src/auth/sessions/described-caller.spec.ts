import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startGateway, type GatewayUnderTest, type KeyName } from '../../testing/gateway-under-test';
import { AUDIENCE, startTokenIssuer, type TokenIssuer } from '../../testing/token-issuer';

type Entry = { name: string; scopes: string[]; expiresAt?: string };

describe('GET /v1/session', () => {
  let gateway: GatewayUnderTest;
  let issuer: TokenIssuer;
  beforeAll(async () => {
    issuer = await startTokenIssuer();
    gateway = await startGateway({ JWT_ISSUER: issuer.url, JWT_AUDIENCE: AUDIENCE });
  });
  afterAll(async () => {
    await gateway.stop();
    await issuer.stop();
  });

  const described = (headers: Record<string, string>) => gateway.request({ url: '/v1/session', as: null, headers });
  const ofKey = (name: KeyName) => gateway.request({ url: '/v1/session', as: name });
  const ofCookie = (cookie: string) => described({ cookie, 'sec-fetch-site': 'same-origin' });
  const opened = async (name: KeyName): Promise<string> => {
    const payload = { key: `${name}-key` };
    const response = await gateway.request({ method: 'POST', url: '/v1/session', as: null, payload });
    return String(response.headers['set-cookie']).split(';')[0] ?? '';
  };
  /** Changes the entry of alice's key during `during`. */
  const whileChanged = async (edit: (entry: Entry) => Entry[], during: () => Promise<void>): Promise<void> => {
    const file = join(gateway.configDir, 'keys.yaml');
    const before = await readFile(file, 'utf8');
    const entries = (JSON.parse(before) as Entry[]).flatMap((entry) => (entry.name === 'alice' ? edit(entry) : entry));
    await writeFile(file, JSON.stringify(entries));
    await gateway.services.catalog.reload();
    try {
      await during();
    } finally {
      await writeFile(file, before);
      await gateway.services.catalog.reload();
    }
  };

  it('names the key, and its rights, to a reader without SQL too', async () => {
    const [alice, bob] = [await ofKey('alice'), await ofKey('bob')];
    expect([alice.statusCode, alice.headers['cache-control']]).toEqual([200, 'private, no-store']);
    expect(alice.json()).toEqual({
      name: 'alice',
      displayName: null,
      tenant: 'acme',
      scopes: ['query', 'sql:read'],
      connections: null,
      expiresAt: null,
    });
    expect(bob.json()).toEqual({
      name: 'bob',
      displayName: null,
      tenant: 'acme',
      scopes: ['query'],
      connections: null,
      expiresAt: null,
    });
  });

  it.each<[KeyName, string[]]>([
    ['operator', ['sql:read']],
    ['ops', ['operate']],
    ['chief', ['query', 'admin']],
  ])('needs no certain scope: %s has %j', async (name, scopes) => {
    expect((await ofKey(name)).json().scopes).toEqual(scopes);
  });

  it('lists the connections to which a key is restricted', async () => {
    expect((await ofKey('narrow')).json().connections).toEqual(['hall']);
  });

  it('of a cookie names the end of the session', async () => {
    const before = Date.now();
    const { expiresAt, ...caller } = (await ofCookie(await opened('bob'))).json();
    expect(caller).toEqual({ name: 'bob', displayName: null, tenant: 'acme', scopes: ['query'], connections: null });
    const leftMs = Date.parse(expiresAt) - before;
    expect(leftMs).toBeGreaterThan(12 * 3_600_000 - 1_000);
    expect(leftMs).toBeLessThan(12 * 3_600_000 + 30_000);
  });

  it('of a cookie that was not used for a while names the new end', async () => {
    const known = new Set(await gateway.services.redis.keys('querent:session:*'));
    const cookie = await opened('bob');
    const [key = ''] = (await gateway.services.redis.keys('querent:session:*')).filter((one) => !known.has(one));
    await gateway.services.redis.pexpire(key, 3_600_000);
    const { expiresAt } = (await ofCookie(cookie)).json();
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(11 * 3_600_000);
  });

  it('names the end of a key that ends before its session', async () => {
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    await whileChanged(
      (entry) => [{ ...entry, expiresAt }],
      async () => {
        expect((await ofKey('alice')).json().expiresAt).toBe(expiresAt);
        expect((await ofCookie(await opened('alice'))).json().expiresAt).toBe(expiresAt);
      },
    );
  });

  it('names the end of a session that ends before its key', async () => {
    await whileChanged(
      (entry) => [{ ...entry, expiresAt: '2999-01-01T00:00:00+02:00' }],
      async () => {
        expect((await ofKey('alice')).json().expiresAt).toBe('2998-12-31T22:00:00.000Z');
        const { expiresAt } = (await ofCookie(await opened('alice'))).json();
        expect(Date.parse(expiresAt) - Date.now()).toBeLessThan(13 * 3_600_000);
      },
    );
  });

  it('of a token names its subject and its end', async () => {
    const expiry = Math.floor(Date.now() / 1_000) + 300;
    const token = await issuer.token({ exp: expiry, scope: 'query sql:read other', connections: ['shop'] });
    const response = await described({ authorization: `Bearer ${token}` });
    const { name, expiresAt, ...rest } = response.json();
    expect(name).toMatch(/^jwt:user\|1:/);
    expect(rest).toEqual({ displayName: null, tenant: 'acme', scopes: ['query', 'sql:read'], connections: ['shop'] });
    // The tolerance for differing clocks is 30 s.
    expect(Date.parse(expiresAt)).toBe((expiry + 30) * 1_000);
  });

  it.each<[string, (entry: Entry) => Entry[]]>([
    ['revoked', () => []],
    ['expired', (entry) => [{ ...entry, expiresAt: '2020-01-01T00:00:00Z' }]],
  ])('is refused with a key that is %s, and with its session', async (_, edit) => {
    const cookie = await opened('alice');
    expect((await ofCookie(cookie)).statusCode).toBe(200);
    await whileChanged(edit, async () => {
      for (const response of [await ofKey('alice'), await ofCookie(cookie)])
        expect([response.statusCode, response.json().code]).toEqual([401, 'unauthorized']);
    });
  });

  it('is refused without credentials, with an expired token, after signing out, and for another origin', async () => {
    const cookie = await opened('alice');
    const headers = { cookie, origin: 'http://localhost:80', host: 'localhost:80' };
    const token = await issuer.token({ exp: Math.floor(Date.now() / 1_000) - 60 });
    expect((await described({})).statusCode).toBe(401);
    expect((await described({ authorization: `Bearer ${token}` })).statusCode).toBe(401);
    expect((await described({ cookie, 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
    await gateway.request({ method: 'DELETE', url: '/v1/session', as: null, headers });
    expect((await ofCookie(cookie)).statusCode).toBe(401);
  });
});
