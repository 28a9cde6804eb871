import { aRequest, neverAborted, openFixture, type ChatFixture } from '../fixture/chat-fixture';
import { RunBudget } from './run-budget';

describe('the budget of a run', () => {
  let fixture: ChatFixture | undefined;
  afterEach(() => fixture?.stop());

  it.each<[string, object, number]>([
    ['calls', { calls: 2 }, 2],
    ['tokens', { tokens: 10 }, 1],
  ])('rejects further calls of a run at its limit of %s', async (what, limits, requests) => {
    fixture = await openFixture([
      { reply: { text: 'SELECT 1', cutOff: 'length', tokens: { prompt: 8, completion: 2 } } },
    ]);
    const { general } = fixture;
    const run = fixture.budget(limits);
    const failures: unknown[] = [];
    for (let n = 0; n < 3; n += 1)
      failures.push(await general.complete(aRequest(), run, neverAborted()).catch((error: unknown) => error));
    expect(failures.at(-1)).toMatchObject({ why: 'budget', message: `the run's budget of ${what} is used up` });
    expect(fixture.llm.requests).toHaveLength(requests);
    expect(run.spent.llmCalls).toBe(requests);
  });

  it('records tokens on the tenant’s daily budget, and makes no call when that is used up', async () => {
    fixture = await openFixture([
      { reply: { text: 'SELECT 1', cutOff: 'length', tokens: { prompt: 8, completion: 2 } } },
    ]);
    const { general, models, llm, metric } = fixture;
    let left = 20;
    const tenantBudget = { isSpent: async () => left <= 0, spend: (tokens: number) => void (left -= tokens) };
    const run = new RunBudget(
      models.limits,
      { usage: { llmCalls: 0, promptTokens: 0, completionTokens: 0, llmMs: 0, dbMs: 0, totalMs: 0 } },
      tenantBudget,
    );
    // Unusable replies cost tokens too: this one is retried once.
    await expect(general.complete(aRequest(), run, neverAborted())).rejects.toMatchObject({ why: 'cut_off' });
    expect([left, llm.requests.length, run.spent.llmCalls]).toEqual([0, 2, 2]);
    await expect(general.complete(aRequest(), run, neverAborted())).rejects.toMatchObject({ why: 'day_budget' });
    expect([
      llm.requests.length,
      await metric('querent_llm_budget_refusals_total', { task: 'generate-sql' }),
      await metric('querent_llm_breaker_open'),
    ]).toEqual([2, 1, 0]);
  });

  it('rejects at once if the run is cancelled while the daily budget is being read', async () => {
    fixture = await openFixture();
    const abort = new AbortController();
    const run = new RunBudget(
      fixture.models.limits,
      { usage: { llmCalls: 0, promptTokens: 0, completionTokens: 0, llmMs: 0, dbMs: 0, totalMs: 0 } },
      { isSpent: () => new Promise(() => undefined), spend: () => undefined },
    );
    const call = fixture.general.complete(aRequest(), run, abort.signal);
    abort.abort(new Error('cancelled'));
    await expect(call).rejects.toThrow('cancelled');
    expect(fixture.llm.requests).toHaveLength(0);
  });

  it('rejects with the failure, without a pause, if no call is left for a retry', async () => {
    fixture = await openFixture([{ reply: { status: 429, retryAfterS: 60 } }]);
    const run = fixture.budget({ calls: 1 });
    await expect(fixture.general.complete(aRequest(), run, neverAborted())).rejects.toMatchObject({
      why: 'rate_limited',
    });
    expect(run.spent.llmMs).toBeLessThan(30_000);
  });

  it('ends a request when the run’s time ends', async () => {
    fixture = await openFixture([{ reply: { delayMs: 60_000 } }]);
    const run = fixture.budget({ ms: 40 });
    await expect(fixture.general.complete(aRequest(), run, neverAborted())).rejects.toMatchObject({ why: 'budget' });
    await expect(fixture.general.complete(aRequest(), run, neverAborted())).rejects.toMatchObject({ why: 'budget' });
    expect(run.spent.llmCalls).toBe(1);
    expect(run.msLeft).toBeLessThanOrEqual(1);
  });

  it('starts from the run’s previous usage and keeps its other fields', () => {
    const usage = { llmCalls: 3, promptTokens: 50, completionTokens: 9, llmMs: 400, dbMs: 70, totalMs: 900 };
    const run = new RunBudget({ calls: 5, ms: 1_000, tokens: 100 }, { usage });
    expect(run.msLeft).toBe(600);
    run.begin();
    run.record({ ms: 100, promptTokens: 10, completionTokens: 1 });
    expect(run.spent).toEqual({ llmCalls: 4, promptTokens: 60, completionTokens: 10, llmMs: 500 });
    expect(run.usageAfter(usage)).toEqual({
      llmCalls: 4,
      promptTokens: 60,
      completionTokens: 10,
      llmMs: 500,
      dbMs: 70,
      totalMs: 900,
    });
  });
});
