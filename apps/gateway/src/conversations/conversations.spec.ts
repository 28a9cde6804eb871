import { waitFor } from '@querent/testing';
import { startGateway, type GatewayUnderTest, type KeyName } from '../testing/gateway-under-test';

type Listed = { id: string; owner: string; runs: number; lastQuestion: string; updatedAt: string; connection: string };

describe('the list of conversations', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.stop());

  const list = async (as: KeyName, query = '') => {
    const response = await gateway.request({ url: `/v1/conversations${query}`, as });
    expect(response.statusCode).toBe(200);
    return response.json<{ conversations: Listed[]; nextCursor: string | null }>();
  };
  const names = async (as: KeyName, query = ''): Promise<string[]> =>
    (await list(as, query)).conversations.map(({ id, owner }) => `${owner} ${id}`);
  const note = (conversationId: string, at: number, keyName = 'bob', tenant = 'acme', connection = 'shop') =>
    gateway.services.conversationList.note({
      tenant,
      keyName,
      createdAt: new Date(at).toISOString(),
      request: { question: `question ${at}`, conversationId, connection } as never,
    });
  beforeEach(() =>
    gateway.services.redis.del(
      'querent:conversation-list{conversation-list:acme}:all',
      'querent:conversation-list{conversation-list:acme}:of:bob',
    ),
  );

  it('has the last question, the number of questions and the time of each', async () => {
    const first = await gateway.ask({ question: 'how many orders', conversationId: 'c1', cache: 'bypass' });
    const second = await gateway.ask({ question: 'and by month', conversationId: 'c1', cache: 'bypass' });
    await gateway.ask({ question: 'alone', cache: 'bypass' });
    await waitFor(async () => (await list('alice')).conversations[0]?.runs === 2);
    expect(await list('alice')).toEqual({
      conversations: [
        {
          id: 'c1',
          connection: 'shop',
          owner: 'alice',
          lastQuestion: 'and by month',
          runs: 2,
          updatedAt: second.createdAt,
        },
      ],
      nextCursor: null,
    });
    expect(first.createdAt <= second.createdAt).toBe(true);
  });

  it('does not count a question that is sent again', async () => {
    const payload = { question: 'how many orders', connection: 'shop', conversationId: 'again' };
    const headers = { 'idempotency-key': 'k1' };
    for (let n = 0; n < 2; n += 1) await gateway.request({ method: 'POST', url: '/v1/queries', payload, headers });
    await waitFor(async () => (await list('alice')).conversations.some(({ id }) => id === 'again'));
    expect((await list('alice')).conversations.find(({ id }) => id === 'again')?.runs).toBe(1);
  });

  it('is that of the key; that of the tenant for administrators', async () => {
    const now = Date.now();
    await note('mine', now - 2_000);
    await note('hers', now - 1_000, 'carol');
    await note('theirs', now, 'eve', 'evil');
    expect([await names('bob'), await names('root'), await names('eve')]).toEqual([
      ['bob mine'],
      ['carol hers', 'bob mine'],
      ['eve theirs'],
    ]);
    await note('own', now, 'root');
    const own = await gateway.request({ url: '/v1/conversations?owner=self', as: 'root' });
    expect(own.json().conversations.map(({ id }: { id: string }) => id)).toEqual(['own']);
    expect((await gateway.request({ url: '/v1/conversations?owner=bob', as: 'root' })).statusCode).toBe(400);
    expect((await gateway.request({ url: '/v1/conversations', as: 'ops' })).statusCode).toBe(403);
  });

  it('comes in pages, also when questions have the same time', async () => {
    const at = Date.now();
    for (const id of ['a', 'b', 'ü', 'c', 'd']) await note(id, at);
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page = await list('bob', `?limit=2${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`);
      seen.push(...page.conversations.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(['ü', 'd', 'c', 'b', 'a']);
    expect((await gateway.request({ url: '/v1/conversations?cursor=x', as: 'bob' })).statusCode).toBe(400);
  });

  it('forgets conversations whose runs have expired', async () => {
    const { retentionMs } = gateway.services.store.settings;
    await note('old', Date.now() - retentionMs - 1_000);
    await note('new', Date.now());
    expect(await names('bob')).toEqual(['bob new']);
    const { redis } = gateway.services;
    expect(await redis.hkeys('querent:conversation-list{conversation-list:acme}:last')).not.toContain(
      '["bob","shop","old"]',
    );
  });

  it('has equal names on other connections as conversations of their own', async () => {
    await note('same', Date.now() - 1_000);
    await note('same', Date.now(), 'bob', 'acme', 'hall');
    expect((await list('bob')).conversations.map(({ connection, runs }) => [connection, runs])).toEqual([
      ['hall', 1],
      ['shop', 1],
    ]);
  });
});
