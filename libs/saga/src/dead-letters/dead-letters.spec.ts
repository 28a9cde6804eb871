import type { Run } from '@querent/contracts';
import { CallbackQueue } from '../runs/callbacks';
import { cancelRun } from '../stages/cancellation';
import { jobOf, SagaUnderTest } from '../fixture/saga-under-test';
import { failExhausted, postLetter } from '../runs/run-failure';
import { replyToClarification } from '../clarification-reply';
import { activeSeconds } from '../runs/run-metrics';
import { newRunId } from '../runs/run-store';
import { Sweeper } from '../stages/sweeper';
import type { DeadLetter } from './dead-letters';
import { discardLetter } from './discard-letter';
import { replayLetter, type Replayed } from './replay-letter';

describe('dead letters', () => {
  let saga: SagaUnderTest;
  beforeAll(async () => {
    saga = await SagaUnderTest.open();
  });
  afterAll(() => saga.close());
  beforeEach(() => saga.startOver());

  it('are shown and discarded even if a newer version has added letters or fields', async () => {
    const at = new Date().toISOString();
    const letter = {
      id: 'q-1',
      runId: 'q',
      tenant: 'acme',
      job: 'understand' as const,
      version: 1,
      reason: 'boom',
      at,
    };
    await saga.redis.zadd(
      saga.store.keys.deadLetters(),
      1,
      JSON.stringify({ mood: 'new', ...letter }),
      2,
      JSON.stringify({ ...letter, id: 'q-2', job: 'daydream' }),
    );
    expect(await saga.letters.list(10)).toEqual([letter]);
    expect([
      await saga.letters.discard(letter),
      await saga.letters.discard(letter),
      await saga.letters.count(),
    ]).toEqual([true, false, 1]);
  });

  it('are found by tenant and id without parsing all of them, for any names of tenants and ids', async () => {
    const at = new Date().toISOString();
    const letter = (id: string, tenant: string): DeadLetter => ({
      id,
      runId: 'q',
      tenant,
      job: 'understand',
      version: 1,
      reason: tenant,
      at,
    });
    const [odd, other] = [letter('q-"1"', '租户 "一"\\'), letter('q-2', 'acme')];
    for (const one of [odd, other]) await saga.letters.add(one);
    for (let n = 0; n < 100; n++) await saga.letters.add(letter(`other-${n}`, 'others'));
    const parse = jest.spyOn(JSON, 'parse');
    try {
      expect([
        await saga.letters.ofTenant(odd.tenant),
        await saga.letters.find('acme', 'q-2'),
        await saga.letters.find('acme', odd.id),
        await saga.letters.discard(odd),
      ]).toEqual([[odd], other, null, true]);
      expect(parse.mock.calls.length).toBeLessThan(10);
    } finally {
      parse.mockRestore();
    }
    expect(await saga.letters.ofTenant(odd.tenant)).toEqual([]);
  });

  it('of a tenant that floods the list do not displace letters of other tenants', async () => {
    const now = Date.now();
    const letter = (n: number, tenant: string): DeadLetter => ({
      id: `${tenant}-${n}`,
      runId: 'q',
      tenant,
      job: 'callback',
      version: 1,
      reason: 'status 410',
      at: new Date(now + n).toISOString(),
    });
    for (let n = -10; n < 0; n++) await saga.letters.add(letter(n, 'acme'));
    const flood = saga.redis.pipeline();
    for (let n = 0; n < 10_490; n++) flood.zadd(saga.keys.deadLetters(), now + n, JSON.stringify(letter(n, 'evil')));
    await flood.exec();
    await saga.letters.add(letter(20_000, 'evil'));
    expect([await saga.letters.count(), (await saga.letters.ofTenant('acme')).length]).toEqual([10_000, 10]);
    expect((await saga.letters.ofTenant('evil')).map(({ id }) => id)).toEqual([
      'evil-20000',
      ...Array.from({ length: 9_989 }, (_, n) => `evil-${10_489 - n}`),
    ]);
  });

  it('are stored once when the worker and the sweeper both see the exhausted job', async () => {
    const run = await saga.submit();
    const outbox = { job: 'understand', payload: jobOf(run) } as const;
    await Promise.all([
      failExhausted(saga.store, saga.letters, outbox, 'x'),
      failExhausted(saga.store, saga.letters, outbox, 'y'),
    ]);
    expect(await saga.letters.list(10)).toHaveLength(1);
  });

  it('exist exactly once for every run that used up its attempts, at whichever command its worker and then its sweeper died', async () => {
    const exhaust = async (at: number, run: Run): Promise<number> =>
      saga.dyingAt(at, (store, letters) =>
        failExhausted(store, letters, { job: 'understand', payload: jobOf(run) }, 'boom'),
      );
    const sweep = (at: number): Promise<number> =>
      saga.dyingAt(at, (store, letters) => new Sweeper(store, saga.transport, letters, { intervalMs: 1_000 }).sweep());
    const whole = await exhaust(Infinity, await saga.submit());
    expect(whole).toBeGreaterThan(5);
    for (let at = 1; at <= whole + 1; at++) {
      await saga.startOver();
      saga.transport.state = 'failed';
      const [left, takenBack] = [await saga.submit(), await saga.submit({ id: newRunId() })];
      for (const run of [left, takenBack]) await exhaust(at, run);
      await cancelRun(saga.store, takenBack.id);
      await saga.letPass(60_000);
      await sweep(at + 15);
      await saga.letPass(60_000);
      await saga.sweeper.sweep();
      const failed = [left.id, ...((await saga.store.get(takenBack.id))?.status === 'failed' ? [takenBack.id] : [])];
      expect({ at, of: (await saga.letters.list(10)).map(({ runId }) => runId).sort() }).toEqual({
        at,
        of: failed.sort(),
      });
      expect(await saga.store.get(left.id)).toMatchObject({
        status: 'failed',
        data: { error: { code: 'worker_failed' } },
      });
      expect(await saga.redis.zcard(saga.keys.due(left.id))).toBe(0);
    }
  });

  it('stay owed while they cannot be stored', async () => {
    const run = await saga.submit();
    await saga.redis.set(saga.keys.deadLetters(), 'no set');
    await expect(
      failExhausted(saga.store, saga.letters, { job: 'understand', payload: jobOf(run) }, 'boom'),
    ).rejects.toThrow('WRONGTYPE');
    await saga.redis.del(saga.keys.deadLetters());
    await saga.letPass(60_000);
    await saga.sweeper.sweep();
    expect(await saga.letters.list(10)).toMatchObject([{ runId: run.id, reason: 'boom' }]);
  });

  it('that were discarded stay discarded, at whichever command their poster died', async () => {
    const callbacks = new CallbackQueue(saga.redis, saga.keys);
    let discarded = 0;
    for (let at = 1; at <= 20; at++) {
      await saga.startOver();
      saga.transport.state = 'failed';
      const run = await saga.submit();
      await saga.dyingAt(at, (store, letters) =>
        failExhausted(store, letters, { job: 'understand', payload: jobOf(run) }, 'boom'),
      );
      const [letter] = await saga.letters.list(1);
      if (letter === undefined) continue;
      await discardLetter({ store: saga.store, letters: saga.letters, callbacks }, letter);
      discarded += 1;
      await saga.letPass(60_000);
      await saga.sweeper.sweep();
      expect({ at, left: await saga.letters.list(10) }).toEqual({ at, left: [] });
      expect(await saga.redis.zcard(saga.keys.due(run.id))).toBe(0);
    }
    expect(discarded).toBeGreaterThan(3);
  });

  it('are posted unchanged if a newer version wrote them, and rejected if they are invalid', async () => {
    const run = await saga.submit();
    const letter = {
      id: 'q-1',
      runId: run.id,
      tenant: 'acme',
      job: 'daydream',
      version: 1,
      reason: 'boom',
      at: new Date().toISOString(),
      mood: 'new',
    };
    await saga.redis.hset(saga.keys.run(run.id), 'letter', JSON.stringify(letter));
    await postLetter(saga.store, saga.letters, run.id);
    expect((await saga.redis.zrange(saga.keys.deadLetters(), 0, '-1')).map((text) => JSON.parse(text))).toEqual([
      letter,
    ]);
    for (const bad of ['{}', '[]', '"boom"', JSON.stringify({ ...letter, at: 5 })]) {
      await saga.redis.hset(saga.keys.run(run.id), 'letter', bad);
      await expect(postLetter(saga.store, saga.letters, run.id)).rejects.toThrow();
    }
    expect(await saga.letters.count()).toBe(1);
  });

  describe('that are replayed', () => {
    /** Whether durability is confirmed, and the keys for which it was requested. */
    let disk: { isAway: boolean; barriers: string[] };
    const replay = async (letter: DeadLetter): Promise<Replayed> => {
      const store = saga.storeWith({
        durable: async (key) => {
          disk.barriers.push(key);
          if (disk.isAway) throw new Error('the disk is away');
        },
      });
      return replayLetter(
        {
          store,
          letters: saga.letters,
          callbacks: new CallbackQueue(saga.redis, saga.keys),
          isGranted: () => true,
          announce: async () => undefined,
        },
        letter,
        1,
      );
    };
    beforeEach(() => {
      disk = { isAway: false, barriers: [] };
    });

    it('are accepted when the new run is durable; otherwise the letter stays, and a second replay creates the same run', async () => {
      const run = await saga.submit();
      await failExhausted(saga.store, saga.letters, { job: 'understand', payload: jobOf(run) }, 'x');
      const [letter] = (await saga.letters.list(1)) as [DeadLetter];
      disk.isAway = true;
      await expect(replay(letter)).rejects.toThrow('the disk is away');
      expect(await saga.letters.count()).toBe(1);
      expect((await saga.store.get(`${run.id}_1`))?.status).toBe('queued');
      disk.isAway = false;
      expect(await replay(letter)).toMatchObject({ kind: 'asked_again', run: { id: `${run.id}_1`, status: 'queued' } });
      expect(disk.barriers).toEqual([1, 2].map(() => saga.keys.barrier(`${run.id}_1`)));
      expect(await saga.letters.count()).toBe(0);
    });

    it('have an active time without the pauses of the failed run, whose replies they take over', async () => {
      const paused = await saga.paused();
      const replied = await replyToClarification(saga.store, paused.id, { clarificationId: 'c1', optionId: 'a' });
      if (replied.kind !== 'accepted') throw new Error(replied.kind);
      await failExhausted(saga.store, saga.letters, { job: 'understand', payload: jobOf(replied.run) }, 'x');
      const [letter] = (await saga.letters.list(1)) as [DeadLetter];
      await replay(letter);
      const again = (await saga.store.get(`${paused.id}_1`)) as Run;
      expect(again.data).toMatchObject({ clarifications: [{ id: 'c1' }], pauses: { replies: 1, ms: 0 } });
      await cancelRun(saga.store, again.id);
      expect(activeSeconds((await saga.store.get(again.id)) as Run)).toBeLessThan(60);
    });

    it('are accepted when the callback is durable', async () => {
      const run = await saga.submit();
      const letter: DeadLetter = {
        id: 'c-1',
        runId: run.id,
        tenant: 'acme',
        job: 'callback',
        version: 1,
        reason: 'it was not accepted',
        at: new Date().toISOString(),
      };
      await saga.letters.add(letter);
      disk.isAway = true;
      await expect(replay(letter)).rejects.toThrow('the disk is away');
      expect(await saga.letters.count()).toBe(1);
      disk.isAway = false;
      expect(await replay(letter)).toEqual({ kind: 'called_back' });
      expect(disk.barriers).toHaveLength(2);
      expect(await saga.letters.count()).toBe(0);
    });

    it('are listed again if the callback fails again before durability is confirmed', async () => {
      const run = await saga.submit();
      const letter: DeadLetter = {
        id: 'c-1',
        runId: run.id,
        tenant: 'acme',
        job: 'callback',
        version: 1,
        reason: 'status 410',
        at: new Date().toISOString(),
      };
      const laterLetter = { ...letter, at: new Date(Date.parse(letter.at) + 1).toISOString() };
      await saga.letters.add(letter);
      const store = saga.storeWith({ durable: () => saga.letters.add(laterLetter) });
      await replayLetter(
        {
          store,
          letters: saga.letters,
          callbacks: new CallbackQueue(saga.redis, saga.keys),
          isGranted: () => true,
          announce: async () => undefined,
        },
        letter,
        1,
      );
      expect(await saga.letters.list(10)).toEqual([laterLetter]);
    });
  });
});
