import { createHmac } from 'node:crypto';
import { waitFor } from '@querent/testing';
import { errors, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { AUDIENCE, startTokenIssuer, type TokenIssuer } from '../../testing/token-issuer';
import { COOL_DOWN_MS, IssuerUnavailableError } from './issuer-unavailable-error';
import { IssuerKeys } from './issuer-keys';
import { tokenCallers, type FindTokenCaller } from './token-callers';
import { tokenSettingsOf } from './token-env';

const now = (): number => Math.floor(Date.now() / 1_000);
const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
const quiet = { debug: () => undefined, warn: () => undefined } as never;

describe('a token of the issuer', () => {
  let issuer: TokenIssuer;
  let find: FindTokenCaller;
  const settings = () => ({
    issuer: issuer.url,
    audiences: [AUDIENCE],
    jwksUrl: null,
    claims: { tenant: 'tenant', scopes: 'scope', connections: 'connections' },
  });
  beforeAll(async () => {
    issuer = await startTokenIssuer();
    find = tokenCallers(settings(), quiet);
  });
  afterAll(() => issuer.stop());

  it('names a caller with a stable name, its tenant, scopes, connections and expiry', async () => {
    const exp = now() + 60;
    const caller = await find(await issuer.token({ exp, scope: 'query sql:read unknown', connections: ['shop'] }));
    expect(caller).toEqual({
      name: expect.stringMatching(/^jwt:user\|1:[\w-]{22}$/),
      tenant: 'acme',
      scopes: ['query', 'sql:read'],
      connections: ['shop'],
      expiresAt: new Date((exp + 30) * 1_000).toISOString(),
    });
    expect((await find(await issuer.token({ tenant: 'other' })))?.name).toBe(caller?.name);
    expect((await find(await issuer.token({ sub: 'user_1' })))?.name).not.toBe(caller?.name);
    const long = await find(await issuer.token({ sub: 'ü'.repeat(900) }));
    expect(long?.name).toHaveLength(63);
  });

  it.each<[string, Record<string, unknown>, unknown]>([
    ['a list of scopes', { scope: ['admin', 'query'] }, ['query', 'admin']],
    ['no scope', { scope: undefined }, []],
    ['unknown scopes alone', { scope: 'root Query query:all' }, []],
  ])('with %s grants the known scopes alone', async (_, claims, scopes) => {
    expect((await find(await issuer.token(claims)))?.scopes).toEqual(scopes);
  });

  it.each<[string, Record<string, unknown> | (() => Record<string, unknown>)]>([
    ['another audience', { aud: 'other' }],
    ['no audience', { aud: undefined }],
    ['another issuer', { iss: 'https://other.example' }],
    ['the issuer with a slash', () => ({ iss: `${issuer.url}/` })],
    ['no expiry', { exp: undefined }],
    ['an expiry in the past', () => ({ exp: now() - 31 })],
    ['an expiry as text', () => ({ exp: String(now() + 60) })],
    ['a start in the future', () => ({ nbf: now() + 60 })],
    ['no subject', { sub: undefined }],
    ['an empty subject', { sub: '' }],
    ['no tenant', { tenant: undefined }],
    ['several tenants', { tenant: ['acme', 'evil'] }],
    ['a long tenant', { tenant: 'a'.repeat(65) }],
    ['scopes of another type', { scope: { query: true } }],
    ['connections of another type', { connections: null }],
    ['a bound key', { cnf: { jkt: 'x' } }],
  ])('with %s is refused', async (_, claims) => {
    expect(await find(await issuer.token(typeof claims === 'function' ? claims() : claims))).toBeNull();
  });

  it('may be off by 30 seconds, and may expire in the far future', async () => {
    expect(await find(await issuer.token({ exp: now() - 25 }))).not.toBeNull();
    expect(await find(await issuer.token({ nbf: now() + 25 }))).not.toBeNull();
    expect((await find(await issuer.token({ exp: 1e300 })))?.expiresAt).toBe('9999-12-31T23:59:59.000Z');
    expect(await find(await issuer.token({ aud: ['other', AUDIENCE] }))).not.toBeNull();
  });

  it.each(['JWT', 'at+jwt', 'application/at+JWT', undefined])('may be of type %s', async (typ) => {
    expect(await find(await issuer.token({}, { typ }))).not.toBeNull();
  });

  it.each(['logout+jwt', 'dpop+jwt', ''])('of type "%s" is refused', async (typ) => {
    expect(await find(await issuer.token({}, { typ }))).toBeNull();
  });

  it('is refused when a part of it was changed', async () => {
    const [header = '', payload = '', signature = ''] = (await issuer.token()).split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
    const forged = encoded({ ...claims, scope: 'admin operate' });
    for (const token of [
      `${header}.${forged}.${signature}`,
      `${header}.${payload}.${'A'.repeat(86)}`,
      `${encoded({ alg: 'none' })}.${forged}.`,
      `${encoded({ alg: 'none' })}.${forged}.AA`,
      `${encoded({ alg: 'ES256', kid: issuer.signing().kid, crit: ['x'], x: 1 })}.${payload}.${signature}`,
      `${header}.${payload}`,
      'a.b.c',
    ])
      expect([token, await find(token)]).toEqual([token, null]);
  });

  it('is refused when a public key of the issuer is its HMAC secret', async () => {
    const { publicJwk, kid } = issuer.signing();
    const payload = (await issuer.token()).split('.')[1];
    for (const secret of [JSON.stringify(publicJwk), publicJwk.x ?? '']) {
      const signed = `${encoded({ alg: 'HS256', kid })}.${payload}`;
      const mac = createHmac('sha256', secret).update(signed).digest('base64url');
      expect(await find(`${signed}.${mac}`)).toBeNull();
    }
  });

  it('is refused when it brings its key along', async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
    const token = await new SignJWT({ tenant: 'acme', scope: 'admin', sub: 'x' })
      .setProtectedHeader({ alg: 'ES256', jwk: await exportJWK(publicKey), jku: 'https://evil.example/jwks' })
      .setIssuer(issuer.url)
      .setAudience(AUDIENCE)
      .setExpirationTime('5m')
      .sign(privateKey);
    expect(await find(token)).toBeNull();
  });

  it('is refused by a shared secret in the key set', async () => {
    const secret = Buffer.alloc(32, 7);
    const kid = 'shared';
    issuer.answerWith((request, response) =>
      response.end(
        request.url === '/jwks'
          ? JSON.stringify({ keys: [{ kty: 'oct', k: secret.toString('base64url'), kid, alg: 'HS256' }] })
          : JSON.stringify({ issuer: issuer.url, jwks_uri: `${issuer.url}/jwks` }),
      ),
    );
    const signed = `${encoded({ alg: 'HS256', kid })}.${(await issuer.token()).split('.')[1]}`;
    const mac = createHmac('sha256', secret).update(signed).digest('base64url');
    expect(await tokenCallers(settings(), quiet)(`${signed}.${mac}`)).toBeNull();
    issuer.answerWith(null);
  });
});

