import { newRun, startRedis, waitFor, type ThrowAwayServer } from '@querent/testing';
import type { Clarification, Run } from '@querent/contracts';
import Redis from 'ioredis';
import { cancelRun } from '../stages/cancellation';
import { replyToClarification } from '../clarification-reply';
import { failTimedOut } from '../runs/run-failure';
import { newRunId, RunStore } from '../runs/run-store';
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

  /** Number of active runs of any tenant, as the census reports it. */
  let underWay = 1_000_000;
  beforeEach(() => {
    underWay = 1_000_000;
  });
  const open = (): Turns =>
    new Turns(redis, 'turns', { inFlight: async () => underWay, underWay: async () => underWay });

  async function ask(
    turns: Turns,
    tenant: string,
    count: number,
    weight = 1,
  ): Promise<{ tenant: string; turn: number }[]> {
    const asked: { tenant: string; turn: number }[] = [];
    for (let i = 0; i < count; i++) asked.push({ tenant, turn: await turns.take(tenant, weight) });
    return asked;
  }

  /** The order in which a queue by turn, first come first served among equals, serves them. */
  const order = (asked: { tenant: string; turn: number }[]): string =>
    [...asked]
      .sort((a, b) => a.turn - b.turn)
      .map(({ tenant }) => tenant)
      .join('');

  it('puts the first question of a tenant before the thousandth of another', async () => {
    const turns = open();
    const asked = [...(await ask(turns, 'a', 1_000)), ...(await ask(turns, 'b', 1))];
    expect(order(asked).indexOf('b')).toBe(1);
  });

  it('starts a new tenant at the current virtual time, not at its beginning', async () => {
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

  it('does not starve a tenant with many questions while others ask a few at a time', async () => {
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
    expect(await another.take('b', 1)).toBe(51);
  });

  describe('of runs that are created and end', () => {
    let store: RunStore;
    beforeEach(() => {
      store = new RunStore(redis, defaultSagaSettings);
    });

    /** A run with a separate turn. */
    const make = async (tenant: string, turn: number): Promise<Run> => {
      const created = await store.create({ ...newRun({ id: newRunId(), tenant }), turn });
      if (created.kind !== 'advanced') throw new Error(created.kind);
      return created.run;
    };
    const makeAll = async (tenant: string, count: number): Promise<Run[]> => {
      const runs: Run[] = [];
      for (let i = 0; i < count; i++) runs.push(await make(tenant, await store.turns.take(tenant, 1)));
      return runs;
    };
    const begin = async ({ id, version }: Run): Promise<Run> =>
      (await store.claim(id, version, 1_000))?.run ?? Promise.reject(new Error('the run has expired'));
    const answer = async (run: Run): Promise<void> =>
      void (await store.advance(await begin(run), { event: 'answered', stage: 'intent' }));
    const pause = async (run: Run): Promise<void> => {
      const clarification: Clarification = {
        id: 'c1',
        trigger: 'too_vague',
        question: 'What?',
        options: [],
        allowText: true,
        expiresAt: new Date(Date.now() + 60_000).toISOString(),
      };
      await store.advance(await begin(run), {
        event: 'clarification_needed',
        stage: 'intent',
        patch: { clarification },
      });
    };
    /** The virtual time after days without an idle moment. */
    const isLate = async (): Promise<void> => void (await redis.hset(store.keys.turns(), 'now', 2 ** 20 + 1));

    it('does not advance the virtual time for a cancelled run, started or not, so that cancelling the last runs does not place new tenants behind the rest', async () => {
      const crowd = await makeAll('a', 40);
      await cancelRun(store, (await begin(crowd[39] as Run)).id);
      await cancelRun(store, (crowd[38] as Run).id);
      expect(await store.turns.take('b', 1)).toBe(1);
      await answer(crowd[2] as Run);
      expect(await store.turns.take('c', 1)).toBe(18);
    });

    it('does not advance the virtual time for a run that times out in a later queue, but does for one that used up its attempts', async () => {
      const [hopeless, since] = [await makeAll('a', 40), await makeAll('b', 20)];
      for (const run of [hopeless[39], since[0]] as Run[])
        await store.advance(await begin(run), { event: 'unplanned', stage: 'intent' });
      await failTimedOut(store, (await store.get(hopeless[39]?.id ?? '')) as Run);
      expect(await store.turns.take('c', 1)).toBe(1);
      await store.advance((await store.get(since[0]?.id ?? '')) as Run, { event: 'exhausted', stage: 'gateway' });
      expect(await store.turns.take('d', 1)).toBe(2);
    });

    it('gives a tenant an earlier turn again after it has cancelled its earlier runs', async () => {
      const crowd = await makeAll('a', 200);
      for (const { id } of crowd) await cancelRun(store, id);
      // Uses a gateway that has not just counted this tenant's runs.
      const { turns } = new RunStore(redis, defaultSagaSettings);
      expect([await turns.take('a', 1), await turns.take('a', 1), await turns.take('b', 1)]).toEqual([9, 17, 1]);
    });

    it('counts a tenant with many active runs occasionally, not at each of its questions', async () => {
      const inFlight = jest.fn(async () => 1_000);
      const turns = new Turns(redis, 'turns', { inFlight, underWay: async () => 1_000 });
      await ask(turns, 'a', 65);
      expect(inFlight).toHaveBeenCalledTimes(0);
      await ask(turns, 'a', 10);
      expect(inFlight.mock.calls.length).toBeLessThan(10);
    });

    it('counts once for all questions that arrive together, and again for the next', async () => {
      const counts: ((underWay: number) => void)[] = [];
      const turns = new Turns(redis, 'turns', {
        inFlight: () => new Promise((resolve) => counts.push(resolve)),
        underWay: async () => 1_000,
      });
      for (const from of [65, 80]) {
        await redis.hset('turns', 't:a', from * 8);
        const burst = Array.from({ length: 20 }, () => turns.take('a', 1));
        await waitFor(async () => Number(await redis.hget('turns', 't:a')) === (from + 20) * 8 && counts.length > 0);
        expect(counts).toHaveLength(1);
        counts.pop()?.(0);
        await Promise.all(burst);
      }
    });

    it('restarts its clock when it is far advanced and no run is active, even if runs await clarifications', async () => {
      const waiting = await make('a', 2 ** 20 - 5);
      await pause(waiting);
      await isLate();
      const last = await make('b', 2 ** 20);
      expect(await store.turns.take('c', 1)).toBe(2 ** 20 + 1);
      await answer(last);
      // Another gateway that has not just checked.
      expect(await new RunStore(redis, defaultSagaSettings).turns.take('c', 1)).toBe(1);
    });

    it('does not place a run that awaited a clarification behind new tenants', async () => {
      const waiting = await make('a', 2 ** 20 - 5);
      await pause(waiting);
      await isLate();
      const crowd = await makeAll('b', 5);
      expect(crowd.map(({ turn }) => turn)).toEqual([1, 9, 17, 25, 33]);
      // A turn taken from the previous clock and stored after the restart does not affect the new one.
      await answer(await make('a', 2 ** 20));
      expect(await store.turns.newcomers()).toBe(1);
      await answer(crowd[1] as Run);
      expect(await store.turns.newcomers()).toBe(10);
      const { run, outbox } = (await replyToClarification(store, waiting.id, {
        clarificationId: 'c1',
        text: 'orders',
      })) as Extract<Awaited<ReturnType<typeof replyToClarification>>, { kind: 'accepted' }>;
      expect([run.turn, outbox?.turn, (await store.get(run.id))?.turn]).toEqual([10, 10, 10]);
    });

    it('keeps the turn of a run that is replied to while the clock advances', async () => {
      const [first, second] = await makeAll('a', 2);
      await pause(second as Run);
      await answer(first as Run);
      await redis.hset(store.keys.turns(), 'now', 5_000);
      expect(
        await replyToClarification(store, second?.id ?? '', { clarificationId: 'c1', text: 'orders' }),
      ).toMatchObject({ kind: 'accepted', run: { turn: 9 } });
    });

    it('restores its clock from the remaining runs if Redis has lost it', async () => {
      const crowd = await makeAll('a', 40);
      await redis.del(store.keys.turns());
      await answer(crowd[30] as Run);
      expect(await store.turns.take('b', 1)).toBe(242);
    });
  });

  it('are assigned in order, within the queue’s limit, for as long as the system is never idle', async () => {
    const turns = open();
    await redis.hset('turns', 'now', 2 ** 22);
    const crowd = await ask(turns, 'a', 100);
    expect(Math.max(...crowd.map(({ turn }) => turn))).toBeLessThan(2 ** 21);
    // By now eight rounds share a turn, so a new tenant only waits for these.
    expect(order([...crowd, ...(await ask(turns, 'b', 1))]).indexOf('b')).toBeLessThanOrEqual(8);
  });
});
