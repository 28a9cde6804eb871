import type { Run } from '@querent/contracts';
import { cancelRun } from './cancellation';
import { replyToClarification } from '../clarification-reply';
import { jobOf, PAUSE_MS, SagaUnderTest, understood } from '../fixture/saga-under-test';
import { listRuns } from '../runs/run-index';
import { newRunId, type RunStore } from '../runs/run-store';

describe('the sweeper', () => {
  let saga: SagaUnderTest;
  beforeAll(async () => {
    saga = await SagaUnderTest.open();
  });
  afterAll(() => saga.close());
  beforeEach(() => saga.startOver());

  it('leaves a job that waits in a long queue unchanged', async () => {
    await saga.submit();
    saga.transport.state = 'pending';
    await saga.letPass(saga.store.settings.pickupMs + 1);
    await saga.sweeper.sweep();
    expect(saga.transport.published).toEqual([]);
  });

  it('checks a waiting job less often the longer it has waited', async () => {
    const run = await saga.submit();
    saga.transport.state = 'pending';
    const { pickupMs, runTimeoutMs } = saga.store.settings;
    for (let passed = 0; passed < runTimeoutMs - pickupMs; passed += pickupMs) {
      await saga.letPass(pickupMs);
      await saga.sweeper.sweep();
    }
    expect(saga.transport.stateQueries).toBeGreaterThan(2);
    expect(saga.transport.stateQueries).toBeLessThan(12);
    expect((await saga.store.get(run.id))?.status).toBe('queued');
  });

  it('finds a job that was lost from the queue while there is time to run it', async () => {
    const run = await saga.submit();
    saga.transport.state = 'pending';
    await saga.letPass(450_000);
    await saga.sweeper.sweep();
    saga.transport.state = 'missing';
    await saga.letPass(80_000);
    await saga.sweeper.sweep();
    expect(saga.transport.published).toEqual([`understand ${run.id}-1-2`]);
  });

  it.each(['missing', 'failed'] as const)('queries the state of a job that is %s once', async (state) => {
    await saga.submit();
    saga.transport.state = state;
    await saga.letPass(saga.store.settings.pickupMs + 1);
    await saga.sweeper.sweep();
    expect(saga.transport.stateQueries).toBe(1);
  });

  it('does not change a run that has advanced during the check', async () => {
    const run = await saga.submit();
    await saga.letPass(60_000);
    saga.transport.stateOf = async () => {
      await saga.runner(async () => understood).handle(jobOf(run));
      return { state: 'missing', reason: null };
    };
    await saga.sweeper.sweep();
    expect(saga.transport.published).toEqual([`retrieve ${run.id}-2-1`]);
  });

  it('does not end a pause that began during the check', async () => {
    const run = await saga.submit();
    await saga.letPass(60_000);
    saga.transport.stateOf = async () => {
      await saga.paused(run);
      return { state: 'missing', reason: null };
    };
    await saga.sweeper.sweep();
    expect((await saga.store.get(run.id))?.status).toBe('awaiting_clarification');
  });

  it('does not postpone a run that has advanced during the check', async () => {
    const run = await saga.submit();
    saga.transport.state = 'pending';
    await saga.letPass(60_000);
    // A stage claims the run between the check of its job and the postponement.
    const taken = new Promise<void>((resolve) => {
      saga.transport.stateOf = async () => {
        await saga.store.claim(run.id, run.version, 20_000);
        resolve();
        return { state: 'pending', reason: null };
      };
    });
    await Promise.all([saga.sweeper.sweep(), taken]);
    const due = Number(await saga.redis.zscore(saga.keys.due(run.id), run.id));
    expect(due - (await saga.store.now())).toBeLessThan(26_000);
  });

  it('fails a run whose job is in the failed set, in business language, and keeps the dead letter', async () => {
    const run = await saga.submit({ id: newRunId(), locale: 'zh' });
    saga.transport.state = 'failed';
    await saga.letPass(saga.store.settings.pickupMs + 1);
    await saga.sweeper.sweep();
    const after = await saga.store.get(run.id);
    expect(after).toMatchObject({
      status: 'failed',
      data: { error: { code: 'worker_failed' }, technicalError: 'boom' },
    });
    expect(after?.data.error?.message).toMatch(/系统多次出错/);
    expect(await saga.letters.list(10)).toMatchObject([{ runId: run.id, job: 'understand', reason: 'boom' }]);
  });

  it('ends a run that exceeds its active time, and none earlier', async () => {
    const run = await saga.submit();
    saga.transport.state = 'pending';
    await saga.letPass(saga.store.settings.runTimeoutMs - 5_000);
    await saga.sweeper.sweep();
    expect((await saga.store.get(run.id))?.status).toBe('queued');
    await saga.letPass(15_000);
    await saga.sweeper.sweep();
    expect((await saga.store.get(run.id))?.data.error?.code).toBe('run_timeout');
  });

  it('lets a pause expire', async () => {
    const run = await saga.paused();
    await saga.letPass(PAUSE_MS - 5_000);
    await saga.sweeper.sweep();
    expect((await saga.store.get(run.id))?.status).toBe('awaiting_clarification');
    await saga.letPass(5_001);
    await saga.sweeper.sweep();
    expect(await saga.store.get(run.id)).toMatchObject({
      status: 'expired',
      data: { error: { code: 'clarification_expired' } },
    });
  });

  describe.each([
    ['right', 0],
    ['an hour behind', -3_600_000],
    ['an hour ahead', 3_600_000],
  ])('with a worker whose clock is %s', (_, wrongBy) => {
    /** The worker's wall clock, and all code in this process that reads it. */
    const wrongNow = (): number => Date.now() + wrongBy;
    const worker = (): RunStore => saga.storeWith({ now: wrongNow });
    const isNear = (iso: string, ms: number): boolean => Math.abs(Date.parse(iso) - ms) < 5_000;

    it('publishes a job that was not taken as a new attempt exactly when it is due', async () => {
      const run = await saga.submit({ id: newRunId() }, worker());
      await saga.sweeper.sweep();
      expect(saga.transport.published).toEqual([]);
      await saga.letPass(saga.store.settings.pickupMs + 1);
      await saga.sweeper.sweep();
      expect(saga.transport.published).toEqual([`understand ${run.id}-1-2`]);
    });

    it('checks a stage when its time is over and not before', async () => {
      const run = await saga.submit();
      await worker().claim(run.id, 1, 40_000);
      await saga.letPass(saga.store.settings.pickupMs + 1);
      await saga.sweeper.sweep();
      expect(saga.transport.published).toEqual([]);
      await saga.letPass(40_000);
      await saga.sweeper.sweep();
      expect(saga.transport.published).toEqual([`understand ${run.id}-1-2`]);
    });

    it('ends the run when the run’s time is over', async () => {
      const run = await saga.submit({ id: newRunId() }, worker());
      saga.transport.state = 'pending';
      await saga.letPass(saga.store.settings.runTimeoutMs - 5_000);
      await saga.sweeper.sweep();
      expect((await saga.store.get(run.id))?.status).toBe('queued');
      await saga.letPass(15_000);
      await saga.sweeper.sweep();
      expect((await saga.store.get(run.id))?.status).toBe('failed');
    });

    it('keeps a pause open for its full lifetime and accepts a reply until then', async () => {
      const [one, another] = [await saga.submit(), await saga.submit({ id: newRunId() })];
      for (const run of [one, another]) await saga.paused(run, { store: worker() }, wrongNow());
      expect(isNear((await saga.store.get(one.id))?.data.clarification?.expiresAt ?? '', Date.now() + PAUSE_MS)).toBe(
        true,
      );
      await saga.sweeper.sweep();
      expect((await replyToClarification(worker(), one.id, { clarificationId: 'c1', optionId: 'a' })).kind).toBe(
        'accepted',
      );
      await saga.letPass(PAUSE_MS + 1);
      expect((await replyToClarification(worker(), another.id, { clarificationId: 'c1', optionId: 'a' })).kind).toBe(
        'not_awaited',
      );
      await saga.sweeper.sweep();
      expect((await saga.store.get(another.id))?.status).toBe('expired');
    });

    it('sweeps by Redis’s time when the process is a sweeper', async () => {
      const run = await saga.paused();
      await saga.sweeperOf(worker()).sweep();
      expect((await saga.store.get(run.id))?.status).toBe('awaiting_clarification');
      await saga.letPass(PAUSE_MS + 1);
      await saga.sweeperOf(worker()).sweep();
      expect((await saga.store.get(run.id))?.status).toBe('expired');
    });

    it('sets the times of runs and lists by the shared clock and drops no list entries', async () => {
      const made = await saga.submit();
      const run = await saga.submit({ id: newRunId() }, worker());
      await cancelRun(worker(), run.id);
      const { createdAt, updatedAt, finishedAt, data } = (await saga.store.get(run.id)) as Run;
      expect([createdAt, updatedAt, finishedAt].map((at) => isNear(at ?? '', Date.now()))).toEqual([true, true, true]);
      expect(Math.abs(data.usage.totalMs)).toBeLessThan(5_000);
      expect(
        (await listRuns(saga.redis, worker(), { tenant: 'acme', limit: 5 })).runs.map(({ id }) => id).sort(),
      ).toEqual([run.id, made.id].sort());
    });
  });
});
