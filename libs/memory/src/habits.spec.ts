import { createRedis, type RedisClient } from '@querent/platform';
import { startRedis, type ThrowAwayServer } from '@querent/testing';
import { firmDecision, type TakenChoice } from './habit';
import { Habits } from './habits';
import type { Principal } from './principal';

describe('habits in Redis', () => {
  let server: ThrowAwayServer;
  let redis: RedisClient;
  let habits: Habits;
  const warned: string[] = [];
  const me: Principal = { tenant: 'acme', keyName: 'app', connection: 'education' };

  beforeAll(async () => {
    server = await startRedis();
    redis = createRedis(server.url, 'worker');
    habits = new Habits(redis, { prefix: 'q', warn: (_, message) => warned.push(message) });
  });
  afterAll(async () => {
    redis.disconnect();
    await server.stop();
  });
  beforeEach(async () => {
    await redis.flushall();
    warned.length = 0;
  });

  const took = (id: string, value: string, key = 'metric:infrastructure'): TakenChoice => ({
    id,
    choice: { key, value },
    at: `2026-11-21T00:00:${id.padStart(2, '0')}.000Z`,
    asked: { question: 'Score or breakdown?', labels: { composite: 'Composite score', children: 'Breakdown' } },
  });
  const rowOfMine = async (key = 'metric:infrastructure'): Promise<number> =>
    (await habits.of(me)).get(key)?.choices.length ?? 0;

  it('counts a reply once when its job is delivered again', async () => {
    await habits.record(me, took('1', 'composite'));
    await habits.record(me, took('1', 'composite'));
    expect(await rowOfMine()).toBe(1);
  });

  it('loses none of many concurrent decisions', async () => {
    await Promise.all(Array.from({ length: 8 }, (_, at) => habits.record(me, took(`${at}`, 'composite'))));
    expect(await rowOfMine()).toBe(8);
  });

  it('are separate for each key, tenant and connection', async () => {
    for (const id of ['1', '2', '3']) await habits.record(me, took(id, 'composite'));
    for (const other of [
      { ...me, keyName: 'app2' },
      { ...me, tenant: 'evil' },
      { ...me, connection: 'shop' },
      { tenant: 'acme:app', keyName: 'education', connection: '' },
    ]) {
      expect((await habits.of(other)).size).toBe(0);
    }
    expect(await habits.list({ tenant: 'evil' })).toEqual([]);
    expect(await habits.forget({ tenant: 'evil', keyName: 'app' })).toBe(0);
    expect(
      firmDecision((await habits.of(me)).get('metric:infrastructure') ?? { question: '', labels: {}, choices: [] }),
    ).toMatchObject({ value: 'composite' });
  });

  it('are listed in business words, newest first, and deleted by key and connection', async () => {
    for (const id of ['1', '2', '3']) await habits.record(me, took(id, 'composite'));
    await habits.record({ ...me, connection: 'shop' }, took('9', 'children', 'term:vip'));
    await habits.record({ ...me, keyName: 'other' }, took('5', 'children'));
    expect(await habits.list({ tenant: 'acme' })).toEqual([
      {
        key: 'app',
        connection: 'shop',
        question: 'Score or breakdown?',
        choice: 'Breakdown',
        count: 1,
        automatic: false,
        lastUsed: '2026-11-21T00:00:09.000Z',
      },
      {
        key: 'other',
        connection: 'education',
        question: 'Score or breakdown?',
        choice: 'Breakdown',
        count: 1,
        automatic: false,
        lastUsed: '2026-11-21T00:00:05.000Z',
      },
      {
        key: 'app',
        connection: 'education',
        question: 'Score or breakdown?',
        choice: 'Composite score',
        count: 3,
        automatic: true,
        lastUsed: '2026-11-21T00:00:03.000Z',
      },
    ]);
    expect(await habits.list({ tenant: 'acme', keyName: 'app', connection: 'shop' })).toHaveLength(1);
    expect(await habits.forget({ tenant: 'acme', keyName: 'app', connection: 'education' })).toBe(1);
    expect(await habits.list({ tenant: 'acme', keyName: 'app' })).toHaveLength(1);
    expect(await habits.forget({ tenant: 'acme' })).toBe(2);
    expect(await habits.list({ tenant: 'acme' })).toEqual([]);
  });

  it('are broken by a different wording, once per run, and neither started nor strengthened by wording', async () => {
    const words = (value: string, runId: string): Promise<void> =>
      habits.applyWording(me, [{ key: 'metric:infrastructure', value }], { runId, at: '2026-11-22T00:00:00.000Z' });
    await words('children', 'r0');
    expect((await habits.of(me)).size).toBe(0);
    for (const id of ['1', '2', '3']) await habits.record(me, took(id, 'composite'));
    await words('composite', 'r1');
    expect(await rowOfMine()).toBe(3);
    await words('children', 'r2');
    await words('children', 'r2');
    expect(await habits.list({ tenant: 'acme' })).toMatchObject([{ choice: 'Breakdown', count: 1, automatic: false }]);
    expect(await rowOfMine()).toBe(4);
  });

  it('are limited: the least recently decided is removed', async () => {
    for (let at = 0; at < 205; at++)
      await habits.record(me, {
        ...took(`${at}`, 'composite', `metric:m${at}`),
        at: new Date(Date.UTC(2026, 0, 1, 0, 0, at)).toISOString(),
      });
    const kept = await habits.of(me);
    expect(kept.size).toBe(200);
    expect([kept.has('metric:m4'), kept.has('metric:m5'), kept.has('metric:m204')]).toEqual([false, true, true]);
  });

  it.each([
    ['text that is no JSON', (key: string) => redis.hset(key, 'metric:infrastructure', '{{{')],
    ['JSON of another shape', (key: string) => redis.hset(key, 'metric:infrastructure', '{"choices":[]}')],
    [
      'a key of another kind',
      async (key: string) => {
        await redis.del(key);
        await redis.set(key, 'x');
      },
    ],
  ])('treats %s as nothing, with a warning, and writes over it', async (_, spoil) => {
    await habits.record(me, took('1', 'composite'));
    const [key] = (await redis.keys('q:*')).filter((name) => name.includes(':of:'));
    await spoil(String(key));
    expect((await habits.of(me)).size).toBe(0);
    expect(await habits.list({ tenant: 'acme' })).toEqual([]);
    expect(warned.length).toBeGreaterThan(0);
    await habits.record(me, took('2', 'children'));
    expect(await rowOfMine()).toBe(1);
  });
});
