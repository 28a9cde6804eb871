import type { Run } from '@querent/contracts';
import { newRun } from '@querent/testing';
import { Registry } from 'prom-client';
import { cancelRun } from './stages/cancellation';
import { replyToClarification } from './clarification-reply';
import { pauseAt, SagaUnderTest } from './fixture/saga-under-test';
import { measureRuns } from './runs/run-metrics';
import { newRunId } from './runs/run-store';

describe('a pause', () => {
  let saga: SagaUnderTest;
  beforeAll(async () => {
    saga = await SagaUnderTest.open();
  });
  afterAll(() => saga.close());
  beforeEach(() => saga.startOver());

  it('takes the first reply and refuses the second', async () => {
    const run = await saga.paused();
    const replies = await Promise.all(
      ['a', 'b', 'a', 'b'].map((optionId) =>
        replyToClarification(saga.store, run.id, { clarificationId: 'c1', optionId }),
      ),
    );
    expect(replies.map(({ kind }) => kind).sort()).toEqual(['accepted', 'not_awaited', 'not_awaited', 'not_awaited']);
    const after = (await saga.store.get(run.id)) as Run;
    expect(after).toMatchObject({ status: 'understanding', version: 3, data: { clarification: null } });
    expect(after.data.clarifications).toMatchObject([{ id: 'c1', question: 'Which?' }]);
  });

  it('counts ends by state, and pauses by what led to them and how long they took, once each', async () => {
    const registry = new Registry();
    let later = 0;
    saga.store = saga.storeWith({ now: () => Date.now() + later, onAdvanced: measureRuns(registry).onAdvanced });
    const run = await saga.paused();
    later = 42_000;
    await Promise.all(
      ['a', 'b', 'a'].map((optionId) => replyToClarification(saga.store, run.id, { clarificationId: 'c1', optionId })),
    );
    await Promise.all([cancelRun(saga.store, run.id), cancelRun(saga.store, run.id)]);
    await saga.store.createFinished(newRun({ id: newRunId() }), [{ kind: 'cache', message: 'Known' }]);
    const metrics = (await registry.metrics())
      .split('\n')
      .filter((line) => /^querent_(?:runs|clarif)/.test(line) && !line.includes('_bucket'))
      .map((line) => line.replace(/ 4[23]\.\d+$/, ' 42'));
    expect(metrics.sort()).toEqual([
      'querent_clarification_wait_seconds_count{event="replied"} 1',
      'querent_clarification_wait_seconds_sum{event="replied"} 42',
      `querent_clarifications_total{trigger="${pauseAt(0).trigger}"} 1`,
      'querent_runs_ended_total{state="cancelled"} 1',
      'querent_runs_ended_total{state="succeeded"} 1',
    ]);
  });

  it('refuses an option that was not offered, and goes on waiting', async () => {
    const run = await saga.paused();
    expect((await replyToClarification(saga.store, run.id, { clarificationId: 'c1', optionId: 'z' })).kind).toBe(
      'option_unknown',
    );
    expect((await saga.store.get(run.id))?.status).toBe('awaiting_clarification');
  });

  it('distinguishes a clarification that was never asked from one that is over', async () => {
    const run = await saga.paused();
    const kindOf = async (clarificationId: string) =>
      (await replyToClarification(saga.store, run.id, { clarificationId, optionId: 'a' })).kind;
    expect(await kindOf('c0')).toBe('clarification_unknown');
    await cancelRun(saga.store, run.id);
    expect([await kindOf('c1'), await kindOf('c0')]).toEqual(['not_awaited', 'clarification_unknown']);
  });

  it('holds no job and no lock while it waits', async () => {
    saga.transport.published = [];
    await saga.paused();
    expect(saga.transport.published).toEqual([]);
    expect(await saga.redis.keys('*lock*')).toEqual([]);
  });
});
