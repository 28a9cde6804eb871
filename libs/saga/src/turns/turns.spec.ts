import { newRun, startRedis, type ThrowAwayServer } from '@querent/testing';
import Redis from 'ioredis';
import { cancelRun } from '../cancellation';
import { newRunId, RunStore } from '../run-store';
import { defaultSagaSettings } from '../saga-settings';
import { Turns } from './turns';

describe('Turns', () => {
  let server: ThrowAwayServer;
  let redis: Redis;

  beforeAll(async () => {
    server = await startRedis();
    redis = new Redis(server.url);
  });
  beforeEach(() => redis.flushall());
  afterAll(async () => {
    redis?.disconnect();
    await server?.stop();
  });

  const open = (): Turns => new Turns(redis, 'turns');

  async function ask(turns: Turns, tenant: string, count: number, weight = 1): Promise<{ tenant: string; turn: number }[]> {
    const asked: { tenant: string; turn: number }[] = [];
    for (let i = 0; i < count; i++) asked.push({ tenant, turn: await turns.take(tenant, weight, false) });
    return asked;
  }

  /** The order in which a queue by turn, first come first served among equals, hands them out. */
  const order = (asked: { tenant: string; turn: number }[]): string => [...asked].sort((a, b) => a.turn - b.turn).map(({ tenant }) => tenant).join('');

  it('puts the first question of a tenant before the thousandth of another', async () => {
    const turns = open();
    const asked = [...(await ask(turns, 'a', 1_000)), ...(await ask(turns, 'b', 1))];
    expect(order(asked).indexOf('b')).toBe(1);
  });

  it('lets a newcomer in where the line stands now, not at its beginning', async () => {
    const turns = open();
    const crowd = await ask(turns, 'a', 100);
    for (const { turn } of crowd.slice(0, 50)) await turns.passed(turn);
    const rest = [...crowd.slice(49), ...(await ask(turns, 'b', 10))];
    expect(order(rest)).toMatch(/^ab(ab){9}a+$/);
  });

  it('shares by weight', async () => {
    const turns = open();
    const both = [...(await ask(turns, 'a', 400)), ...(await ask(turns, 'b', 400, 4))];
    const first = order(both).slice(0, 100);
    expect(first.split('b')).toHaveLength(81);
  });

  it('starves nobody who asks much while others ask little by little', async () => {
    const turns = open();
    const waiting = await ask(turns, 'a', 50);
    let others = 0;
    while (waiting.some(({ tenant }) => tenant === 'a')) {
      waiting.push(...(await ask(turns, others % 2 ? 'b' : 'c', 1)));
      waiting.sort((one, another) => one.turn - another.turn);
      const next = waiting.shift();
      if (next === undefined) break;
      if (next.tenant !== 'a') others += 1;
      await turns.passed(next.turn);
    }
    expect(others).toBeLessThanOrEqual(2 * 50 + 2);
  });

  it('is one clock for all processes, and never goes back', async () => {
    const [one, another] = [open(), open()];
    await ask(one, 'a', 10);
    await one.passed(50);
    await another.passed(20);
    expect(await another.take('b', 1, false)).toBe(51);
  });

  it('has a clock that no run moves on which nobody began: the end of a long line may be cancelled, and no newcomer stands behind the rest', async () => {
    const store = new RunStore(redis, defaultSagaSettings);
    const crowd = await ask(store.turns, 'a', 100);
    const cancel = async (turn = 0, begun = false): Promise<void> => {
      const id = newRunId();
      await store.create({ ...newRun({ id }), turn });
      if (begun) await store.claim(id, 1, 1_000);
      await cancelRun(store, id);
    };
    await cancel(crowd[99]?.turn);
    expect(await store.turns.take('b', 1, false)).toBe(1);
    await cancel(crowd[2]?.turn, true);
    expect(await store.turns.take('c', 1, false)).toBe(18);
  });

  it('starts its clock over only when it is far on and nothing waits', async () => {
    const turns = open();
    await turns.passed(2 ** 20 + 1);
    expect(await turns.take('a', 1, false)).toBe(2 ** 20 + 2);
    expect(await turns.take('b', 1, true)).toBe(1);
    expect(await turns.take('a', 1, true)).toBe(1);
  });

  it('gives no turn that a queue would refuse', async () => {
    const turns = open();
    await redis.hset('turns', 'now', 2 ** 22);
    expect(await turns.take('a', 1, false)).toBe(2 ** 21 - 1);
  });
});
