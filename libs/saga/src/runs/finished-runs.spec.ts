import { newRun } from '@querent/testing';
import { SagaUnderTest } from '../fixture/saga-under-test';
import { encodeBorrowed } from './run-codec';
import { listRuns } from './run-index';
import { newRunId, newSharedRunId } from './run-store';

describe('runs that were answered at once', () => {
  let saga: SagaUnderTest;
  beforeAll(async () => {
    saga = await SagaUnderTest.open();
  });
  afterAll(() => saga.close());
  beforeEach(() => saga.startOver());

  const at = '2026-11-28T10:00:00.000Z';
  const step = { kind: 'cache_hit', message: 'Known' };
  const store = async (id: string, lender: string, keyName = 'app'): Promise<void> => {
    const { finished } = saga.store;
    const part = encodeBorrowed({ of: lender, members: ['refinedQuestion'], own: { cacheKey: 'k' } });
    await finished.store({ run: finished.runOf({ ...newRun({ id }), keyName }, at), steps: [step], part });
  };
  const lender = async (): Promise<string> => {
    const data = { refinedQuestion: 'orders by month' };
    const id = newRunId();
    await saga.store.createFinished({ ...newRun({ id }), data }, []);
    return id;
  };

  it('are stored by one command if their ids are of the same milliseconds, and are like any finished run', async () => {
    const of = await lender();
    const ids = Array.from({ length: 20 }, () => newSharedRunId(Date.parse(at)));
    const scripts = jest.spyOn(saga.store['redis'], 'querentStoreFinished');
    await Promise.all(ids.map((id) => store(id, of)));
    expect(scripts).toHaveBeenCalledTimes(1);
    for (const id of ids) {
      expect(await saga.store.get(id)).toMatchObject({
        id,
        version: 1,
        status: 'succeeded',
        finishedAt: at,
        data: { refinedQuestion: 'orders by month', cacheKey: 'k' },
      });
      expect((await saga.store.events(id)).map(({ seq, event }) => `${seq} ${event}`)).toEqual([
        '1 step',
        '2 status',
        '3 end',
      ]);
      for (const key of [saga.keys.run(id), saga.keys.events(id)])
        expect(await saga.redis.pttl(key)).toBeGreaterThan(saga.store.settings.retentionMs - 60_000);
    }
    const { runs } = await listRuns(saga.redis, saga.store, { tenant: 'acme', keyName: 'app', limit: 50 });
    expect(runs.map(({ id }) => id).sort()).toEqual([...ids, of].sort());
    const counted = await saga.redis.hkeys(saga.keys.kept('acme')[1]);
    expect(counted.filter((id) => ids.includes(id))).toHaveLength(20);
    expect([...(await saga.store.census.byState()).values()].filter((count) => count > 0)).toEqual([]);
  });

  it('are listed for their own keys, and those that Redis refuses fail alone', async () => {
    const of = await lender();
    const [mine, theirs, refused] = ['mine', 'theirs', 'refused'].map(() => newRunId()) as [string, string, string];
    await saga.redis.set(saga.keys.run(refused), 'not a hash');
    const stored = await Promise.allSettled([store(mine, of), store(theirs, of, 'other'), store(refused, of, 'third')]);
    expect(stored.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    const listed = async (keyName: string): Promise<string[]> =>
      (await listRuns(saga.redis, saga.store, { tenant: 'acme', keyName, limit: 50 })).runs.map(({ id }) => id);
    expect([await listed('app'), await listed('other'), await listed('third')]).toEqual([[mine, of], [theirs], []]);
  });
});
