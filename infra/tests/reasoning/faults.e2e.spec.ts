import { startScriptedLlm, waitFor, type ScriptedLlm } from '@querent/testing';
import { median, quantile } from '../../suites/bench/statistics';
import { HttpAsker } from '../product/http-asker';
import { modelFaults, NEVER_MS, repliesOf } from './model-faults';
import { openReasoningFixture, type ReasoningFixture } from './reasoning-fixture';
import { faultsOfTexts } from './run-texts';
import { metricOf, reasoningTimes, unfinishedWork } from './stack-signs';
import { askMeanwhile, storm, type Ended } from './storm';
import { foundBy, planned, uncovered, healthyReply, type Uncovered } from './uncovered-questions';

/** Number of questions while the model answers. It exceeds the concurrency. */
const RUNS = 60;
/** More than the generator processes concurrently, so that some questions always wait. */
const CONCURRENCY = 48;
/**
 * Long compared to a call, which takes milliseconds: a busy machine may pause a process for seconds, which must not
 * count as a fault of the model.
 */
const LIMITS = { LLM_TIMEOUT_MS: 4_000, LLM_BUDGET_MS: 6_000, LLM_MAX_CALLS: 6, LLM_BREAKER_PAUSE_MS: 600 };
/** Number of calls that time out within a budget. The budget cuts off the last one. */
const TIMED_OUT_CALLS = Math.ceil(LIMITS.LLM_BUDGET_MS / LIMITS.LLM_TIMEOUT_MS);
/** Delay of a slow reply that is within the time-out. */
const IN_TIME_MS = 600;
/**
 * Factor by which questions of the planner may be slower than with a healthy model. If they shared a queue with
 * questions for the model, the factor would be in the tens.
 */
const UNAFFECTED = 5;

