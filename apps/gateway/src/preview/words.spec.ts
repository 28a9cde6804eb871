import { writeFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { snapshotOf, startGateway, type GatewayUnderTest, type KeyName } from '../testing/gateway-under-test';

const MODEL = `
tables:
  t_order_2024:
    label: { zh: 订单, en: orders }
    synonyms: { en: [purchases, t_order_2024 rows] }
    columns:
      order_no_pk: { role: dimension, label: { zh: 单号, en: order number }, values: { 7: { en: [lucky] } } }
metrics:
  total: { label: { zh: 订单量, en: order count }, expression: count(t_order_2024.order_no_pk) }
`;

describe('GET /v1/connections/{name}/words', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway();
    await mkdir(join(gateway.configDir, 'models'), { recursive: true });
    await writeFile(join(gateway.configDir, 'models/hall.yaml'), MODEL);
    await gateway.services.catalog.reload();
  });
  afterAll(() => gateway.stop());

  interface Given {
    as?: KeyName;
    query?: string;
    headers?: Record<string, string>;
  }
  const get = (connection: string, { as = 'bob', query = '', headers = {} }: Given = {}) =>
    gateway.request({ url: `/v1/connections/${connection}/words${query}`, as, headers });
  const words = async (...given: Parameters<typeof get>): Promise<{ text: string; kind: string }[]> =>
    (await get(...given)).json().words;

  it('lists the words of a model file', async () => {
    expect(await words('hall')).toEqual(
      expect.arrayContaining([
        { text: 'order count', kind: 'metric' },
        { text: 'orders', kind: 'entity' },
        { text: 'purchases', kind: 'entity' },
        { text: 'order number', kind: 'dimension' },
        { text: 'lucky', kind: 'filter' },
      ]),
    );
    expect(await words('hall', { query: '?locale=zh' })).toContainEqual({ text: '订单量', kind: 'metric' });
  });

  it('lists the words of a connection without a model file', async () => {
    expect(await words('shop', { query: '?locale=zh' })).toContainEqual({ text: '订单', kind: 'entity' });
    expect((await words('shop', { query: '?locale=en' })).length).toBeGreaterThan(0);
  });

  it.each(['shop', 'hall'])('contains no physical name of %s for a key without sql:read', async (connection) => {
    for (const query of ['?locale=zh', '?locale=en']) {
      const { body, statusCode } = await get(connection, { query });
      expect([statusCode, body.match(/t_order_2024|order_no_pk/i)]).toEqual([200, null]);
    }
  });

  it('takes the language from Accept-Language without a parameter', async () => {
    expect(await words('hall', { headers: { 'accept-language': 'zh-CN' } })).toContainEqual({
      text: '单号',
      kind: 'dimension',
    });
  });

  it('answers 304 to its own tag, and another tag when the model changes', async () => {
    const first = await get('hall');
    const tag = String(first.headers['etag']);
    expect(first.headers['cache-control']).toBe('private, max-age=60');
    expect(first.headers['vary']).toBe('Accept-Language, Authorization, Cookie');
    const same = await get('hall', { headers: { 'if-none-match': tag } });
    expect([same.statusCode, same.body]).toEqual([304, '']);
    await writeFile(join(gateway.configDir, 'models/hall.yaml'), MODEL.replace('purchases', 'bookings'));
    await gateway.services.catalog.reload();
    await gateway.services.snapshots.put('hall', { ...snapshotOf('hall'), fingerprint: 'other' });
    const changed = await get('hall', { headers: { 'if-none-match': tag } });
    expect([changed.statusCode, changed.body.includes('bookings')]).toEqual([200, true]);
  });

  it('refuses what a question would be refused for', async () => {
    const refused = await Promise.all([
      get('nowhere'),
      get('hall', { as: 'eve' }),
      get('shop', { as: 'narrow' }),
      get('broken'),
      get('down'),
      get('shop', { as: 'ops' }),
      get('shop', { query: '?locale=fr' }),
      get('shop', { query: '?other=1' }),
    ]);
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([404, 403, 403, 503, 503, 403, 400, 400]);
    expect(refused[4]?.headers['retry-after']).toBe('2');
  });
});
