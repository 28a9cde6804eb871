import { emptyRunData, type Run, type SemanticQuery } from '@querent/contracts';
import { createRedis, type RedisClient } from '@querent/platform';
import { newRun, startRedis, type ThrowAwayServer } from '@querent/testing';
import { Conversations } from './conversations';
import type { Principal } from './principal';

const query: SemanticQuery = {
  subject: { kind: 'table', name: 'orders' },
  strategy: 'summary',
  measures: [],
  dimensions: [],
  select: [],
  distinct: false,
  filters: [],
  having: [],
  compare: null,
  near: null,
  order: [],
  limit: null,
  limitPer: null,
};

function answered(
  id: string,
  createdAt: string,
  over: Partial<Run['request']> = {},
  owner: { tenant?: string; keyName?: string } = {},
): Run {
  const { request, tenant, keyName, traceparent } = newRun({
    id,
    conversationId: 'c1',
    question: `question ${id}`,
    ...over,
    ...owner,
  });
  return {
    id,
    tenant,
    keyName,
    traceparent,
    request,
    version: 5,
    status: 'presenting',
    createdAt,
    updatedAt: createdAt,
    finishedAt: null,
    data: { ...emptyRunData(), semanticQuery: query },
  };
}

describe('conversations in Redis', () => {
  let server: ThrowAwayServer;
  let redis: RedisClient;
  let conversations: Conversations;
  const warned: string[] = [];
  const me: Principal = { tenant: 'acme', keyName: 'app', connection: 'commerce' };
  const lastOf = async (principal = me, id = 'c1'): Promise<string | undefined> =>
    (await conversations.last(principal, id))?.runId;

  beforeAll(async () => {
    server = await startRedis();
    redis = createRedis(server.url, 'worker');
    conversations = new Conversations(redis, {
      prefix: 'q',
      lifeMs: 60_000,
      warn: (_, message) => warned.push(message),
    });
  });
  afterAll(async () => {
    redis.disconnect();
    await server.stop();
  });
  beforeEach(async () => {
    await redis.flushall();
    warned.length = 0;
  });

  it('store the last answered question for their configured lifetime', async () => {
    await conversations.remember(answered('r1', '2026-11-21T10:00:00.000Z'));
    expect(await conversations.last(me, 'c1')).toEqual({ runId: 'r1', question: 'question r1', query });
    const [key] = await redis.keys('*');
    expect(await redis.pttl(String(key))).toBeGreaterThan(50_000);
  });

  it('keep the question that was asked later if answers arrive in another order', async () => {
    await conversations.remember(answered('r2', '2026-11-21T10:00:01.000Z'));
    await conversations.remember(answered('r1', '2026-11-21T10:00:00.000Z'));
    expect(await lastOf()).toBe('r2');
    await conversations.remember(answered('r3', '2026-11-21T10:00:01.000Z'));
    expect(await lastOf()).toBe('r3');
  });

  it('are separate by name, key, tenant and connection, for any names', async () => {
    await conversations.remember(answered('r1', '2026-11-21T10:00:00.000Z'));
    expect(await lastOf(me, 'c2')).toBeUndefined();
    expect(await lastOf({ ...me, keyName: 'app2' })).toBeUndefined();
    expect(await lastOf({ ...me, tenant: 'evil' })).toBeUndefined();
    expect(await lastOf({ ...me, connection: 'education' })).toBeUndefined();
    await conversations.remember(
      answered('r2', '2026-11-21T10:00:00.000Z', { conversationId: 'x:y' }, { keyName: 'a' }),
    );
    expect(await lastOf({ ...me, keyName: 'a:commerce', connection: 'x' }, 'y')).toBeUndefined();
    expect(await lastOf({ ...me, keyName: 'a' }, 'x:y')).toBe('r2');
    await expect(lastOf(me, '\ud800')).resolves.toBeUndefined();
  });

  it('ignore runs without a conversation or query, and failed runs', async () => {
    await conversations.remember(answered('r1', '2026-11-21T10:00:00.000Z', { conversationId: null }));
    await conversations.remember({ ...answered('r2', '2026-11-21T10:00:00.000Z'), data: emptyRunData() });
    const failed = answered('r3', '2026-11-21T10:00:00.000Z');
    await conversations.remember({
      ...failed,
      data: { ...failed.data, error: { code: 'query_failed', message: '', actions: [] } },
    });
    expect(await redis.keys('*')).toEqual([]);
  });

  it.each([
    ['text that is no JSON', (key: string) => redis.hset(key, 'context', '{{{')],
    [
      'a query of another shape',
      (key: string) => redis.hset(key, 'context', '{"runId":"r1","question":"q","query":{"subject":1}}'),
    ],
    [
      'a key of another kind',
      async (key: string) => {
        await redis.del(key);
        await redis.set(key, 'x');
      },
    ],
  ])('restart over %s, with a warning', async (_, spoil) => {
    await conversations.remember(answered('r1', '2026-11-21T10:00:00.000Z'));
    const [key] = await redis.keys('*');
    await spoil(String(key));
    expect(await lastOf()).toBeUndefined();
    expect(warned).toHaveLength(1);
    await conversations.remember(answered('r2', '2026-11-21T10:00:02.000Z'));
    expect(await lastOf()).toBe('r2');
  });
});
