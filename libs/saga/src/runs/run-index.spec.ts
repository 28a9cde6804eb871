import { runError, type Ambiguity, type ErrorCode, type Run } from '@querent/contracts';
import { newRun } from '@querent/testing';
import { SagaUnderTest } from '../fixture/saga-under-test';
import { claimIdempotencyKey } from './idempotency';
import type { Advanced } from './run-change';
import { listRuns, type RunListQuery } from './run-index';
import { newRunId } from './run-store';
import { defaultSagaSettings } from '../saga-settings';

const ambiguity: Ambiguity = {
  ...{ trigger: 'ambiguous_term', key: 'term:vip', question: 'Which ones do you mean by “orders”?', allowText: true },
  options: [{ id: '1', label: 'all', value: 'all', aliases: [] }],
};
const pausedWith = {
  ambiguity,
  clarification: {
    ...{ id: 'c1', trigger: ambiguity.trigger, question: ambiguity.question, allowText: true },
    options: [{ id: '1', label: 'all' }],
    expiresAt: '2999-01-01T00:00:00.000Z',
  },
};
const expiredWith = { expired: { error: runError('clarification_expired', 'en') }, cancelled: {} };

function advanced(result: Advanced): Run {
  if (result.kind !== 'advanced') throw new Error(result.kind);
  return result.run;
}

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

  it('lists runs by the codes of their errors and by an unanswered clarification, with every other filter and page size', async () => {
    const fail = async (code: ErrorCode, over = {}): Promise<string> => {
      const run = await saga.submit({ id: newRunId(), ...over });
      await saga.store.advance(run, { event: 'failed', stage: 'intent', patch: { error: runError(code, 'en') } });
      return run.id;
    };
    const pause = async (): Promise<Run> => {
      const run = await saga.submit({ id: newRunId() });
      const claimed = await saga.store.claim(run.id, 1, 1_000);
      if (!claimed) throw new Error('not claimed');
      return advanced(
        await saga.store.advance(claimed.run, { event: 'clarification_needed', stage: 'intent', patch: pausedWith }),
      );
    };
    const end = async (event: 'expired' | 'cancelled'): Promise<string> =>
      advanced(await saga.store.advance(await pause(), { event, stage: 'gateway', patch: expiredWith[event] })).id;
    const passOver = async (): Promise<string> => {
      const replied = advanced(await saga.store.advance(await pause(), { event: 'replied', stage: 'gateway' }));
      const passedOver = pausedWith.ambiguity;
      const event = {
        event: 'failed',
        stage: 'intent',
        patch: { passedOver, error: runError('query_failed', 'en') },
      } as const;
      return advanced(await saga.store.advance(replied, event)).id;
    };
    const made = {
      timeout: await fail('query_timeout'),
      away: await fail('connection_unavailable', { connection: 'stock' }),
      running: (await saga.submit({ id: newRunId() })).id,
      stopped: await end('cancelled'),
      open: (await pause()).id,
      expired: await end('expired'),
      passedOver: await passOver(),
    };
    const [plain] = [await saga.submit({ id: newRunId() })];
    await saga.store.advance(plain, { event: 'cancelled', stage: 'gateway' });
    const nameOf = new Map(Object.entries(made).map(([name, id]) => [id, name]));
    const paged = async (query: Omit<RunListQuery, 'tenant' | 'limit'>, limit: number): Promise<unknown[]> => {
      const names: unknown[] = [];
      for (let cursor: string | undefined; ;) {
        const page = await listRuns(saga.redis, saga.store, { tenant: 'acme', ...query, limit, cursor });
        names.push(...page.runs.map(({ id }) => nameOf.get(id)));
        if (page.nextCursor === null) return names.sort();
        cursor = page.nextCursor;
      }
    };
    for (const limit of [1, 2, 50]) {
      const names = (query: Omit<RunListQuery, 'tenant' | 'limit'>) => paged(query, limit);
      expect(await names({ codes: ['query_timeout'] })).toEqual(['timeout']);
      expect(await names({ codes: ['query_timeout', 'connection_unavailable', 'clarification_expired'] })).toEqual([
        ...['away', 'expired', 'timeout'],
      ]);
      expect(await names({ codes: ['query_timeout', 'connection_unavailable'], connection: 'stock' })).toEqual([
        'away',
      ]);
      expect(await names({ codes: ['query_timeout'], status: 'succeeded' })).toEqual([]);
      expect(await names({ codes: ['worker_failed'] })).toEqual([]);
      expect(await names({ isUnanswered: true })).toEqual(['expired', 'passedOver', 'stopped']);
      expect(await names({ isUnanswered: true, status: 'cancelled' })).toEqual(['stopped']);
      expect(await names({ isUnanswered: true, status: 'failed' })).toEqual(['passedOver']);
      expect(await names({ isUnanswered: true, codes: ['query_failed'] })).toEqual(['passedOver']);
      expect(await names({ isUnanswered: true, connection: 'stock' })).toEqual([]);
    }
  });

  it('returns a cursor after 2,000 runs whose state may match, and finds the others from there', async () => {
    const runs = Array.from({ length: 2_010 }, () => newRunId());
    for (let at = 0; at < runs.length; at += 100)
      await Promise.all(
        runs.slice(at, at + 100).map(async (id) => {
          const run = await saga.submit({ id });
          const error = runError('query_failed', 'en');
          await saga.store.advance(run, { event: 'failed', stage: 'intent', patch: { error } });
        }),
      );
    const query = { tenant: 'acme', limit: 5, codes: ['query_timeout' as const] };
    const first = await listRuns(saga.redis, saga.store, query);
    expect(first).toEqual({ runs: [], nextCursor: expect.any(String) });
    const second = await listRuns(saga.redis, saga.store, { ...query, cursor: first.nextCursor ?? '' });
    expect(second).toEqual({ runs: [], nextCursor: null });
  }, 60_000);

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
