import { FORMAT, type Outcome, type Run } from '@querent/contracts';
import { waitFor } from '@querent/testing';
import { cancelRun } from './cancellation';
import type { CancellationWatch } from './cancellation-watch';
import { replyToClarification } from '../clarification-reply';
import { jobOf, SagaUnderTest, understood } from '../fixture/saga-under-test';
import { listRuns } from '../runs/run-index';
import { newRunId } from '../runs/run-store';
import { StagePostponedError } from './stage-postponed-error';

describe('a stage at work on a run', () => {
  let saga: SagaUnderTest;
  beforeAll(async () => {
    saga = await SagaUnderTest.open();
  });
  afterAll(() => saga.close());
  beforeEach(() => saga.startOver());

  it('advances a run, writes numbered events and publishes the next job', async () => {
    const run = await saga.submit();
    await saga.runner(async () => understood).handle(jobOf(run));
    const after = await saga.store.get(run.id);
    expect(after).toMatchObject({
      status: 'retrieving',
      version: 2,
      data: { refinedQuestion: 'the number of orders' },
    });
    expect(saga.transport.published).toEqual([`retrieve ${run.id}-2-1`]);
    const events = await saga.store.events(run.id);
    expect(events.map(({ seq, event, data }) => [seq, event, 'status' in data ? data.status : data])).toMatchObject([
      [1, 'status', 'queued'],
      [2, 'status', 'understanding'],
      [3, 'step', { message: 'Understood', seq: 3 }],
      [4, 'status', 'retrieving'],
    ]);
    expect((await saga.store.events(run.id, 3)).map(({ seq }) => seq)).toEqual([4]);
  });

  it('accepts one of two workers that finish the same version', async () => {
    const run = await saga.submit();
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const unused: unknown[] = [];
    const onUnused = async (_run: Run, { patch }: Outcome): Promise<void> => void unused.push(patch.refinedQuestion);
    const both = [1, 2].map((n) =>
      saga
        .runner(async () => (await gate, { ...understood, patch: { refinedQuestion: `by ${n}` } }), { onUnused })
        .handle(jobOf(run)),
    );
    release();
    await Promise.all(both);
    const taken = await saga.store.get(run.id);
    expect(taken?.version).toBe(2);
    // The outcome of the other worker is reported, so that its blobs are deleted.
    expect([taken?.data.refinedQuestion, ...unused].sort()).toEqual(['by 1', 'by 2']);
    // Both publish under the same id, so the second publish has no effect.
    expect(new Set(saga.transport.published)).toEqual(new Set([`retrieve ${run.id}-2-1`]));
  });

  it('fails the job of a stage whose outcome the table does not know, and changes nothing', async () => {
    const run = await saga.submit();
    await expect(
      saga.runner(async () => ({ event: 'presented', patch: {}, steps: [] })).handle(jobOf(run)),
    ).rejects.toThrow(/not possible/);
    expect(await saga.store.get(run.id)).toMatchObject({ status: 'understanding', version: 1 });
    expect(saga.transport.published).toEqual([]);
  });

  it.each([
    ['before it is begun', '1', 0, 1_000],
    ['when it is done', '0', 1, 10_000],
  ])('waits for a Redis that is full, %s, and uses up no attempt', async (_when, before, done, delayMs) => {
    const run = await saga.submit();
    await saga.redis.config('SET', 'maxmemory', before);
    const stage = jest.fn(async () => {
      await saga.redis.config('SET', 'maxmemory', 1);
      return understood;
    });
    try {
      await expect(saga.runner(stage).handle(jobOf(run))).rejects.toMatchObject({
        name: 'StagePostponedError',
        delayMs,
        isHandedBack: false,
      });
    } finally {
      await saga.redis.config('SET', 'maxmemory', 0);
    }
    expect(stage).toHaveBeenCalledTimes(done);
    await saga.runner(async () => understood).handle(jobOf(run));
    expect(await saga.store.get(run.id)).toMatchObject({ status: 'retrieving', version: 2 });
  });

  it('leaves a run in a newer format to the newer version, and keeps data members that a newer version has added to other runs', async () => {
    const newer = await saga.submit();
    await saga.redis.hset(saga.store.keys.run(newer.id), 'format', String(FORMAT + 1));
    const stage = jest.fn();
    await expect(saga.runner(stage).handle(jobOf(newer))).rejects.toThrow(StagePostponedError);
    expect(stage).not.toHaveBeenCalled();
    await saga.redis.zadd(saga.store.keys.due(newer.id), 1, newer.id);
    await saga.sweeper.sweep();
    expect(await saga.redis.hget(saga.store.keys.run(newer.id), 'status')).toBe('understanding');

    const extended = await saga.submit({ id: newRunId() });
    const added = '{"mood":{"of":"tomorrow"}}';
    await saga.redis.hset(saga.store.keys.run(extended.id), 'p1', added);
    await saga.runner(async () => understood).handle(jobOf(extended));
    expect((await saga.store.get(extended.id))?.data.refinedQuestion).toBe('the number of orders');
    expect(await saga.redis.hget(saga.store.keys.run(extended.id), 'p1')).toBe(added);
    expect(
      (await listRuns(saga.redis, saga.store, { tenant: 'acme', keyName: 'app', limit: 10 })).runs.map(({ id }) => id),
    ).toEqual([extended.id]);
  });

  it('publishes the next job after the change of the run, even if blobs are written first, so that a job taken immediately finds its version', async () => {
    const run = await saga.submit();
    let found: Promise<string | null> | undefined;
    const publish = async (): Promise<void> => void (found = saga.redis.hget(saga.store.keys.run(run.id), 'version'));
    await saga
      .runner(async () => ({ ...understood, patch: { refinedQuestion: 'orders '.repeat(10_000) } }), {
        transport: { publish, stateOf: saga.transport.stateOf },
      })
      .handle(jobOf(run));
    expect(await found).toBe('2');
  });

  it('does nothing for a job that was published ahead of an advance that was refused', async () => {
    const run = await saga.submit();
    await cancelRun(saga.store, run.id);
    const stage = jest.fn();
    const ahead = saga.runner(stage, { stage: 'schema-retrieval', job: 'retrieve' });
    await ahead.handle({ ...jobOf(run), version: 2 });
    expect(stage).not.toHaveBeenCalled();

    const waiting = await saga.paused();
    await replyToClarification(saga.store, waiting.id, { clarificationId: 'c1', optionId: 'a' });
    await ahead.handle({ ...jobOf(waiting), version: 3 });
    expect(stage).not.toHaveBeenCalled();
    expect(saga.transport.published.at(-1)).toBe(`understand ${waiting.id}-3-1`);
  });

  it('postpones a job that arrives before the change of its run, which may still be on its way to another server', async () => {
    const run = await saga.submit();
    const stage = jest.fn(async () => understood);
    await expect(saga.runner(stage).handle({ ...jobOf(run), version: 2 })).rejects.toMatchObject({
      name: 'StagePostponedError',
      isHandedBack: false,
    });
    expect([stage.mock.calls, saga.transport.published]).toEqual([[], []]);
  });

  it('publishes the stored outbox again when a job is redelivered after its stage has advanced', async () => {
    const run = await saga.submit();
    await saga.runner(async () => understood).handle(jobOf(run));
    saga.transport.published = [];
    const stage = jest.fn();
    await saga.runner(stage).handle(jobOf(run));
    expect(stage).not.toHaveBeenCalled();
    expect(saga.transport.published).toEqual([`retrieve ${run.id}-2-1`]);
  });

  it('stops the stage of a cancelled run even if the cancellation message is lost', async () => {
    const run = await saga.submit();
    const deaf = { onCancelled: () => undefined } as unknown as CancellationWatch;
    const ends: string[] = [];
    const stage = (_run: Run, signal: AbortSignal): Promise<never> =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
    const handling = saga
      .runner(stage, { cancellations: deaf, statusPollMs: 5, onEnd: ({ result }) => void ends.push(result) })
      .handle(jobOf(run));
    await waitFor(async () => (await saga.store.get(run.id))?.status === 'understanding');
    await cancelRun(saga.store, run.id);
    await handling;
    expect(ends).toEqual(['over']);
  });

  it('cancels an active run: the stage is aborted and its outcome is not applied', async () => {
    const run = await saga.submit();
    let seen: AbortSignal | undefined;
    const work = saga
      .runner(
        (_run, signal) =>
          new Promise((_, reject) => {
            seen = signal;
            signal.addEventListener('abort', () => reject(signal.reason));
          }),
      )
      .handle(jobOf(run));
    await waitFor(() => seen !== undefined);
    expect((await cancelRun(saga.store, run.id))?.status).toBe('cancelled');
    await work;
    expect(seen?.aborted).toBe(true);
    expect((await cancelRun(saga.store, run.id))?.version).toBe(2);
  });

  it('notifies the listeners of a run', async () => {
    const run = await saga.submit();
    let woken = 0;
    const unwatch = saga.watch.watch(run.id, () => woken++);
    await saga.runner(async () => understood).handle(jobOf(run));
    await waitFor(() => woken >= 2);
    unwatch();
  });
});
