import { AuditUnavailableError } from '@querent/audit';
import type { RunData } from '@querent/contracts';
import { failExhausted } from '@querent/saga';
import { routes } from '../openapi/route-table';
import { callOverHttp } from '../mcp/testing/mcp-clients';
import { pinId } from '../pins/pin-boards';
import { pause, startGateway, type GatewayUnderTest, type KeyName } from '../testing/gateway-under-test';

type Act = {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  payload?: object;
  as?: KeyName;
  headers?: Record<string, string>;
};

const RESTORED_SAMPLE = 'POST /v1/revisions/{id}/restore, of a sample';

describe('an action that cannot be recorded in the audit trail', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway({ QUERENT_SECRET_KEY: '0123456789abcdef'.repeat(4) });
  });
  afterAll(() => gateway.stop());

  const compiled: RunData['compiled'] = {
    sql: 'SELECT count(order_no_pk) AS c1 FROM t_order_2024',
    params: [],
    columns: [],
    probes: [],
  };
  const scope = { tenant: 'acme', connection: 'shop' };
  const paused = async (): Promise<string> => (await gateway.advance((await gateway.ask()).id, pause())).id;
  const answered = async (): Promise<string> => {
    const { id } = await gateway.ask({ cache: 'bypass' });
    const result = { blob: 'b', columns: [], output: [], rowCount: 0, truncated: false, skipped: [] };
    await gateway.advance(
      id,
      { event: 'planned', stage: 'intent' },
      { event: 'generated', stage: 'sql-generator', patch: { compiled } },
      { event: 'executed', stage: 'executor', patch: { result } },
      { event: 'presented', stage: 'chart' },
    );
    return id;
  };
  const letter = async (): Promise<string> => {
    const run = await gateway.ask({ cache: 'bypass' });
    await failExhausted(
      gateway.services.store,
      gateway.services.letters,
      { job: 'understand', payload: { runId: run.id, version: run.version, traceparent: run.traceparent } },
      'boom',
    );
    return `${run.id}-${run.version}`;
  };
  const sample = async (): Promise<string> => {
    const entry = {
      id: 'feedback-1',
      question: 'q',
      sql: 'SELECT count(*) FROM t_order_2024',
      source: 'feedback',
      status: 'pending',
      createdAt: '2026-11-21T00:00:00.000Z',
      by: 'alice',
    } as const;
    await gateway.services.sampleStore.change(scope, entry.id, () => entry, null);
    return entry.id;
  };

  const comparison = (): Promise<string> => {
    const createdAt = new Date().toISOString();
    return gateway.services.impacts.begin({
      id: 'i0000001',
      tenant: 'house',
      connection: 'shop',
      draft: null,
      isTried: false,
      createdAt,
    });
  };

  const isNew = { 'if-none-match': '*' };
  const tagged = async (url: string, as: KeyName): Promise<Record<string, string>> => ({
    'if-match': String((await gateway.request({ method: 'GET', url, as })).headers['etag']),
  });
  /** Writes an item and returns the request that deletes it. */
  const written = async (url: string, payload: object, as: KeyName): Promise<Act> => {
    await gateway.request({ method: 'PUT', url, payload, as, headers: isNew });
    return { method: 'DELETE', url, as, headers: await tagged(url, as) };
  };
  const key = async (name: string): Promise<Act> => {
    await gateway.request({ method: 'POST', url: '/v1/keys', payload: { name, scopes: ['query'] }, as: 'root' });
    return { method: 'DELETE', url: `/v1/keys/${name}`, as: 'root' };
  };

  const pin = async (question: string): Promise<string> => {
    const pinned = { question, connection: 'shop' };
    await gateway.request({ method: 'POST', url: '/v1/pins', payload: pinned });
    return `/v1/pins/${pinId(pinned)}`;
  };

  /** Requests to each route that changes something; a new route must be added here. */
  const acts: Record<string, () => Promise<Act>> = {
    'POST /v1/queries': async () => ({
      method: 'POST',
      url: '/v1/queries',
      payload: { question: 'how many in all', connection: 'shop' },
    }),
    'POST /v1/queries/{id}/clarification': async () => ({
      method: 'POST',
      url: `/v1/queries/${await paused()}/clarification`,
      payload: { clarificationId: 'cl1', optionId: 'o1' },
    }),
    'POST /v1/queries/{id}/cancel': async () => ({ method: 'POST', url: `/v1/queries/${await paused()}/cancel` }),
    'POST /v1/pins': async () => ({
      method: 'POST',
      url: '/v1/pins',
      payload: { question: 'first', connection: 'shop' },
    }),
    'PATCH /v1/pins/{id}': async () => ({ method: 'PATCH', url: await pin('second'), payload: { title: 'T' } }),
    'DELETE /v1/pins/{id}': async () => ({ method: 'DELETE', url: await pin('third') }),
    'POST /v1/dismissals': async () => ({
      method: 'POST',
      url: '/v1/dismissals',
      payload: { runId: await answered() },
      as: 'root',
    }),
    'DELETE /v1/dismissals/{id}': async () => {
      const payload = { runId: await answered() };
      const { id } = (await gateway.request({ method: 'POST', url: '/v1/dismissals', payload, as: 'root' })).json();
      return { method: 'DELETE', url: `/v1/dismissals/${id}`, as: 'root' };
    },
    'POST /v1/queries/{id}/share': async () => ({ method: 'POST', url: `/v1/queries/${await paused()}/share` }),
    'POST /v1/queries/{id}/feedback': async () => ({
      method: 'POST',
      url: `/v1/queries/${await answered()}/feedback`,
      payload: { rating: 'up' },
    }),
    'POST /v1/connections/{name}/refresh': async () => ({
      method: 'POST',
      url: '/v1/connections/shop/refresh',
      as: 'ops',
    }),
    'PUT /v1/connections/{name}': async () => ({
      method: 'PUT',
      url: '/v1/connections/added',
      payload: { url: '${DATABASE_URL}' },
      as: 'ops',
      headers: isNew,
    }),
    'DELETE /v1/connections/{name}': () => written('/v1/connections/removed', { url: '${DATABASE_URL}' }, 'ops'),
    'PUT /v1/connections/{name}/model': async () => ({
      method: 'PUT',
      url: '/v1/connections/hall/model',
      payload: {},
      as: 'root',
      headers: isNew,
    }),
    'DELETE /v1/connections/{name}/model': () => written('/v1/connections/shop/model', {}, 'opsSql'),
    'POST /v1/connections/{name}/model/impact': async () => ({
      method: 'POST',
      url: '/v1/connections/hall/model/impact',
      payload: {},
      as: 'root',
    }),
    'POST /v1/connections/{name}/model/impact/{id}/cancel': async () => ({
      method: 'POST',
      url: `/v1/connections/shop/model/impact/${await comparison()}/cancel`,
      as: 'opsSql',
    }),
    'PUT /v1/agents/{name}': async () => ({
      method: 'PUT',
      url: '/v1/agents/added',
      payload: { instructions: 'x' },
      as: 'root',
      headers: isNew,
    }),
    'DELETE /v1/agents/{name}': () => written('/v1/agents/removed', { instructions: 'x' }, 'root'),
    'POST /v1/keys': async () => ({
      method: 'POST',
      url: '/v1/keys',
      payload: { name: 'added', scopes: ['query'] },
      as: 'root',
    }),
    'DELETE /v1/keys/{name}': () => key('removed'),
    'POST /v1/browser-tokens': async () => ({ method: 'POST', url: '/v1/browser-tokens', payload: { user: 'ann' } }),
    'POST /v1/session': async () => ({ method: 'POST', url: '/v1/session', payload: { key: 'alice-key' } }),
    'DELETE /v1/session': async () => {
      const opened = await gateway.request({ method: 'POST', url: '/v1/session', payload: { key: 'alice-key' } });
      const cookie = String(opened.headers['set-cookie']).split(';')[0] ?? '';
      const headers = { cookie, host: 'localhost', origin: 'http://localhost' };
      return { method: 'DELETE', url: '/v1/session', headers };
    },
    'POST /v1/revisions/{id}/restore': async () => {
      await key('restored');
      return { method: 'POST', url: `/v1/revisions/${gateway.services.catalog.head()}/restore`, as: 'root' };
    },
    [RESTORED_SAMPLE]: async () => {
      await gateway.services.sampleStore.change(scope, await sample(), () => null, {
        by: { tenant: 'acme', key: 'root' },
      });
      const [last] = await gateway.services.sampleStore.log.list('acme', ['shop'], { below: null, limit: 1 });
      return { method: 'POST', url: `/v1/revisions/${last?.id}/restore?state=before`, as: 'root' };
    },
    'POST /v1/connections/{name}/samples': async () => ({
      method: 'POST',
      url: '/v1/connections/shop/samples',
      payload: { question: 'how many', sql: 'select count(*) from t_order_2024' },
      as: 'root',
    }),
    'POST /v1/connections/{name}/samples/{id}/approve': async () => ({
      method: 'POST',
      url: `/v1/connections/shop/samples/${await sample()}/approve`,
      as: 'root',
    }),
    'PATCH /v1/connections/{name}/samples/{id}': async () => {
      const url = `/v1/connections/shop/samples/${await sample()}`;
      return { method: 'PATCH', url, payload: { status: 'rejected' }, as: 'root', headers: await tagged(url, 'root') };
    },
    'DELETE /v1/connections/{name}/samples': async () => ({
      method: 'DELETE',
      url: `/v1/connections/shop/samples?id=${await sample()}`,
      as: 'root',
    }),
    'POST /v1/dead-letters/{id}/replay': async () => ({
      method: 'POST',
      url: `/v1/dead-letters/${await letter()}/replay`,
      as: 'root',
    }),
    'DELETE /v1/dead-letters/{id}': async () => ({
      method: 'DELETE',
      url: `/v1/dead-letters/${await letter()}`,
      as: 'ops',
    }),
    'DELETE /v1/preferences': async () => ({ method: 'DELETE', url: '/v1/preferences', as: 'root' }),
    'DELETE /v1/tenants/{tenant}/data': async () => ({
      method: 'DELETE',
      url: '/v1/tenants/acme/data',
      payload: { confirm: 'acme' },
      as: 'root',
    }),
    'DELETE /v1/cache': async () => ({ method: 'DELETE', url: '/v1/cache', as: 'root' }),
  };
  /** All stored data, except counters and timestamps. */
  const kept = async (): Promise<Record<string, string>> => {
    const { redis } = gateway.services;
    const keys = (await redis.keys('*')).filter(
      (key) => !/quota|turns|:meta$|idempotency|:flight:|:version$/.test(key),
    );
    return Object.fromEntries(
      await Promise.all(
        keys.sort().map(async (key) => [key, String((await redis.dumpBuffer(key))?.toString('base64'))]),
      ),
    );
  };
  /** The first four change nothing; the fifth answers 405; MCP answers 200, and is tested below. */
  const others = [
    'POST /v1/queries/explain',
    'POST /v1/connections/{name}/model/validate',
    'POST /v1/connections/{name}/model/draft',
    'POST /v1/preview',
    'DELETE /mcp',
    'POST /mcp',
  ];
  const acting = routes
    .map(({ method, path }) => `${method} ${path}`)
    .filter((route) => !route.startsWith('GET') && !others.includes(route));

  it.each([...acting, RESTORED_SAMPLE])('has no effect and answers 503: %s', async (route) => {
    const act = await acts[route]?.();
    expect(act).toBeDefined();
    const before = await kept();
    const trail = jest.spyOn(gateway.services.audit.trail, 'record').mockRejectedValue(new AuditUnavailableError());
    const erasures = jest.spyOn(gateway.services.snapshots, 'requestRefresh');
    const refused = await gateway.request(act as Act);
    trail.mockRestore();
    expect([refused.statusCode, refused.json().code]).toEqual([503, 'unavailable']);
    expect(await kept()).toEqual(before);
    expect(erasures).not.toHaveBeenCalled();
    erasures.mockRestore();
    expect((await gateway.request(act as Act)).statusCode).toBeLessThan(300);
  });

  it.each<[string, () => Promise<object>]>([
    ['ask', async () => ({ question: 'how many in all', connection: 'shop' })],
    ['reply', async () => ({ run_id: await paused(), clarification_id: 'cl1', option_id: 'o1' })],
    ['cancel', async () => ({ run_id: await paused() })],
    ['rate_answer', async () => ({ run_id: await answered(), rating: 'up' })],
  ])('has no effect and is refused over MCP: %s', async (tool, makeArgs) => {
    const args = await makeArgs();
    const before = await kept();
    const trail = jest.spyOn(gateway.services.audit.trail, 'record').mockRejectedValue(new AuditUnavailableError());
    const refused = await callOverHttp(gateway, tool, args);
    trail.mockRestore();
    expect(refused.json()).toMatchObject({ result: { isError: true } });
    expect(refused.body).toContain('unavailable');
    expect(await kept()).toEqual(before);
  });

  it('returns no webhook secret without an audit entry', async () => {
    const trail = jest.spyOn(gateway.services.audit.trail, 'record').mockRejectedValue(new AuditUnavailableError());
    const refused = await gateway.request({ url: '/v1/webhook-secret', as: 'root' });
    trail.mockRestore();
    expect([refused.statusCode, refused.body.includes('secret"')]).toEqual([503, false]);
  });

  it('records an operator’s action in the trail of the affected tenant', async () => {
    const { redis, audit } = gateway.services;
    const id = await letter();
    await gateway.request({ method: 'DELETE', url: `/v1/dead-letters/${id}`, as: 'ops' });
    const of = async (tenant: string) =>
      (await audit.trail.read({ tenant, kind: 'administered', key: 'ops' }, { limit: 1_000 })).entries.filter(
        ({ detail }) => detail?.includes(id),
      );
    expect([(await of('acme')).length, (await of('house')).length, (await of('evil')).length]).toEqual([1, 1, 0]);
    expect(await redis.ping()).toBe('PONG');
  });
});
