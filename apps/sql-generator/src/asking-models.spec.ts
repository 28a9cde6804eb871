import { emptyRunData, jobs } from '@querent/contracts';
import { LlmUnavailableError, type ChatModel } from '@querent/llm';
import { generate } from './generate';
import { NOW, exploring, question, runWith, scriptedModel, statement, talk } from './fixture/talk';
import { peopleModel } from './fixture/people-model';

const COUNT = "SELECT count(*) AS 数量 FROM users WHERE type = 'VIP'";

describe('asking models', () => {
  it('records calls, tokens, milliseconds and the prompt version for every outcome', async () => {
    const spent = {
      usage: { llmCalls: 1, promptTokens: 80, completionTokens: 20, llmMs: 10 },
      reasoning: { promptVersion: expect.stringMatching(/^generate-sql-\d+$/) },
    };
    expect((await talk({ replies: [statement(COUNT)] })).last.patch).toMatchObject(spent);
    expect((await talk({ replies: [exploring('SELECT DISTINCT type FROM users')] })).last.patch).toMatchObject(spent);
    expect((await talk({ replies: [question('您想看哪一类客户？', ['VIP', 'Normal'])] })).last.patch).toMatchObject(
      spent,
    );
    expect((await talk({ replies: ['嗯', { why: 'timeout' }] })).last.patch).toMatchObject({
      usage: { llmCalls: 2, llmMs: 10 },
    });
  });

  it('continues without a model when the budget is used up', async () => {
    const { model, requests } = scriptedModel([statement(COUNT)]);
    const models = {
      general: model,
      sql: model,
      tuned: false,
      limits: { calls: 0, ms: 90_000, tokens: 1_000 },
      promptTokens: 6_000,
      answerTokens: 500,
    };
    expect((await talk({ replies: [], deps: { models } })).last).toMatchObject({
      event: 'failed',
      patch: { error: { code: 'model_unavailable' } },
    });
    expect(requests).toEqual([]);
  });

  it('limits the waiting time for models to the job’s timeout, even with a larger run budget', async () => {
    const left: number[] = [];
    const general: ChatModel = {
      complete: async (_request, budget) => {
        left.push(budget.msLeft);
        return { text: statement(COUNT) };
      },
    };
    const models = {
      general,
      sql: general,
      tuned: false,
      limits: { calls: 12, ms: 3_600_000, tokens: 100_000 },
      promptTokens: 6_000,
      answerTokens: 500,
    };
    for (const llmMs of [0, 500_000])
      await talk({ replies: [], deps: { models }, data: { usage: { ...emptyRunData().usage, llmMs } } });
    for (const ms of left) expect(ms).toBeLessThan(jobs.reason.timeoutMs - 10_000);
    expect(left).toHaveLength(2);
  });

  it('includes the values found by explorations in the next prompt', async () => {
    const { requests, outcomes } = await talk({
      replies: [exploring('SELECT DISTINCT type FROM users'), statement(COUNT)],
      executed: [{ values: [['VIP'], ['Normal'], ['Enterprise']] }],
    });
    expect(requests[1]?.user).toContain('Enterprise');
    expect(outcomes.flatMap(({ steps }) => steps.map(({ kind }) => kind))).toEqual([
      'round',
      'exploring',
      'values',
      'round',
      'generated',
    ]);
    expect(outcomes[1]?.steps[0]?.message).toBe('已有的取值包括：VIP、Normal、Enterprise');
    expect(outcomes[1]?.steps[1]).toMatchObject({ message: '第 2 轮：结合已有的取值解读问题', durationMs: 10 });
    const texts = outcomes
      .flatMap(({ steps, patch }) => [...steps.map(({ message }) => message), ...(patch.disclosures ?? [])])
      .join('\n');
    expect(texts).not.toMatch(/users|type|SELECT/i);
  });

  it('calls the fine-tuned model first, with its prompt, and the general one if that is unavailable', async () => {
    const tuned = scriptedModel([{ why: 'unreachable' }]);
    const general = scriptedModel([statement(COUNT)]);
    const models = {
      general: general.model,
      sql: tuned.model,
      tuned: true,
      limits: { calls: 12, ms: 90_000, tokens: 100_000 },
      promptTokens: 6_000,
      answerTokens: 500,
    };
    const { last } = await talk({ replies: [], deps: { models } });
    expect(last.event).toBe('generated');
    expect(JSON.parse(tuned.requests[0]?.user ?? '')).toMatchObject({ user_query: expect.any(String) });
    expect(tuned.requests[0]?.schema).toBeUndefined();
    expect(general.requests[0]?.schema).toBeDefined();
  });

  it('calls the general model if the reply of the fine-tuned one is unreadable', async () => {
    const tuned = scriptedModel(['I am afraid I do not know.']);
    const general = scriptedModel([statement(COUNT)]);
    const models = {
      general: general.model,
      sql: tuned.model,
      tuned: true,
      limits: { calls: 12, ms: 90_000, tokens: 100_000 },
      promptTokens: 6_000,
      answerTokens: 500,
    };
    expect((await talk({ replies: [], deps: { models } })).last.event).toBe('generated');
    expect([tuned.requests.length, general.requests.length]).toEqual([1, 1]);
  });

  it('shows a model only samples whose statements still pass, and reports the others', async () => {
    const samples = [
      { question: '客户有多少', sql: 'SELECT count(*) FROM users' },
      { question: '旧的', sql: 'SELECT gone FROM users' },
    ];
    const retired: string[] = [];
    const data = { retrieval: { tables: ['users'], samples, hints: [] } };
    const { requests } = await talk({
      replies: [statement(COUNT)],
      data,
      deps: { onRetiredSample: (_run, { question: asked }) => void retired.push(asked) },
    });
    expect(requests[0]?.user).toContain('客户有多少');
    expect(requests[0]?.user).not.toContain('gone');
    expect(retired).toEqual(['旧的']);
    const fast = await talk({
      replies: [statement(COUNT)],
      data: { ...data, modeReason: { rule: 'asked_fast', words: null, skipSamples: true, skipChart: true } },
    });
    expect(fast.requests[0]?.user).not.toContain('客户有多少');
  });

  it('rejects at once when the run is cancelled', async () => {
    const aborted = new AbortController();
    aborted.abort(new Error('cancelled'));
    const { model } = scriptedModel([statement(COUNT)]);
    const stage = generate({
      model: async () => ({ model: peopleModel, problems: [] }),
      maxRows: () => 10,
      now: () => NOW,
      clarificationTtlMs: 1,
      models: {
        general: model,
        sql: model,
        tuned: false,
        limits: { calls: 12, ms: 90_000, tokens: 100_000 },
        promptTokens: 6_000,
        answerTokens: 500,
      },
    });
    await expect(stage(runWith({}), aborted.signal)).rejects.toThrow();
  });

  it('reports model failures only to the log', async () => {
    const seen: Error[] = [];
    const { last } = await talk({
      replies: [{ why: 'rate_limited' }],
      deps: { onModelTrouble: (_run, error) => void seen.push(error) },
    });
    expect(seen[0]).toBeInstanceOf(LlmUnavailableError);
    expect(JSON.stringify(last)).not.toContain('scripted');
  });
});
