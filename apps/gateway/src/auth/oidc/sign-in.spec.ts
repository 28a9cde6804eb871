import { loadEnv } from '@querent/platform';
import { waitFor } from '@querent/testing';
import { gatewayEnvSchema } from '../../gateway-env';
import { startGateway, type GatewayUnderTest } from '../../testing/gateway-under-test';
import { CLIENT_ID, startOpenIdIssuer, type IssuerBehaviour, type OpenIdIssuer } from '../../testing/openid-issuer';
import { AUDIENCE } from '../../testing/token-issuer';

const PUBLIC_URL = 'https://q.example';
const host = 'q.example';
const own = { host, 'sec-fetch-site': 'same-origin' };
const seconds = (): number => Math.floor(Date.now() / 1_000);
/** Claims with which a token lets its user ask. */
const rights = { tenant: 'acme', scope: 'query sql:read' };

const envOf = (issuer: OpenIdIssuer): Record<string, string> => ({
  PUBLIC_URL,
  JWT_ISSUER: issuer.url,
  JWT_AUDIENCE: AUDIENCE,
  OIDC_CLIENT_ID: CLIENT_ID,
});

describe('A sign-in with the issuer', () => {
  let issuer: OpenIdIssuer;
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    issuer = await startOpenIdIssuer();
    gateway = await startGateway(envOf(issuer));
  });
  afterAll(async () => {
    await gateway.stop();
    await issuer.stop();
  });
  beforeEach(() => {
    issuer.isAway = false;
    issuer.behave({ idClaims: rights });
  });

  type Response = Awaited<ReturnType<GatewayUnderTest['request']>>;
  const get = (url: string, headers: Record<string, string> = {}): Promise<Response> =>
    gateway.request({ url, as: null, headers: { ...own, ...headers } });
  const cookieOf = (response: Response): string => String(response.headers['set-cookie']).split(';')[0] ?? '';
  const locationOf = (response: Response): string => {
    expect(response.statusCode).toBe(302);
    expect(response.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    return String(response.headers.location);
  };
  /** Begins a sign-in: the cookie of the browser, and the address at the issuer. */
  const begun = async (returnTo = '/', cookie = ''): Promise<{ cookie: string; address: URL }> => {
    const response = await get(`/v1/session/oidc?returnTo=${encodeURIComponent(returnTo)}`, { cookie });
    return { cookie: cookieOf(response), address: new URL(locationOf(response)) };
  };
  /** Follows the issuer's redirect: the path and query of the callback. */
  const answered = async (address: URL): Promise<string> => {
    const response = await fetch(address, { redirect: 'manual' });
    const { origin, pathname, search } = new URL(response.headers.get('location') ?? '');
    expect(`${origin}${pathname}`).toBe(`${PUBLIC_URL}/v1/session/callback`);
    return pathname + search;
  };
  /** The whole way. `edit` changes the callback. */
  const signedIn = async (returnTo = '/', edit: (callback: URL) => void = () => undefined): Promise<Response> => {
    const { cookie, address } = await begun(returnTo);
    const callback = new URL(await answered(address), PUBLIC_URL);
    edit(callback);
    return get(callback.pathname + callback.search, { cookie });
  };
  const session = async (cookie: string) => get('/v1/session', { cookie });
  const expectProblem = (response: Response, problem: string, returnTo = '/'): void => {
    expect(locationOf(response)).toBe(`${returnTo}?problem=${problem}`);
    expect(response.headers['set-cookie']).toBeUndefined();
    expect(response.body).toBe('');
  };

  it('is offered with its address', async () => {
    const response = await get('/v1/session/methods');
    expect(response.json()).toEqual({ key: true, oidc: { label: null, href: '/v1/session/oidc' } });
  });

  it('asks the issuer with state, nonce and PKCE, bound to the browser', async () => {
    const response = await get('/v1/session/oidc');
    const address = new URL(locationOf(response));
    expect(address.origin + address.pathname).toBe(`${issuer.url}/authorize`);
    expect(Object.fromEntries(address.searchParams)).toEqual({
      client_id: CLIENT_ID,
      response_type: 'code',
      redirect_uri: `${PUBLIC_URL}/v1/session/callback`,
      scope: 'openid profile',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    expect(response.headers['set-cookie']).toMatch(
      /^__Host-querent-sign-in=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
  });

  it('keeps its state in Redis under a hash, for ten minutes', async () => {
    const { redis } = gateway.services;
    const before = new Set(await redis.keys('querent:sign-in:*'));
    const { cookie, address } = await begun();
    const [key = ''] = (await redis.keys('querent:sign-in:*')).filter((one) => !before.has(one));
    const stored = `${key} ${await redis.get(key)}`;
    for (const secret of [address.searchParams.get('state'), cookie.split('=')[1]])
      expect(stored).not.toContain(secret);
    expect(await redis.pttl(key)).toBeGreaterThan(595_000);
    expect(await redis.pttl(key)).toBeLessThanOrEqual(600_000);
  });

  it('opens a session with the rights of the ID token, and returns to the page', async () => {
    issuer.behave({ idClaims: { ...rights, connections: ['shop'] } });
    const response = await signedIn('/runs/q7h2k9d3m5?share=x');
    expect(locationOf(response)).toBe('/runs/q7h2k9d3m5?share=x');
    expect(response.headers['set-cookie']).toMatch(
      /^__Host-querent=[\w-]+\.[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    );
    const { expiresAt, ...caller } = (await session(cookieOf(response))).json();
    expect(caller).toEqual({
      name: expect.stringMatching(/^jwt:user\|1:/),
      displayName: null,
      tenant: 'acme',
      scopes: ['query', 'sql:read'],
      connections: ['shop'],
    });
    expect(Math.abs(Date.parse(expiresAt) - Date.now() - 43_200_000)).toBeLessThan(10_000);
  });

  const signOut = (cookie: string) =>
    gateway.request({
      method: 'DELETE',
      url: '/v1/session',
      as: null,
      headers: { ...own, origin: PUBLIC_URL, cookie },
    });

  it('names the person in the session alone', async () => {
    issuer.behave({ idClaims: { ...rights, name: 'Ada\u0000 Lovelace', email: 'ada@example.com' } });
    const cookie = cookieOf(await signedIn());
    expect((await session(cookie)).json().displayName).toBe('Ada Lovelace');
    const { redis } = gateway.services;
    for (const key of await redis.keys('*')) {
      const bytes = (await redis.dumpBuffer(key))?.toString('latin1') ?? '';
      expect([key, bytes.includes('Lovelace')]).toEqual([
        key,
        key.startsWith('querent:session:') && bytes !== '' && bytes.includes('Lovelace'),
      ]);
    }
  });

  it('is ended here first, and then at the issuer, with the ID token that Redis does not hold readably', async () => {
    const cookie = cookieOf(await signedIn());
    const stored = await Promise.all(
      (await gateway.services.redis.keys('querent:session:*')).map((key) => gateway.services.redis.get(key)),
    );
    expect(stored.join()).not.toMatch(/eyJ[\w-]+\./);
    const response = await signOut(cookie);
    expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'no-store']);
    expect((await session(cookie)).statusCode).toBe(401);
    const address = new URL(response.json().href);
    expect(address.origin + address.pathname).toBe(`${issuer.url}/logout`);
    expect(Object.fromEntries(address.searchParams)).toEqual({
      client_id: CLIENT_ID,
      id_token_hint: expect.stringMatching(/^eyJ[^.]+\.[^.]+\.[^.]+$/),
      post_logout_redirect_uri: `${PUBLIC_URL}/`,
    });
    const back = await fetch(address, { redirect: 'manual' });
    expect(back.headers.get('location')).toBe(`${PUBLIC_URL}/`);
    expect((await signOut(cookie)).statusCode).toBe(204);
  });

  it.each([
    ['has no address for it', undefined],
    ['names an address without https', 'http://id.example.com/logout'],
  ])('is ended here alone if the issuer %s', async (_, address) => {
    const other = await startOpenIdIssuer();
    other.behave({ idClaims: rights, metadata: { end_session_endpoint: address } });
    const away = await startGateway(envOf(other));
    try {
      const ask = (url: string, headers = {}) => away.request({ url, as: null, headers: { ...own, ...headers } });
      const first = await ask('/v1/session/oidc');
      const { search } = new URL(
        (await fetch(String(first.headers.location), { redirect: 'manual' })).headers.get('location') ?? '',
      );
      const cookie = cookieOf(await ask(`/v1/session/callback${search}`, { cookie: cookieOf(first) }));
      expect((await ask('/v1/session', { cookie })).statusCode).toBe(200);
      const ended = await away.request({
        method: 'DELETE',
        url: '/v1/session',
        as: null,
        headers: { ...own, origin: PUBLIC_URL, cookie },
      });
      expect([ended.statusCode, ended.body]).toEqual([204, '']);
      expect((await ask('/v1/session', { cookie })).statusCode).toBe(401);
    } finally {
      await away.stop();
      await other.stop();
    }
  });

  it('prefers the access token if it is one for this product, and never joins the rights of both', async () => {
    issuer.behave({ accessClaims: { scope: 'query', sub: 'of-access' }, idClaims: { ...rights, scope: 'admin' } });
    const { name, scopes } = (await session(cookieOf(await signedIn()))).json();
    expect([name, scopes]).toEqual([expect.stringMatching(/^jwt:of-access:/), ['query']]);
    issuer.behave({ accessClaims: { aud: 'another-api', scope: 'admin' }, idClaims: rights });
    expect((await session(cookieOf(await signedIn()))).json().scopes).toEqual(['query', 'sql:read']);
    issuer.behave({ accessClaims: { scope: 'openid profile' }, idClaims: rights });
    expect((await session(cookieOf(await signedIn()))).json().scopes).toEqual(['query', 'sql:read']);
  });

  it('has the name of the same user with a token, so that both have the same runs', async () => {
    const authorization = `Bearer ${await issuer.tokens.token()}`;
    const payload = { question: 'how many orders', connection: 'shop', cache: 'bypass' };
    const asked = await gateway.request({
      method: 'POST',
      url: '/v1/queries',
      as: null,
      headers: { authorization },
      payload,
    });
    const cookie = cookieOf(await signedIn());
    expect((await get(`/v1/queries/${asked.json().id}`, { cookie })).statusCode).toBe(200);
    issuer.behave({ idClaims: { ...rights, sub: 'user|2' } });
    const other = cookieOf(await signedIn());
    expect((await get(`/v1/queries/${asked.json().id}`, { cookie: other })).statusCode).toBe(404);
  });

  it('is in the audit trail under the name of the person, without the code', async () => {
    issuer.behave({ idClaims: { ...rights, sub: 'audited' } });
    await signedIn();
    const { entries } = (await gateway.request({ url: '/v1/audit?kind=administered&limit=100', as: 'root' })).json();
    const own = entries.filter(({ key }: { key: string }) => key.startsWith('jwt:audited:'));
    expect(own).toEqual([expect.objectContaining({ detail: 'GET /v1/session/callback', tenant: 'acme' })]);
    await signedIn('/', (callback) => callback.searchParams.set('state', 'wrong'));
    await waitFor(async () => {
      const trail = await gateway.services.audit.trail.read({ tenant: '' }, { limit: 10 });
      return trail.entries.some(({ kind, detail }) => kind === 'denied' && detail?.includes('/v1/session/callback'));
    });
  });

  describe('its session', () => {
    const keyOf = async (): Promise<string> => {
      const before = new Set(await gateway.services.redis.keys('querent:session:*'));
      cookie = cookieOf(await signedIn());
      return (await gateway.services.redis.keys('querent:session:*')).find((key) => !before.has(key)) ?? '';
    };
    let cookie = '';

    it('is not renewed by use, since the issuer may have withdrawn the rights', async () => {
      const key = await keyOf();
      await gateway.services.redis.pexpire(key, 3_600_000);
      expect((await session(cookie)).headers['set-cookie']).toBeUndefined();
      expect(await gateway.services.redis.pttl(key)).toBeLessThanOrEqual(3_600_000);
    });

    it('ends twelve hours after the sign-in, whatever Redis keeps', async () => {
      const key = await keyOf();
      const stored = JSON.parse((await gateway.services.redis.get(key)) ?? '');
      stored.person.expiresAt = new Date(Date.now() - 1_000).toISOString();
      await gateway.services.redis.set(key, JSON.stringify(stored), 'KEEPTTL');
      expect((await session(cookie)).statusCode).toBe(401);
    });

    it('ends when it is signed out', async () => {
      await keyOf();
      const headers = { ...own, origin: PUBLIC_URL, cookie };
      const ended = await gateway.request({ method: 'DELETE', url: '/v1/session', as: null, headers });
      expect([ended.statusCode, (await session(cookie)).statusCode]).toEqual([200, 401]);
    });

    it('serves no other origin', async () => {
      await keyOf();
      expect((await get('/v1/queries', { cookie, 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
    });

    it('is refused by a version that knows sessions of keys alone, because no key has its version', async () => {
      const { name, version } = JSON.parse((await gateway.services.redis.get(await keyOf())) ?? '');
      expect([version, gateway.services.catalog.keyVersion(name)]).toEqual(['', null]);
    });

    it.each([
      ['another issuer', { JWT_ISSUER: 'https://other.example' }],
      ['no sign-in with an issuer', { OIDC_CLIENT_ID: '' }],
    ])('is refused by a gateway with %s', async (_, env) => {
      await keyOf();
      const other = await startGateway({ ...envOf(issuer), ...env }, gateway.redis);
      const headers = { ...own, cookie };
      expect((await other.request({ url: '/v1/session', as: null, headers })).statusCode).toBe(401);
      await other.stop();
    });
  });

  describe('is refused', () => {
    it('with a state that is wrong, missing or doubled', async () => {
      const wrong = await signedIn('/ask', (callback) => callback.searchParams.set('state', 'A'.repeat(43)));
      expectProblem(wrong, 'sign_in_expired');
      expectProblem(await signedIn('/ask', (one) => one.searchParams.delete('state')), 'sign_in_expired');
      expectProblem(await signedIn('/ask', (one) => one.searchParams.append('state', 'x')), 'sign_in_expired');
    });

    it('when the answer is sent again', async () => {
      const { cookie, address } = await begun();
      const callback = await answered(address);
      expect(cookieOf(await get(callback, { cookie }))).toContain('__Host-querent=');
      const count = issuer.exchanges.length;
      expectProblem(await get(callback, { cookie }), 'sign_in_expired');
      expect(issuer.exchanges).toHaveLength(count);
    });

    it('once of two answers with the same state at the same time', async () => {
      const { cookie, address } = await begun();
      const callback = await answered(address);
      const both = await Promise.all([get(callback, { cookie }), get(callback, { cookie })]);
      expect(both.map((response) => String(response.headers.location)).sort()).toEqual([
        '/',
        '/?problem=sign_in_expired',
      ]);
    });

    it('in another browser than began it, with or without a sign-in there', async () => {
      const count = issuer.exchanges.length;
      const victim = await begun();
      for (const cookie of [
        '',
        victim.cookie,
        '__Host-querent-sign-in=short',
        `__Host-querent-sign-in=${'A'.repeat(43)}`,
      ]) {
        const attacker = await begun();
        expectProblem(await get(await answered(attacker.address), { cookie }), 'sign_in_expired');
      }
      expect(issuer.exchanges).toHaveLength(count);
    });

    it('after ten minutes', async () => {
      const { cookie, address } = await begun();
      const callback = await answered(address);
      for (const key of await gateway.services.redis.keys('querent:sign-in:*'))
        await gateway.services.redis.pexpire(key, 0);
      expectProblem(await get(callback, { cookie }), 'sign_in_expired');
    });

    it('with the code of another sign-in', async () => {
      const attacker = new URL(await answered((await begun()).address), PUBLIC_URL);
      const code = attacker.searchParams.get('code') ?? '';
      expectProblem(await signedIn('/ask', (one) => one.searchParams.set('code', code)), 'sign_in_failed', '/ask');
      expect(issuer.exchanges.at(-1)?.body.get('code')).toBe(code);
    });

    it.each<[string, Partial<IssuerBehaviour>, string]>([
      ['another nonce', { idClaims: { ...rights, nonce: 'other' } }, 'sign_in_failed'],
      ['no nonce', { idClaims: { ...rights, nonce: undefined } }, 'sign_in_failed'],
      ['an ID token for another client', { idClaims: { ...rights, aud: 'other' } }, 'sign_in_failed'],
      ['an ID token of another issuer', { idClaims: { ...rights, iss: 'https://evil.example' } }, 'sign_in_failed'],
      ['an ID token that has expired', { idClaims: { ...rights, exp: seconds() - 120 } }, 'sign_in_failed'],
      ['an answer of another issuer', { idClaims: rights, answer: { iss: 'https://evil.example' } }, 'sign_in_failed'],
      ['an answer without an issuer', { idClaims: rights, answer: { iss: undefined } }, 'sign_in_failed'],
      ['no code', { idClaims: rights, answer: { code: undefined } }, 'sign_in_failed'],
      ['no scope', { idClaims: { tenant: 'acme' } }, 'no_rights'],
      ['scopes of other products alone', { idClaims: { tenant: 'acme', scope: 'openid profile' } }, 'no_rights'],
      ['scopes of another type', { idClaims: { tenant: 'acme', scope: 5 } }, 'no_rights'],
      ['no tenant', { idClaims: { scope: 'query' } }, 'no_rights'],
      ['a refusal', { answer: { code: undefined, error: 'access_denied' } }, 'sign_in_refused'],
      ['a fault', { answer: { code: undefined, error: 'temporarily_unavailable' } }, 'issuer_unavailable'],
      ['no tokens', { token: (response) => void response.writeHead(502).end() }, 'issuer_unavailable'],
      ['a page', { token: (response) => void response.end('<html>') }, 'sign_in_failed'],
      ['a redirect', { token: (response) => void response.writeHead(307, { location: '/' }).end() }, 'sign_in_failed'],
    ])('when the issuer answers with %s', async (_, behaviour, problem) => {
      issuer.behave(behaviour);
      expectProblem(await signedIn('/ask'), problem, '/ask');
    });

    it('with an ID token that another key signed', async () => {
      const foreign = await startOpenIdIssuer();
      const nonceOf = (address: URL): string => address.searchParams.get('nonce') ?? '';
      const { cookie, address } = await begun('/ask');
      const now = { iss: issuer.url, aud: CLIENT_ID, nonce: nonceOf(address), ...rights };
      const forged = await foreign.tokens.token(now, { kid: issuer.tokens.signing().kid });
      issuer.behave({
        token: (response) =>
          void response
            .writeHead(200, { 'content-type': 'application/json' })
            .end(JSON.stringify({ access_token: forged, token_type: 'Bearer', id_token: forged })),
      });
      expectProblem(await get(await answered(address), { cookie }), 'no_rights', '/ask');
      await foreign.stop();
    });
  });

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example', '/..//evil.example', '/v1/queries'])(
    'returns to no other origin: %s',
    async (returnTo) => {
      expect(locationOf(await signedIn(returnTo))).toBe('/');
      issuer.behave({ answer: { code: undefined, error: 'access_denied' } });
      expectProblem(await signedIn(returnTo), 'sign_in_refused');
    },
  );

  it('is completed in each of two tabs of a browser', async () => {
    const first = await begun('/ask');
    const second = await begun('/board', first.cookie);
    expect(second.cookie).toBe(first.cookie);
    for (const [{ address, cookie }, page] of [
      [first, '/ask'],
      [second, '/board'],
    ] as const)
      expect(locationOf(await get(await answered(address), { cookie }))).toBe(page);
  });

  it('says that the issuer is away, and succeeds when it is back', async () => {
    const other = await startGateway(envOf(issuer));
    issuer.isAway = true;
    const begin = () => other.request({ url: '/v1/session/oidc?returnTo=/ask', as: null, headers: own });
    expect((await begin()).headers.location).toBe('/ask?problem=issuer_unavailable');
    issuer.isAway = false;
    expect((await begin()).headers.location).toContain(`${issuer.url}/authorize`);
    // Known metadata stay in use; the tokens cannot be fetched.
    const { cookie, address } = await begun('/ask');
    const callback = await answered(address);
    issuer.isAway = true;
    expectProblem(await get(callback, { cookie }), 'issuer_unavailable', '/ask');
    issuer.isAway = false;
    expect(locationOf(await signedIn('/ask'))).toBe('/ask');
    await other.stop();
  });

  it('is limited by address', async () => {
    const other = await startGateway(envOf(issuer));
    const begin = async () => (await other.request({ url: '/v1/session/oidc', as: null, headers: own })).statusCode;
    const statuses: number[] = [];
    for (let n = 0; n < 601; n += 1) statuses.push(await begin());
    expect([statuses.filter((status) => status === 302).length, statuses.at(-1)]).toEqual([600, 429]);
    await other.stop();
  });
});

describe('The client at the issuer', () => {
  const exchanged = async (env: Record<string, string>, metadata: Record<string, unknown> = {}) => {
    const issuer = await startOpenIdIssuer();
    const gateway = await startGateway({ ...envOf(issuer), ...env });
    issuer.behave({ idClaims: rights, metadata });
    const get = (url: string, cookie = '') =>
      gateway.request({ url, as: null, headers: { host: 'q.example', cookie } });
    const begun = await get('/v1/session/oidc');
    const answer = await fetch(String(begun.headers.location), { redirect: 'manual' }).catch(() => null);
    const { pathname, search } = new URL(answer?.headers.get('location') ?? PUBLIC_URL);
    const finished = await get(pathname + search, String(begun.headers['set-cookie']).split(';')[0]);
    await gateway.stop();
    await issuer.stop();
    return { exchange: issuer.exchanges[0], begun: begun.headers.location, location: finished.headers.location };
  };

  it('is public without a secret', async () => {
    const { exchange, location } = await exchanged({});
    expect([exchange?.authorization, exchange?.body.get('client_id'), location]).toEqual([undefined, CLIENT_ID, '/']);
  });

  it.each([
    ['in the header, the default of issuers', undefined, `Basic ${btoa('querent%2Dconsole:s3cret%2F%2B')}`, null],
    ['in the body if the issuer accepts no other', ['client_secret_post'], undefined, 's3cret/+'],
  ])('sends its secret %s', async (_, supported, authorization, inBody) => {
    const metadata = { token_endpoint_auth_methods_supported: supported };
    const { exchange, location } = await exchanged({ OIDC_CLIENT_SECRET: 's3cret/+' }, metadata);
    expect([exchange?.authorization, exchange?.body.get('client_secret'), location]).toEqual([
      authorization,
      inBody,
      '/',
    ]);
  });

  it.each([
    ['of another issuer', { issuer: 'https://evil.example' }],
    ['with an address without https', { authorization_endpoint: 'http://id.example/authorize' }],
    ['without an address', { authorization_endpoint: undefined }],
  ])('uses no metadata %s', async (_, metadata) => {
    expect((await exchanged({}, metadata)).begun).toBe('/?problem=sign_in_failed');
  });

  it('sends no code to an address without https', async () => {
    const { location } = await exchanged({}, { token_endpoint: 'http://id.example/token' });
    expect(location).toBe('/?problem=sign_in_failed');
  });
});

it('without a client there is no sign-in with the issuer', async () => {
  const gateway = await startGateway();
  const get = (url: string) => gateway.request({ url, as: null });
  expect((await get('/v1/session/methods')).json()).toEqual({ key: true, oidc: null });
  for (const url of ['/v1/session/oidc', '/v1/session/callback?state=x&code=y'])
    expect((await get(url)).json().code).toBe('not_found');
  await gateway.stop();
});

it('a sign-in without Redis ends at a page too', async () => {
  const issuer = await startOpenIdIssuer();
  const gateway = await startGateway({ ...envOf(issuer), OIDC_LABEL: 'Acme login' });
  const get = (url: string) =>
    gateway.request({ url, as: null, headers: { ...own, cookie: `__Host-querent-sign-in=${'A'.repeat(43)}` } });
  expect((await get('/v1/session/methods')).json().oidc.label).toBe('Acme login');
  gateway.services.redis.disconnect();
  expect((await get('/v1/session/oidc?returnTo=/ask')).headers.location).toBe('/ask?problem=unavailable');
  expect((await get('/v1/session/callback?state=x&code=y')).headers.location).toBe('/?problem=unavailable');
  await gateway.stop();
  await issuer.stop();
});

it.each([
  [{ OIDC_CLIENT_ID: 'x' }, 'OIDC_CLIENT_ID: needs JWT_ISSUER'],
  [{ OIDC_CLIENT_ID: 'x', JWT_ISSUER: 'https://id.example', JWT_AUDIENCE: 'x' }, 'OIDC_CLIENT_ID: needs PUBLIC_URL'],
  [
    { OIDC_CLIENT_ID: 'x', JWT_ISSUER: 'https://id.example', PUBLIC_URL: 'http://q.example' },
    'OIDC_CLIENT_ID: needs a PUBLIC_URL with https',
  ],
  [{ OIDC_SCOPES: 'profile' }, 'OIDC_SCOPES: must contain openid'],
])('a gateway does not start with %j', (env, mistake) => {
  expect(() => loadEnv(gatewayEnvSchema, env)).toThrow(mistake);
});
