import { newRun } from '@querent/testing';
import { SagaUnderTest } from '../fixture/saga-under-test';
import { claimIdempotencyKey } from './idempotency';
import { listRuns } from './run-index';
import { newRunId } from './run-store';
import { defaultSagaSettings } from '../saga-settings';

describe('lists of runs, and what names one', () => {
  let saga: SagaUnderTest;
  beforeAll(async () => {
    saga = await SagaUnderTest.open();
  });
  afterAll(() => saga.close());
  beforeEach(() => saga.startOver());

  it('lists only the runs of a key, newest first, page by page', async () => {
    const ids: string[] = [];
    let now = Date.now();
    for (let i = 0; i < 7; i++) {
      now += 1;
      ids.unshift((await saga.submit({ id: newRunId(now), conversationId: i % 2 === 0 ? 'even' : null })).id);
    }
    await saga.submit({ id: newRunId(), keyName: 'other' });
    const first = await listRuns(saga.redis, saga.store, { tenant: 'acme', keyName: 'app', limit: 4 });
    const second = await listRuns(saga.redis, saga.store, {
      tenant: 'acme',
      keyName: 'app',
      limit: 4,
      cursor: first.nextCursor ?? undefined,
    });
    expect([...first.runs, ...second.runs].map(({ id }) => id)).toEqual(ids);
    expect(
      (await listRuns(saga.redis, saga.store, { tenant: 'acme', keyName: 'app', limit: 9, conversationId: 'even' }))
        .runs,
    ).toHaveLength(4);
    await expect(listRuns(saga.redis, saga.store, { tenant: 'acme', limit: 4, cursor: 'nonsense' })).rejects.toThrow(
      /cursor/,
    );
  });

  it('lists each run once and in order, for any page size and any number of runs in one millisecond', async () => {
    const made: string[] = [];
    let now = Date.now();
    for (const burst of [1, 180, 3, 40]) {
      now += 1;
      const runs = await Promise.all(
        Array.from({ length: burst }, (_, at) =>
          at % 9 === 0
            ? saga.store.create(newRun({ id: newRunId(now) }))
            : saga.store.createFinished(newRun({ id: newRunId(now) }), []),
        ),
      );
      const ids = runs.map((one) => (one.kind === 'advanced' ? one.run.id : ''));
      for (const id of ids)
        for (const list of saga.keys.listsOf(id, 'acme', 'app')) await saga.redis.zadd(list, 'XX', now, id);
      made.push(...ids);
    }
    const newest = [...made].sort().reverse();
    const paged = async (limit: number, status?: 'queued'): Promise<string[]> => {
      const ids: string[] = [];
      for (let cursor: string | null | undefined; cursor !== null;) {
        const found = await listRuns(saga.redis, saga.store, {
          tenant: 'acme',
          limit,
          ...(status ? { status } : {}),
          ...(cursor ? { cursor } : {}),
        });
        ids.push(...found.runs.map(({ id }) => id));
        cursor = found.nextCursor;
      }
      return ids;
    };
    for (const limit of [7, 100]) expect(await paged(limit)).toEqual(newest);
    const states = new Map(await Promise.all(newest.map(async (id) => [id, await saga.store.statusOf(id)] as const)));
    expect(await paged(5, 'queued')).toEqual(newest.filter((id) => states.get(id) === 'queued'));
  });

  it('expires a list with its last run, even if it is never read', async () => {
    const run = await saga.submit();
    const [ofKey, ofTenant] = saga.store.keys.listsOf(run.id, run.tenant, run.keyName);
    for (const list of [ofKey, ofTenant])
      await saga.redis.zadd(list, Date.now() - 2 * defaultSagaSettings.retentionMs, 'of long ago');
    let beside = newRunId();
    while (saga.store.keys.listsOf(beside, run.tenant, run.keyName)[0] !== ofKey) beside = newRunId();
    await saga.submit({ id: beside });
    for (const list of [ofKey, ofTenant]) {
      expect(await saga.redis.zscore(list, 'of long ago')).toBeNull();
      expect(await saga.redis.zscore(list, run.id)).not.toBeNull();
      expect(await saga.redis.pttl(list)).toBeGreaterThan(defaultSagaSettings.retentionMs);
    }
  });

  it('does not confuse a key of one tenant with another tenant whose name contains a colon', async () => {
    const mine = await saga.submit({ id: newRunId(), tenant: 'acme', keyName: 'west' });
    expect(
      (await listRuns(saga.redis, saga.store, { tenant: 'acme', keyName: 'west', limit: 5 })).runs.map(({ id }) => id),
    ).toEqual([mine.id]);
    expect((await listRuns(saga.redis, saga.store, { tenant: 'acme:west', limit: 5 })).runs).toEqual([]);
    const claim = { key: 'k', bodyHash: 'h', runId: 'run1' };
    expect(
      await claimIdempotencyKey(saga.redis, saga.store.keys, { tenant: 'acme', keyName: 'west:far', ...claim }),
    ).toEqual({ kind: 'fresh' });
    expect(
      await claimIdempotencyKey(saga.redis, saga.store.keys, { tenant: 'acme:west', keyName: 'far', ...claim }),
    ).toEqual({ kind: 'fresh' });
  });

  it('continues a list after a run that was replayed', async () => {
    for (const id of [newRunId(), `${newRunId()}_3`]) await saga.submit({ id, keyName: 'again' });
    const first = await listRuns(saga.redis, saga.store, { tenant: 'acme', keyName: 'again', limit: 1 });
    expect(
      (
        await listRuns(saga.redis, saga.store, {
          tenant: 'acme',
          keyName: 'again',
          limit: 1,
          cursor: first.nextCursor ?? '',
        })
      ).runs,
    ).toHaveLength(1);
  });

  it('binds an idempotency key to its first run and body', async () => {
    const claim = (runId: string, bodyHash: string) =>
      claimIdempotencyKey(saga.redis, saga.store.keys, { tenant: 'acme', keyName: 'app', key: 'k', bodyHash, runId });
    expect(await claim('run1', 'h')).toEqual({ kind: 'fresh' });
    expect(await claim('run2', 'h')).toEqual({ kind: 'repeat', runId: 'run1' });
    expect(await claim('run3', 'other')).toEqual({ kind: 'mismatch' });
  });
});
