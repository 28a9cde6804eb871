import type { TakenChoice } from '@querent/memory';
import { startGateway, type GatewayUnderTest, type KeyName } from '../testing/gateway-under-test';

describe('the preferences of askers', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.stop());
  beforeEach(async () => {
    await gateway.services.redis.flushall();
    for (const [at, keyName] of ['alice', 'alice', 'alice', 'bob'].entries())
      await gateway.services.habits.record({ tenant: 'acme', keyName, connection: 'shop' }, took(at, 'amount'));
    await gateway.services.habits.record({ tenant: 'acme', keyName: 'alice', connection: 'hall' }, took(9, 'count'));
    await gateway.services.habits.record({ tenant: 'evil', keyName: 'eve', connection: 'shop' }, took(5, 'count'));
  });

  const took = (at: number, value: string): TakenChoice => ({
    id: `r${at}/c1`,
    choice: { key: 'vague:t_order_2024', value },
    at: `2026-11-21T00:00:0${at}.000Z`,
    asked: {
      question: 'The number of orders, or their amount?',
      labels: { amount: 'Order amount', count: 'Number of orders' },
    },
  });
  const list = async (query = '', as: KeyName = 'root') =>
    (await gateway.request({ url: `/v1/preferences${query}`, as })).json().preferences;

  it('lists preferences for an administrator, newest first, in business words', async () => {
    const preferences = await list();
    expect(preferences).toEqual([
      {
        key: 'alice',
        connection: 'hall',
        question: 'The number of orders, or their amount?',
        choice: 'Number of orders',
        count: 1,
        automatic: false,
        lastUsed: '2026-11-21T00:00:09.000Z',
      },
      {
        key: 'bob',
        connection: 'shop',
        question: 'The number of orders, or their amount?',
        choice: 'Order amount',
        count: 1,
        automatic: false,
        lastUsed: '2026-11-21T00:00:03.000Z',
      },
      {
        key: 'alice',
        connection: 'shop',
        question: 'The number of orders, or their amount?',
        choice: 'Order amount',
        count: 3,
        automatic: true,
        lastUsed: '2026-11-21T00:00:02.000Z',
      },
    ]);
    expect(JSON.stringify(preferences)).not.toContain('t_order_2024');
  });

  it('lists preferences by key and by connection', async () => {
    expect(await list('?key=bob')).toHaveLength(1);
    expect(await list('?connection=shop')).toHaveLength(2);
    expect(await list('?key=alice&connection=hall')).toHaveLength(1);
    expect(await list('?key=nobody')).toEqual([]);
  });

  it('deletes the selected preferences and returns their number', async () => {
    const reset = async (query: string) =>
      (await gateway.request({ method: 'DELETE', url: `/v1/preferences${query}`, as: 'root' })).json();
    expect(await reset('?key=alice&connection=shop')).toEqual({ forgotten: 1 });
    expect(await reset('?key=alice&connection=shop')).toEqual({ forgotten: 0 });
    expect(await list()).toHaveLength(2);
    expect(await reset('')).toEqual({ forgotten: 2 });
    expect(await list()).toEqual([]);
  });

  it('never shows or deletes preferences of another tenant', async () => {
    expect(await list('', 'eve')).toMatchObject([{ key: 'eve' }]);
    await gateway.request({ method: 'DELETE', url: '/v1/preferences?key=alice', as: 'eve' });
    expect(await list()).toHaveLength(3);
  });

  it('refuses askers, and unknown query parameters', async () => {
    for (const method of ['GET', 'DELETE'] as const) {
      expect((await gateway.request({ method, url: '/v1/preferences', as: 'alice' })).statusCode).toBe(403);
      expect((await gateway.request({ method, url: '/v1/preferences?tenant=evil', as: 'root' })).json()).toMatchObject({
        code: 'bad_request',
      });
    }
  });
});