describe("a failing model with many questions, and the planner's questions at the same time", () => {
  let fixture: ReasoningFixture;
  let llm: ScriptedLlm;
  let asker: HttpAsker;
  /** Median duration of the planner's questions with a healthy model, ms. */
  let plannedMs = Number.NaN;
  /** A question that waited for a model would take at least the budget. The bound tolerates a busy machine. */
  const unaffectedMs = (): number => Math.max(UNAFFECTED * plannedMs, LIMITS.LLM_BUDGET_MS);

  beforeAll(async () => {
    fixture = await openReasoningFixture({
      env: Object.fromEntries(Object.entries(LIMITS).map(([name, value]) => [name, String(value)])),
    });
    llm = fixture.llm;
    asker = new HttpAsker(fixture.stack.url, 'viewer');
    // Each question once as a warm-up, so that the measurements do not include lazy loading.
    llm.script([{ reply: healthyReply }]);
    await Promise.all([
      storm(asker, uncovered, { runs: uncovered.length, concurrency: 4 }),
      storm(asker, planned, { runs: planned.length, concurrency: 1 }),
    ]);
  }, 180_000);
  afterAll(async () => {
    await llm?.stop();
    await fixture?.stop();
  }, 60_000);

  const metric = (name: string, labels?: Record<string, string>): Promise<number> =>
    metricOf(fixture.stack, 'sql-generator', `querent_llm_${name}`, labels);

  const countsOf = (results: readonly string[]): Promise<number[]> =>
    Promise.all(results.map((result) => metric('calls_total', { result })));

  /** Asks all questions, and checks the laws that hold for every fault of the model. */
  async function playStorm(name: string, runs = RUNS): Promise<{ model: Ended<Uncovered>[]; plannerMs: number }> {
    const logged = fixture.stack.log().length;
    const { result: model, meanwhile } = await askMeanwhile(
      asker,
      planned,
      storm(asker, uncovered, { runs, concurrency: CONCURRENCY }),
    );
    expect(model).toHaveLength(runs);
    const plannerMs = median(meanwhile.map(({ ms }) => ms));
    // Log lines of a service arrive through a pipe, a moment after its response.
    const took = await waitFor(() => {
      const times = reasoningTimes(fixture.stack.log().slice(logged));
      return model.every(({ run }) => times.has(run.id)) && times;
    });
    process.stdout.write(
      `${name}: ${tally(model)}; ${llmCalls(model)} calls; reasoning ${spread([...took.values()])}, client's wait ${spread(model.map(({ ms }) => ms))}; planner's ${meanwhile.length} questions ${spread(meanwhile.map(({ ms }) => ms))}\n`,
    );

    for (const { asked, run } of meanwhile)
      expect({ asked, rows: run.result?.rows.slice(0, asked.rows.length), calls: run.usage.llmCalls }).toEqual({
        asked,
        rows: asked.rows,
        calls: 0,
      });
    for (const { asked, run } of model) {
      expect({ asked, faults: faultsOfTexts(asked, run) }).toEqual({ asked, faults: [] });
      expect(run.usage.llmCalls).toBeLessThanOrEqual(LIMITS.LLM_MAX_CALLS);
      expect(took.get(run.id)).toBeLessThan(NEVER_MS);
      if (run.status === 'succeeded')
        expect({ asked, rows: run.result?.rows }).toEqual({ asked, rows: foundBy(asked) });
    }
    await waitFor(async () => Object.keys(await unfinishedWork(fixture.stack)).length === 0);
    await waitFor(() => llm.underWay === 0);
    return { model, plannerMs };
  }

  /** Asks until the product uses the model again. */
  const recovered = async (): Promise<void> => {
    llm.script([{ reply: healthyReply }]);
    await waitFor(
      async () =>
        (await storm(asker, uncovered, { runs: 1, concurrency: 1 })).every(({ run }) => run.status === 'succeeded'),
      { timeoutMs: 30_000, intervalMs: 100 },
    );
    expect(await metric('breaker_open')).toBe(0);
  };

  it('with a healthy model, every question reaches the model and is answered', async () => {
    const { model, plannerMs } = await playStorm('healthy');
    plannedMs = plannerMs;
    expect(tally(model)).toBe(`${RUNS} succeeded`);
    // On a busy machine, even a call to a healthy model may time out and be repeated. A call that is aborted before
    // the server has read it is counted only by the product.
    expect((await metric('calls_total')) - llm.requests.length).toBeLessThanOrEqual(2);
    expect(await metric('calls_total')).toBeGreaterThanOrEqual(llm.requests.length);
    expect(await metric('calls_total', { result: 'ok' })).toBeGreaterThanOrEqual(RUNS);
    expect(await metric('breaker_open')).toBe(0);
  }, 180_000);

  it('with a model that is slow but within the time-out, no call is repeated and the planner is not slowed down', async () => {
    const before = llm.requests.length;
    llm.script([{ reply: (request) => ({ ...healthyReply(request), delayMs: IN_TIME_MS }) }]);
    const { model, plannerMs } = await playStorm('slow but in time');
    const asked = llm.requests.slice(before).map(({ run }) => run);
    expect(asked.sort()).toEqual(model.map(({ run }) => run.id).sort());
    for (const { run } of model)
      expect(run).toMatchObject({ status: 'succeeded', usage: { llmCalls: 1 }, attempts: [{ n: 1 }] });
    expect(plannerMs).toBeLessThan(unaffectedMs());
    // The planner's questions do not queue behind questions for the model.
    expect(plannerMs).toBeLessThan(median(model.map(({ ms }) => ms)) / 2);
  }, 180_000);

  it.each(modelFaults)(
    'with a model that is $name, each of $runs runs fails or asks within its budget, and questions are answered after recovery',
    async (fault) => {
      const { name, runs, replies, opensBreaker, results } = fault;
      const { port } = new URL(llm.url);
      const opened = timesOpened();
      const counted = await countsOf(results);
      if (replies.length === 0) await llm.stop();
      else llm.script([{ reply: repliesOf(fault) }]);
      const before = llm.requests.length;

      const { model, plannerMs } = await playStorm(name, runs);
      for (const { asked, run } of model) {
        expect({ asked, status: run.status }).toEqual({
          asked,
          status: expect.stringMatching(/^(?:failed|awaiting_clarification)$/),
        });
        if (run.status === 'failed') expect(['model_unavailable', 'question_unsupported']).toContain(run.error?.code);
      }
      expect(model.map(({ run }) => run.status)).toEqual(expect.arrayContaining(['failed', 'awaiting_clarification']));
      // Each of these calls takes its full time-out. More calls would exceed the budget.
      if (name === 'slow') for (const { run } of model) expect(run.usage.llmCalls).toBeLessThanOrEqual(TIMED_OUT_CALLS);
      if (replies.length > 0) expect(llmCalls(model)).toBe(llm.requests.length - before);
      expect(await metric('breaker_open')).toBe(opensBreaker ? 1 : 0);
      expect(timesOpened() > opened).toBe(opensBreaker);
      const counts = await countsOf(results);
      expect(results.filter((_, at) => (counts[at] ?? 0) <= (counted[at] ?? 0))).toEqual([]);
      expect(plannerMs).toBeLessThan(unaffectedMs());

      if (replies.length === 0) llm = await startScriptedLlm([], { port: Number(port) });
      await recovered();
    },
    180_000,
  );

  it('when a model alternates between faults and sound replies, every answer has the right rows', async () => {
    const faults = modelFaults.flatMap(({ replies }) => replies.slice(0, 3));
    let n = 0;
    llm.script([
      { reply: (request) => ((n += 1) % 3 === 0 ? (faults[(n / 3) % faults.length] ?? {}) : healthyReply(request)) },
    ]);
    const { model, plannerMs } = await playStorm('alternating faults');
    expect(model.filter(({ run }) => run.status === 'succeeded').length).toBeGreaterThan(RUNS / 2);
    expect(plannerMs).toBeLessThan(unaffectedMs());
    await recovered();
  }, 180_000);

  /** How many times the generator's log reports an opened breaker. */
  const timesOpened = (): number => fixture.stack.log().split('model circuit breaker opened').length;
});

const llmCalls = (ended: readonly Ended<Uncovered>[]): number =>
  ended.reduce((sum, { run }) => sum + run.usage.llmCalls, 0);

const spread = (ms: readonly number[]): string =>
  `p50 ${Math.round(median(ms))} p95 ${Math.round(quantile(ms, 0.95))} ms`;

/** Number of runs by status, as text. */
function tally(ended: readonly Ended<Uncovered>[]): string {
  const statuses = ended.map(({ run }) => run.status);
  return [...new Set(statuses)]
    .sort()
    .map((status) => `${statuses.filter((other) => other === status).length} ${status}`)
    .join(', ');
}