describe('the keys of an issuer', () => {
  let issuer: TokenIssuer;
  let clock: number;
  let warnings: string[];
  beforeEach(async () => {
    issuer = await startTokenIssuer();
    clock = 0;
    warnings = [];
  });
  afterEach(() => issuer.stop());

  const opened = (jwksUrl: string | null = null): IssuerKeys =>
    new IssuerKeys(
      { issuer: issuer.url, jwksUrl },
      { now: () => clock, warn: (error) => warnings.push((error as Error).message) },
    );
  const keyOf = (keys: IssuerKeys, kid = issuer.signing().kid) =>
    keys.keyOf({ alg: 'ES256', kid }, { payload: '', signature: '' });

  it('are read once, by the first tokens together', async () => {
    const keys = opened();
    await Promise.all([keyOf(keys), keyOf(keys), keyOf(keys)]);
    await keyOf(keys);
    expect(issuer.keyReads()).toBe(1);
  });

  it('are read again for an unknown key, once per cool-down', async () => {
    const keys = opened();
    await keyOf(keys);
    await issuer.rotate();
    await expect(keyOf(keys)).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' });
    clock += COOL_DOWN_MS;
    await keyOf(keys);
    for (const kid of ['a', 'b', 'c'])
      await expect(keyOf(keys, kid)).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' });
    expect(issuer.keyReads()).toBe(2);
  });

  it('stay in use while the issuer is away; an unknown key is then neither accepted nor refused', async () => {
    const keys = opened();
    await keyOf(keys);
    issuer.answerWith((_, response) => response.writeHead(500).end());
    clock += 3_600_000;
    await keyOf(keys);
    await keyOf(keys);
    await expect(keyOf(keys, 'unknown')).rejects.toThrow(IssuerUnavailableError);
    issuer.answerWith(null);
    await expect(keyOf(keys, 'unknown')).rejects.toThrow(IssuerUnavailableError);
    clock += COOL_DOWN_MS;
    await expect(keyOf(keys, 'unknown')).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' });
  });

  it('that the issuer withdrew are forgotten in the background', async () => {
    const keys = opened(`${issuer.url}/jwks`);
    const { kid } = issuer.signing();
    await keyOf(keys);
    await issuer.rotate();
    clock += 3_600_000;
    await keyOf(keys);
    await keyOf(keys);
    await waitFor(async () => {
      const error: unknown = await keyOf(keys, kid).then(
        () => null,
        (reason: unknown) => reason,
      );
      return error instanceof errors.JWKSNoMatchingKey;
    });
  });

  it.each<[string, (url: string) => { status?: number; headers?: Record<string, string>; body: string }]>([
    ['of another issuer', (url) => ({ body: JSON.stringify({ issuer: `${url}/`, jwks_uri: `${url}/jwks` }) })],
    [
      'with keys elsewhere without https',
      (url) => ({ body: JSON.stringify({ issuer: url, jwks_uri: 'http://example.com/' }) }),
    ],
    ['that redirects', () => ({ status: 302, headers: { location: '/jwks' }, body: '' })],
    ['without JSON', () => ({ body: '<html>' })],
    ['of another form', () => ({ body: '[]' })],
    ['that is too large', () => ({ body: `"${'x'.repeat(300_000)}"` })],
  ])('are not read from metadata %s', async (_, answer) => {
    issuer.answerWith((request, response) => {
      const { status = 200, headers = {}, body } = answer(issuer.url);
      response.writeHead(status, headers).end(request.url === '/jwks' ? '{"keys":[]}' : body);
    });
    await expect(keyOf(opened())).rejects.toThrow(IssuerUnavailableError);
    expect(warnings).toHaveLength(1);
    expect(issuer.keyReads()).toBe(0);
  });
});

it('is accepted for the address of /mcp, unless audiences are configured', () => {
  const env = {
    JWT_ISSUER: 'https://id.example',
    JWT_TENANT_CLAIM: 't',
    JWT_SCOPE_CLAIM: 's',
    JWT_CONNECTIONS_CLAIM: 'c',
    PUBLIC_URL: 'https://querent.example.com/x',
  };
  expect(tokenSettingsOf(env)?.audiences).toEqual(['https://querent.example.com/mcp']);
  expect(tokenSettingsOf({ ...env, JWT_AUDIENCE: 'a, b' })?.audiences).toEqual(['a', 'b']);
  expect(tokenSettingsOf({ ...env, JWT_ISSUER: undefined })).toBeNull();
});
