import { startGateway, type GatewayUnderTest, type KeyName } from '../testing/gateway-under-test';

const address = '/v1/connections/hall/model/impact';

describe('the first draft of a model', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.stop());
  const draft = (name: string, as: KeyName, headers: Record<string, string> = {}) =>
    gateway.request({ method: 'POST', url: `/v1/connections/${name}/model/draft`, as, headers });

  it('is a valid file, as JSON or as YAML', async () => {
    const { yaml } = (await draft('hall', 'root')).json();
    expect(yaml).toContain('order_no_pk: { label: { zh: 订单号, en: order no pk }, role: key }');
    const asYaml = await draft('hall', 'root', { accept: 'application/yaml' });
    expect([asYaml.headers['content-type'], asYaml.body]).toEqual(['application/yaml; charset=utf-8', yaml]);
    const written = await gateway.request({
      method: 'PUT',
      url: '/v1/connections/hall/model',
      as: 'root',
      payload: yaml,
      headers: { 'content-type': 'application/yaml', 'if-none-match': '*' },
    });
    expect(written.statusCode).toBe(201);
  });

  it.each<[string, KeyName, number]>([
    ['hall', 'chief', 403],
    ['hall', 'alice', 403],
    ['hall', 'eve', 404],
    ['shop', 'eve', 200],
    ['fresh', 'root', 503],
    ['nowhere', 'root', 404],
  ])('of %s for the key %s answers %i', async (name, as, status) => {
    expect((await draft(name, as)).statusCode).toBe(status);
  });
});

describe('comparing a draft of a model', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.stop());
  afterEach(async () => {
    const { redis } = gateway.services;
    const keys = await redis.keys('querent:{impact:*');
    if (keys.length > 0) await redis.del(...keys);
  });

  const begin = (payload?: object | string, as: KeyName = 'root', url = address) =>
    gateway.request({
      method: 'POST',
      url,
      as,
      ...(payload === undefined ? {} : { payload }),
      headers: typeof payload === 'string' ? { 'content-type': 'application/yaml' } : {},
    });
  const read = (id: string, as: KeyName = 'root', headers: Record<string, string> = {}) =>
    gateway.request({ url: `${address}/${id}`, as, headers });
  const job = (id: string) => gateway.services.impactQueue.queue.getJob(id);

  it('answers 202 with the address of a job, whose job is in the queue', async () => {
    const response = await begin('tables: { t_order_2024: { label: { en: booking } } }\n');
    const { id } = response.json();
    expect([response.statusCode, response.headers['location']]).toEqual([202, `${address}/${id}`]);
    expect(response.json()).toMatchObject({ status: 'queued', connection: 'hall', summary: null, changes: [] });
    expect((await job(id))?.data).toEqual({ tenant: 'acme', id });
    expect(await gateway.services.impacts.draftOf('acme', id)).toContain('booking');
    await gateway.request({ method: 'POST', url: `${address}/${id}/cancel`, as: 'root' });
  });

  it('without a body compares with no model file', async () => {
    const { id } = (await begin()).json();
    expect(await gateway.services.impacts.draftOf('acme', id)).toBeNull();
  });

  it('refuses an invalid draft with every mistake and its line', async () => {
    const response = await begin('tables:\n  nowhere: {}\n  t_order_2024: { columns: { missing: {} } }\n');
    expect(response.statusCode).toBe(422);
    expect(response.json().errors.map(({ path, line }: { path: string; line: number }) => [path, line])).toEqual([
      ['tables.nowhere', 2],
      ['tables.t_order_2024.columns.missing', 3],
    ]);
  });

  it('shows no name of the database in the mistakes to a key without sql:read', async () => {
    const response = await begin({ tables: { t_order_204: {} } }, 'chief');
    expect(response.statusCode).toBe(422);
    expect(response.body).not.toContain('t_order_2024');
    expect((await begin({}, 'chief')).statusCode).toBe(202);
  });

  it('allows one comparison of a tenant at a time, and adds a job that was lost', async () => {
    const { id } = (await begin({})).json();
    await (await job(id))?.remove();
    const refused = await begin({});
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'comparison_running']);
    expect(refused.headers).toMatchObject({ location: `${address}/${id}`, 'retry-after': '1' });
    expect(await job(id)).toBeDefined();
    await (await job(id))?.remove();
    await read(id);
    expect(await job(id)).toBeDefined();
    await gateway.request({ method: 'POST', url: `${address}/${id}/cancel`, as: 'root' });
    expect((await begin({})).statusCode).toBe(202);
  });

  it('has a tag that changes with the progress', async () => {
    const { id } = (await begin({})).json();
    const first = await read(id);
    const tag = String(first.headers['etag']);
    expect(first.headers['retry-after']).toBe('1');
    expect((await read(id, 'root', { 'if-none-match': tag })).statusCode).toBe(304);
    await gateway.services.impacts.progress('acme', id, { done: 1, of: 2 });
    const second = await read(id, 'root', { 'if-none-match': tag });
    expect([second.statusCode, second.json().progress]).toEqual([200, { done: 1, of: 2 }]);
  });

  it('is cancelled once; a second request changes nothing', async () => {
    const { id } = (await begin({})).json();
    const cancel = () => gateway.request({ method: 'POST', url: `${address}/${id}/cancel`, as: 'root' });
    const [first, second] = [await cancel(), await cancel()];
    expect([first.statusCode, first.json().status]).toEqual([202, 'cancelled']);
    expect([second.statusCode, second.json()]).toEqual([202, first.json()]);
    expect((await read(id)).headers['retry-after']).toBeUndefined();
  });

  it('is unknown to another tenant and to an operator of another tenant', async () => {
    const shop = '/v1/connections/shop/model/impact';
    const { id } = (await begin({}, 'opsSql', shop)).json();
    expect((await gateway.request({ url: `${shop}/${id}`, as: 'opsSql' })).statusCode).toBe(200);
    // Administrators of tenants that share a connection may not change its model.
    expect((await gateway.request({ url: `${shop}/${id}`, as: 'eve' })).statusCode).toBe(403);
    expect((await read(id)).statusCode).toBe(404);
    const { id: own } = (await begin({})).json();
    expect((await read(own, 'opsSql')).statusCode).toBe(404);
    const cancelled = await gateway.request({ method: 'POST', url: `${address}/${own}/cancel`, as: 'opsSql' });
    expect(cancelled.statusCode).toBe(404);
    expect((await read(own)).json().status).toBe('queued');
  });

  it.each<[KeyName, number]>([
    ['alice', 403],
    ['eve', 404],
    ['ops', 202],
  ])('the key %s gets %i', async (as, status) => {
    expect((await begin({}, as)).statusCode).toBe(status);
  });
});
