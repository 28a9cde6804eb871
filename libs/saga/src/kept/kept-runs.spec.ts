import { runError } from '@querent/contracts';
import { newRun } from '@querent/testing';
import { SagaUnderTest } from '../fixture/saga-under-test';
import { encodeBorrowed } from '../runs/run-codec';
import { newRunId } from '../runs/run-store';

describe('the memory of a tenant’s finished runs', () => {
  let saga: SagaUnderTest;
  beforeAll(async () => {
    saga = await SagaUnderTest.open();
  });
  afterAll(() => saga.close());
  beforeEach(() => saga.startOver());

  const cancelled = async (tenant = 'acme'): Promise<string> => {
    const run = await saga.submit({ id: newRunId(), tenant });
    await saga.store.advance(run, { event: 'cancelled', stage: 'gateway' });
    return run.id;
  };
  const bytes = (tenant = 'acme'): Promise<number> => saga.store.kept.bytesOf(tenant);

  it('counts finished runs only, separately for each tenant', async () => {
    await saga.paused();
    await saga.submit();
    expect(await bytes()).toBe(0);
    await cancelled();
    const one = await bytes();
    expect(one).toBeGreaterThan(2_000);
    await cancelled();
    await cancelled('evil');
    // The length of a run's duration may differ by one digit.
    expect([await bytes(), await bytes('evil')].map((sum) => Math.round(sum / one))).toEqual([2, 1]);
  });

  it('is close to the memory that Redis uses for them, results and drawings included', async () => {
    const used = async (): Promise<number> => Number(/used_memory:(\d+)/.exec(await saga.redis.info('memory'))?.[1]);
    for (const beside of [0, 20_000]) {
      await saga.startOver();
      await cancelled();
      const [before, counted] = [await used(), await bytes()];
      for (let n = 0; n < 200; n++) {
        const run = await saga.submit();
        if (beside > 0) await saga.store.writeBlob(run.id, 'chart.svg', 'x'.repeat(beside));
        await saga.store.advance(run, { event: 'cancelled', stage: 'gateway' });
      }
      const ratio = ((await bytes()) - counted) / ((await used()) - before);
      expect(ratio).toBeGreaterThan(0.6);
      expect(ratio).toBeLessThan(1.4);
    }
  });

  it('is reduced by removing the runs that expire first, and only the surplus', async () => {
    const ids = [];
    for (let n = 0; n < 10; n++) {
      const id = await cancelled();
      // Runs that end in the same millisecond would be ordered by their ids.
      await saga.store.kept.prolong({ id, tenant: 'acme' }, Date.now() + 3_600_000 + n * 1_000);
      ids.push(id);
    }
    const one = (await bytes()) / 10;
    await saga.store.prolong({ id: String(ids[0]), tenant: 'acme' }, []);
    expect(await saga.store.kept.makeRoom('acme', one * 7.1)).toEqual(ids.slice(1, 4));
    expect(Math.round((await bytes()) / one)).toBe(7);
    expect(await saga.store.kept.makeRoom('acme', one * 7.1)).toEqual([]);
  });

  it('does not count expired runs', async () => {
    await cancelled();
    await saga.redis.zadd(
      saga.keys.kept('acme')[0],
      'XX',
      1,
      (await saga.redis.zrange(saga.keys.kept('acme')[0], 0, '0'))[0] ?? '',
    );
    expect(await saga.store.kept.makeRoom('acme', 1e9)).toEqual([]);
    expect(await bytes()).toBe(0);
  });

  it('is freed with all keys of a finished run, but not for a run that is active, waits, or owes a letter', async () => {
    const over = await cancelled();
    const waits = await saga.paused();
    const underWay = await saga.submit();
    const owes = await saga.submit();
    const letter = {
      id: 'l',
      runId: owes.id,
      tenant: 'acme',
      job: 'understand' as const,
      version: 1,
      reason: 'none',
      at: new Date().toISOString(),
    };
    await saga.store.advance(owes, {
      event: 'failed',
      stage: 'gateway',
      patch: { error: runError('internal', 'en') },
      letter,
    });
    const forget = async (id: string): Promise<boolean> => (await saga.store.kept.forget(id, 'acme')) !== null;
    expect([
      await forget(over),
      await forget(over),
      await forget(waits.id),
      await forget(underWay.id),
      await forget(owes.id),
    ]).toEqual([true, false, false, false, false]);
    expect((await saga.redis.keys(`*${over}*`)).length).toBe(0);
    const listed = await Promise.all(saga.keys.allLists('acme').map((list) => saga.redis.zrange(list, 0, '-1')));
    expect(listed.flat().sort()).toEqual([waits.id, underWay.id, owes.id].sort());
  });

  it('loses a run whose answer is shared from a removed run, because it is empty without it', async () => {
    const lender = await cancelled();
    const borrower = newRunId();
    const answer = encodeBorrowed({ of: lender, members: ['answer'], own: {} });
    await saga.store.createFinished(newRun({ id: borrower }), [], answer);
    expect(await saga.store.get(borrower)).not.toBeNull();
    await saga.store.kept.forget(lender, 'acme');
    expect(await saga.store.get(borrower)).toBeNull();
  });
});
