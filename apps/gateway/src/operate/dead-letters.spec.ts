import type { DeadLetter } from '@querent/saga';
import { startGateway, type GatewayUnderTest } from '../testing/gateway-under-test';

describe('the list of dead letters', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway();
  }, 60_000);
  afterAll(() => gateway.stop());

  const get = (query: string, as: 'root' | 'chief' | 'eve' | 'ops' = 'root') =>
    gateway.request({ url: `/v1/dead-letters${query}`, as });
  const add = (id: string, over: Partial<DeadLetter> = {}) =>
    gateway.services.letters.add({
      id,
      runId: 'q',
      tenant: 'acme',
      job: 'understand',
      version: 1,
      reason: 'boom',
      at: '2026-11-21T00:00:00.000Z',
      ...over,
    });
  const ids = ({ deadLetters }: { deadLetters: DeadLetter[] }): string[] => deadLetters.map(({ id }) => id);

  it('pages through dead letters, newest first, without gaps or repeats while letters are discarded', async () => {
    await Promise.all(['a', 'b', 'c', 'd'].map((id) => add(id)));
    await add('e', { at: '2026-11-21T00:00:01.000Z' });
    await add('of another', { tenant: 'evil' });
    const first = (await get('?limit=2')).json();
    expect(ids(first)).toEqual(['e', 'd']);
    expect((await gateway.request({ method: 'DELETE', url: '/v1/dead-letters/d', as: 'root' })).statusCode).toBe(204);
    const second = (await get(`?limit=2&cursor=${first.nextCursor}`)).json();
    expect(ids(second)).toEqual(['c', 'b']);
    const last = (await get(`?limit=2&cursor=${second.nextCursor}`)).json();
    expect([ids(last), last.nextCursor]).toEqual([['a'], null]);
    expect(ids((await get('', 'eve')).json())).toEqual(['of another']);
    expect(ids((await get('', 'ops')).json()).sort()).toEqual(['a', 'b', 'c', 'e', 'of another']);
  });

  it.each(['x', 'W10', '%00', 'WyJhIl0', encodeURIComponent('😀')])(
    'takes no cursor that it has not made: %s',
    async (cursor) => {
      const refused = await get(`?cursor=${cursor}`);
      expect([refused.statusCode, refused.json().errors]).toEqual([
        400,
        [{ path: 'cursor', message: 'is not a cursor of this list' }],
      ]);
    },
  );

  it('hides technical reasons from a key without sql:read', async () => {
    await add('technical', {
      job: 'execute',
      reason: 'relation "t_order_2024" does not exist',
      at: '2026-11-22T00:00:00.000Z',
    });
    await add('webhook', { job: 'callback', reason: 'status 500', at: '2026-11-22T00:00:01.000Z' });
    expect((await get('?limit=2')).body).toContain('t_order_2024');
    const shown = await get('', 'chief');
    expect(shown.body).not.toMatch(/t_order|relation|boom/);
    expect(shown.json().deadLetters.slice(0, 2)).toMatchObject([
      { id: 'webhook', reason: 'status 500' },
      { id: 'technical', runId: 'q', reason: expect.stringContaining('sql:read') },
    ]);
  });
});
