import type { LightMyRequestResponse } from 'fastify';
import { parse } from 'yaml';
import { startGateway, type GatewayUnderTest, type KeyName } from '../testing/gateway-under-test';

const YAML = { 'content-type': 'application/yaml' };
const MODEL = '/v1/connections/shop/model';
const model = (label: string): string => `# kept\ntables:\n  t_order_2024:\n    label: { en: ${label} }\n`;

describe('the configuration over the API', () => {
  let one: GatewayUnderTest;
  let two: GatewayUnderTest;

  beforeAll(async () => {
    one = await startGateway({ QUERENT_SECRET_KEY: 'a secret of thirty-two characters' });
    two = await startGateway({ QUERENT_SECRET_KEY: 'a secret of thirty-two characters' }, one.redis);
  });
  afterAll(async () => {
    await two.stop();
    await one.stop();
  });

  const send = (
    method: 'GET' | 'PUT' | 'POST' | 'DELETE',
    url: string,
    options: { as?: KeyName; headers?: Record<string, string>; payload?: string | object; at?: GatewayUnderTest } = {},
  ): Promise<LightMyRequestResponse> => {
    const { at = one, as = 'opsSql', ...rest } = options;
    return at.request({ method, url, as, ...rest });
  };
  const tagAt = async (url: string, as: KeyName = 'opsSql'): Promise<string> =>
    String((await send('GET', url, { as })).headers['etag']);
  /** Writes over whatever is in force. */
  const put = async (
    url: string,
    payload: string | object,
    as: KeyName = 'opsSql',
  ): Promise<LightMyRequestResponse> => {
    const { etag } = (await send('GET', url, { as, headers: { accept: 'application/yaml, application/json' } }))
      .headers;
    return send('PUT', url, {
      as,
      payload,
      headers: {
        ...(etag === undefined ? { 'if-none-match': '*' } : { 'if-match': etag }),
        ...(typeof payload === 'string' ? YAML : {}),
      },
    });
  };
  const text = async (url: string, at = one): Promise<string> =>
    (await send('GET', url, { at, headers: { accept: 'application/yaml' } })).body;
  const within2s = async (check: () => Promise<boolean>): Promise<void> => {
    const until = performance.now() + 2_000;
    while (!(await check())) {
      if (performance.now() > until) throw new Error('not in force after two seconds');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };

  it('writes a model that is in force in every gateway within two seconds, byte for byte', async () => {
    const created = await put(MODEL, model('orders'));
    expect([created.statusCode, created.json()]).toEqual([
      201,
      { kind: 'model', name: 'shop', layer: 'revision', revision: expect.stringMatching(/^\d+$/) },
    ]);
    expect(await text(MODEL)).toBe(model('orders'));
    await within2s(async () => (await text(MODEL, two)) === model('orders'));
    const shown = (await send('GET', MODEL, { as: 'root', at: two })).json();
    expect(shown).toMatchObject({
      layer: 'revision',
      model: { tables: { t_order_2024: { label: { en: 'orders' } } } },
    });
  });

  it('lets one of two administrators win, and shows the other the difference', async () => {
    const read = await tagAt(MODEL);
    const headers = { ...YAML, 'if-match': read };
    const replies = await Promise.all(
      [one, two].map((at, n) => send('PUT', MODEL, { at, headers, payload: model(`side ${n}`) })),
    );
    const [won, lost] = replies.toSorted((a, b) => a.statusCode - b.statusCode);
    expect([won?.statusCode, lost?.statusCode]).toEqual([200, 412]);
    const winner = replies.indexOf(won as LightMyRequestResponse);
    expect(lost?.json()).toMatchObject({ code: 'precondition_failed', difference: expect.stringContaining('@@') });
    expect(lost?.json().difference).toContain(`-    label: { en: side ${winner} }`);
    expect(lost?.json().difference).toContain(`+    label: { en: side ${1 - winner} }`);
    expect(lost?.headers['etag']).toBe(won?.headers['etag']);
  });

  it.each([
    ['nothing', {}],
    ['any version', { 'if-match': '*' }],
    ['another version', { 'if-match': '"other"' }],
    ['a new item', { 'if-none-match': '*' }],
  ])('refuses a change of an item whose writer states %s', async (_what, headers: Record<string, string>) => {
    const before = await text(MODEL);
    expect((await send('PUT', MODEL, { headers: { ...headers, ...YAML }, payload: model('x') })).statusCode).toBe(412);
    expect((await send('DELETE', MODEL, { headers })).statusCode).toBe(412);
    expect(await text(MODEL)).toBe(before);
  });

  it.each([
    [
      'connections',
      '/v1/connections/hall',
      'url: ${DATABASE_URL}\ncolour: red\nlimits:\n  maxRows: -1\n',
      [
        { path: 'colour', line: 2 },
        { path: 'limits.maxRows', line: 4 },
      ],
    ],
    ['addresses', '/v1/connections/hall', 'url: mysql://x/y\n', [{ path: 'url' }]],
    [
      'models',
      MODEL,
      'tables:\n  t_order_2024:\n    columns:\n      nothing: { label: { en: none } }\n',
      [{ line: 4 }],
    ],
    ['YAML', MODEL, 'tables: [\n', [{ path: '(body)' }]],
    ['agents', '/v1/agents/desk', 'connections: [shop, nowhere]\n', [{ path: 'connections[1]', line: 1 }]],
  ])('refuses a bad text whole, with path and line: %s', async (_kind, url, payload, errors) => {
    const before = one.services.catalog.head();
    const as = url.startsWith('/v1/agents') ? 'root' : 'opsSql';
    const refused = await put(url, payload, as);
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'configuration_invalid']);
    expect(refused.json().errors).toEqual(errors.map((error) => expect.objectContaining(error)));
    expect(one.services.catalog.head()).toBe(before);
  });

  it('finds the mistakes of a model without storing it', async () => {
    await put(MODEL, model('x'));
    const before = one.services.catalog.head();
    const validate = (payload: string | object, headers = {}): Promise<LightMyRequestResponse> =>
      send('POST', `${MODEL}/validate`, { payload, headers });
    expect((await validate(model('x'), YAML)).json()).toEqual({ valid: true, problems: [] });
    const inChinese = { 'accept-language': 'zh' };
    const wrong = { tables: { t_order_2024: { lable: 'x' } } };
    expect((await validate(wrong, inChinese)).json().problems).toMatchObject([
      { message: expect.stringMatching(/^未知的键“lable”/) },
    ]);
    const headers = { ...inChinese, 'if-match': await tagAt(MODEL) };
    const refused = await send('PUT', MODEL, { payload: wrong, headers });
    expect(refused.json().errors[0].message).toMatch(/^未知的键“lable”/);
    const { valid, problems } = (await validate({ tables: { nowhere: {} } })).json();
    expect([valid, problems]).toEqual([false, [{ path: 'tables.nowhere', message: expect.any(String) }]]);
    expect(one.services.catalog.head()).toBe(before);
  });

  it('never shows a secret, keeps it if it is not written again, and stores it encrypted', async () => {
    const url = '/v1/connections/vault';
    const secret = 'pa55word-of-the-vault';
    const created = await put(url, {
      url: `postgres://reader:${secret}@db:5432/vault`,
      label: { en: 'vault' },
      roles: { acme: `postgres://acme:${secret}@db:5432/vault` },
    });
    expect(created.statusCode).toBe(201);
    const stored = await one.services.redis.get(
      one.services.store.keys.configuration().revision(created.json().revision),
    );
    const replies = [
      created,
      await send('GET', url),
      await send('GET', url, { headers: { accept: 'application/yaml' } }),
      await send('GET', `/v1/revisions/${created.json().revision}`),
      await send('GET', '/v1/revisions'),
      await send('GET', '/v1/export'),
      await send('GET', '/v1/audit', { as: 'opsSql' }),
    ];
    expect(`${stored}${replies.map(({ body }) => body).join('')}`).not.toContain(secret);
    expect(parse(await text(url))).toEqual({ url: null, label: { en: 'vault' }, roles: { acme: null } });

    const before = one.services.catalog.item('connections/vault.yaml').text;
    const again = await put(url, (await text(url)).replace('en: vault', 'en: safe'));
    expect(again.statusCode).toBe(200);
    const after = one.services.catalog.item('connections/vault.yaml').text;
    expect(parse(String(after))).toEqual({ ...parse(String(before)), label: { en: 'safe' } });
    expect(parse(String(after)).url).toMatch(/^enc:v1:/);
  });

  it('keeps an agent to its tenant, and agents of files read-only', async () => {
    expect((await put('/v1/agents/desk', { instructions: 'be brief', connections: ['shop'] }, 'root')).statusCode).toBe(
      201,
    );
    expect((await one.ask({ agent: 'desk' })).request.agent).toBe('desk');
    const foreign = await send('POST', '/v1/queries', {
      as: 'eve',
      payload: { connection: 'shop', question: 'how many orders', agent: 'desk' },
    });
    expect([foreign.statusCode, foreign.json().code]).toEqual([404, 'agent_unknown']);
    expect((await send('GET', '/v1/agents/desk', { as: 'eve' })).statusCode).toBe(404);
    expect((await send('GET', '/v1/agents', { as: 'eve' })).body).not.toContain('desk');
    const fixed = await put('/v1/agents/seller', { instructions: 'x' }, 'root');
    expect([fixed.statusCode, fixed.json().code]).toEqual([409, 'item_read_only']);
  });

  it('creates a key that works everywhere, grants no more than its maker has, and revokes it', async () => {
    const made = await send('POST', '/v1/keys', {
      as: 'chief',
      payload: { name: 'report 1', scopes: ['query'], expiresAt: '2099-01-01T00:00:00Z' },
    });
    expect([made.statusCode, made.json()]).toEqual([
      201,
      expect.objectContaining({ name: 'report 1', tenant: 'acme', layer: 'revision', secret: expect.any(String) }),
    ]);
    const { secret } = made.json();
    const ask = (at: GatewayUnderTest): Promise<LightMyRequestResponse> =>
      at.request({ method: 'GET', url: '/v1/queries', as: null, headers: { authorization: `Bearer ${secret}` } });
    expect((await ask(one)).statusCode).toBe(200);
    await within2s(async () => (await ask(two)).statusCode === 200);
    expect((await send('GET', '/v1/keys', { as: 'chief' })).body).not.toMatch(/sha256|qk_/);
    expect((await send('GET', '/v1/keys', { as: 'eve' })).body).not.toContain('report 1');

    const refused = async (payload: object, as: KeyName): Promise<string> =>
      (await send('POST', '/v1/keys', { as, payload })).json().code;
    expect(await refused({ name: 'a', scopes: ['sql:read'] }, 'chief')).toBe('forbidden');
    expect(await refused({ name: 'a', scopes: ['operate'] }, 'root')).toBe('forbidden');
    expect(await refused({ name: 'a', scopes: ['query'], tenant: 'evil' }, 'root')).toBe('forbidden');
    expect(await refused({ name: 'report 1', scopes: ['query'] }, 'root')).toBe('name_taken');

    expect((await send('DELETE', '/v1/keys/report%201', { as: 'eve' })).statusCode).toBe(404);
    expect((await send('DELETE', '/v1/keys/report%201', { as: 'chief' })).statusCode).toBe(204);
    expect((await ask(one)).statusCode).toBe(401);
    await within2s(async () => (await ask(two)).statusCode === 401);
  });

  it('revokes a key of the keys file, and undoes that', async () => {
    const bob = (): Promise<LightMyRequestResponse> => send('GET', '/v1/queries', { as: 'bob' });
    expect((await send('DELETE', '/v1/keys/bob', { as: 'root' })).statusCode).toBe(204);
    expect((await bob()).statusCode).toBe(401);
    const [last] = (await send('GET', '/v1/revisions?kind=key&name=bob', { as: 'root' })).json().revisions;
    expect((await send('POST', `/v1/revisions/${last.id}/restore?state=before`, { as: 'root' })).statusCode).toBe(200);
    expect((await bob()).statusCode).toBe(200);
  });

  it('lets an administrator restore no key that has more rights, also one of the keys file', async () => {
    // root has `sql:read`, and chief does not.
    expect((await send('DELETE', '/v1/keys/alice', { as: 'root' })).statusCode).toBe(204);
    const [ended] = (await send('GET', '/v1/revisions?kind=key&name=alice', { as: 'chief' })).json().revisions;
    const undo = (as: KeyName): Promise<LightMyRequestResponse> =>
      send('POST', `/v1/revisions/${ended.id}/restore?state=before`, { as });
    expect((await undo('chief')).statusCode).toBe(403);
    expect((await send('GET', '/v1/queries', { as: 'alice' })).statusCode).toBe(401);
    expect((await undo('root')).statusCode).toBe(200);
    expect((await send('GET', '/v1/queries', { as: 'alice' })).statusCode).toBe(200);
  });

  it('restores byte for byte, and returns to the file', async () => {
    const texts = ['first', 'second', 'third'].map(model);
    const ids: string[] = [];
    for (const wanted of texts) ids.push((await put(MODEL, wanted)).json().revision);
    for (const [n, id] of ids.entries()) {
      expect((await send('POST', `/v1/revisions/${id}/restore`)).statusCode).toBe(200);
      expect(await text(MODEL)).toBe(texts[n]);
    }
    const deleted = await send('DELETE', MODEL, { headers: { 'if-match': await tagAt(MODEL) } });
    expect(deleted.statusCode).toBe(204);
    expect((await send('GET', MODEL, { headers: { accept: 'application/yaml' } })).statusCode).toBe(404);
    const all = (await send('GET', '/v1/revisions?kind=model&name=shop&limit=200')).json().revisions;
    expect((await send('POST', `/v1/revisions/${all.at(-1).id}/restore?state=before`)).statusCode).toBe(200);
    expect(one.services.catalog.item('models/shop.yaml')).toEqual({ layer: 'none', text: null, revision: null });
  });

  it('records every change with its difference in the audit trail, without secrets', async () => {
    await put(MODEL, model('audited'));
    const { entries } = (await send('GET', '/v1/audit?kind=administered&limit=1000')).json();
    expect(entries.map(({ detail }: { detail: string }) => detail)).toContainEqual(
      expect.stringContaining('put models/shop.yaml'),
    );
    expect(JSON.stringify(entries)).toContain('+    label: { en: audited }');
  });

  it('shows an administrator the changes of the tenant alone', async () => {
    const seen = (await send('GET', '/v1/revisions?limit=200', { as: 'eve' })).json().revisions;
    expect(
      seen.filter(({ kind, tenant }: { kind: string; tenant: string }) => kind !== 'model' && tenant !== 'evil'),
    ).toEqual([]);
    const own = (await send('GET', '/v1/revisions?limit=200', { as: 'root' })).json().revisions;
    expect(own.map(({ name }: { name: string }) => name)).toContain('report 1');
    const key = own.find(({ kind }: { kind: string }) => kind === 'key');
    expect((await send('GET', `/v1/revisions/${key.id}`, { as: 'eve' })).statusCode).toBe(404);
  });

  it('lets only an operator change a model that other tenants use', async () => {
    const shared = await put(MODEL, model('mine'), 'root');
    expect(shared.statusCode).toBe(403);
    expect((await put('/v1/connections/hall/model', model('hall'), 'root')).statusCode).toBe(201);
  });

  it('lets an operator delete a model whose connection was removed, and refuses to write one', async () => {
    const url = '/v1/connections/passing';
    await put(url, { url: '${DATABASE_URL}' });
    const written = await put(`${url}/model`, {});
    expect(written.statusCode).toBe(201);
    await send('DELETE', url, { headers: { 'if-match': await tagAt(url) } });
    const tag = String(written.headers['etag']);
    expect((await send('PUT', '/v1/connections/other/model', { payload: {} })).json().code).toBe('connection_unknown');
    expect((await send('DELETE', `${url}/model`, { as: 'root', headers: { 'if-match': tag } })).statusCode).toBe(404);
    expect((await send('DELETE', `${url}/model`, { headers: { 'if-match': tag } })).statusCode).toBe(204);
  });

  it.each(['GET', 'POST', 'DELETE'] as const)('answers 404 to unknown items: %s', async (method) => {
    const urls = { GET: '/v1/revisions/999999', POST: '/v1/revisions/x/restore', DELETE: '/v1/keys/unknown' };
    expect((await send(method, urls[method], { as: 'opsSql' })).statusCode).toBe(404);
  });

  it('refuses YAML where it is not taken, and bodies that are no object', async () => {
    const yaml = await send('POST', '/v1/queries', { as: 'alice', headers: YAML, payload: 'question: x' });
    expect(yaml.statusCode).toBe(415);
    const list = await send('PUT', '/v1/connections/hall', { payload: [] });
    expect(list.statusCode).toBe(400);
  });
});
