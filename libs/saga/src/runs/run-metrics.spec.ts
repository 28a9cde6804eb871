import { emptyRunData, type Run, type RunData } from '@querent/contracts';
import { Registry } from 'prom-client';
import { replyToClarification } from '../clarification-reply';
import { cancelRun } from '../stages/cancellation';
import { jobOf, SagaUnderTest, understood } from '../fixture/saga-under-test';
import { activeSeconds, measureRuns, readerOf } from './run-metrics';
import type { RunStore } from './run-store';

const HOUR_MS = 3_600_000;

/** A process with its clock, which is wrong by `skewMs`, and its metrics; `later` moves all clocks. */
function processOf(saga: SagaUnderTest, skewMs: number): { registry: Registry; store: RunStore } {
  const registry = new Registry();
  const now = (): number => Date.now() + skewMs + later;
  return { registry, store: saga.storeWith({ now, onAdvanced: measureRuns(registry).onAdvanced }) };
}
let later = 0;

async function observed(registry: Registry): Promise<string[]> {
  return (await registry.metrics())
    .split('\n')
    .filter((line) => /^querent_question_seconds_(?:sum|count)/.test(line) && !line.includes('reader="planner"'))
    .map((line) => line.replace(/(\d+)\.\d+$/, '$1'));
}

describe('the active time of a question', () => {
  let saga: SagaUnderTest;
  beforeAll(async () => {
    saga = await SagaUnderTest.open();
  });
  afterAll(() => saga.close());
  beforeEach(async () => {
    await saga.startOver();
    later = 0;
  });

  it('includes the wait in the queue and excludes the pauses, whichever processes worked on the run', async () => {
    const [gateway, worker] = [processOf(saga, 0), processOf(saga, 5 * HOUR_MS)];
    saga.store = worker.store;
    const run = await saga.submit(undefined, gateway.store);
    // Both processes have heard of Redis's clock, so that the jump of their clocks counts as passed time.
    await Promise.all([gateway.store.now(), worker.store.now()]);
    later += 7_000;
    const paused = await saga.paused(run, { store: worker.store }, Date.now() + 5 * HOUR_MS + later);
    later += 40_000;
    const replied = await replyToClarification(gateway.store, run.id, { clarificationId: 'c1', optionId: 'a' });
    expect([paused.status, replied.kind]).toEqual(['awaiting_clarification', 'accepted']);
    later += 2_000;
    await saga
      .runner(async () => ({ ...understood, event: 'failed' }), { store: worker.store })
      .handle(jobOf((await worker.store.get(run.id)) as Run));
    expect(await observed(gateway.registry)).toEqual([]);
    expect(await observed(worker.registry)).toEqual([
      'querent_question_seconds_sum{outcome="failed",cache="none",reader="none"} 9',
      'querent_question_seconds_count{outcome="failed",cache="none",reader="none"} 1',
    ]);
    expect((await gateway.store.get(run.id))?.data.pauses).toMatchObject({ replies: 1 });
  });

  it('excludes the pause in which a run is cancelled', async () => {
    const gateway = processOf(saga, 0);
    saga.store = gateway.store;
    const { id } = await saga.paused(undefined, { store: gateway.store });
    later += 50_000;
    await cancelRun(gateway.store, id);
    expect(await observed(gateway.registry)).toEqual([
      'querent_question_seconds_sum{outcome="cancelled",cache="none",reader="none"} 0',
      'querent_question_seconds_count{outcome="cancelled",cache="none",reader="none"} 1',
    ]);
  });

  it('is unknown if a version that does not record pauses took a reply', () => {
    const run = { createdAt: '2026-11-29T10:00:00.000Z', finishedAt: '2026-11-29T10:01:00.000Z' };
    const seconds = (data: object): number | null =>
      activeSeconds({ ...run, data: { ...emptyRunData(), ...data } } as unknown as Run);
    expect(seconds({})).toBe(60);
    expect(seconds({ clarifications: [{}], pauses: { replies: 1, ms: 59_000 } })).toBe(1);
    expect(seconds({ clarifications: [{}] })).toBeNull();
    expect(seconds({ clarifications: [{}, {}], pauses: { replies: 1, ms: 59_000 } })).toBeNull();
    expect(seconds({ pauses: { replies: 0, ms: 61_000 } })).toBe(0);
  });

  it('is counted with the reader of the question and the cache', async () => {
    const registry = new Registry();
    const cache: RunData['cache'] = { level: 'l1', similarity: 1 };
    measureRuns(registry).onAnsweredAtOnce({ ...emptyRunData(), cache }, 0.003);
    expect(await registry.metrics()).toContain(
      'querent_question_seconds_bucket{le="0.005",outcome="succeeded",cache="l1",reader="none"} 1',
    );
    const query = {} as RunData['semanticQuery'];
    const reasoning = {} as RunData['reasoning'];
    expect([
      readerOf({ semanticQuery: query, reasoning: null }),
      readerOf({ semanticQuery: query, reasoning }),
      readerOf({ semanticQuery: null, reasoning }),
      readerOf({ semanticQuery: null, reasoning: null }),
    ]).toEqual(['planner', 'model', 'model', 'none']);
  });
});
