import { modelKey, type Ambiguity } from '@querent/contracts';
import { academy } from '../fixture/academy';
import { openIntentUnderTest, type IntentUnderTest, type StageResult } from '../fixture/intent-under-test';

const withModel = { reasoner: true };

let service: IntentUnderTest;
beforeAll(async () => {
  service = await openIntentUnderTest();
});
afterAll(() => service.stop());
beforeEach(async () => void (await service.redis.flushall()));

/** The run after the generator has paused it with a language model's question. */
function askedByModel({ run, outcome }: StageResult, question: string, labels: string[]): StageResult {
  const ambiguity: Ambiguity = {
    trigger: 'ambiguous_term',
    key: modelKey(1),
    question,
    options: labels.map((label, at) => ({ id: String(at + 1), label, value: label, aliases: [] })),
    allowText: true,
  };
  const clarification = {
    id: 'c1-2',
    trigger: ambiguity.trigger,
    question,
    options: ambiguity.options.map(({ id, label }) => ({ id, label })),
    allowText: true,
    expiresAt: '2026-11-21T09:00:00.000Z',
  };
  return {
    outcome,
    run: {
      ...run,
      data: {
        ...run.data,
        ambiguity,
        clarification,
        asked: [...run.data.asked, ambiguity.key],
        usage: { ...run.data.usage, llmCalls: 2, llmMs: 900 },
      },
    },
  };
}

/** The run after a language model has answered it. */
const answeredByModel = ({ run, outcome }: StageResult): StageResult => ({
  outcome,
  run: {
    ...run,
    data: { ...run.data, result: { blob: 'b', columns: [], output: [], rowCount: 1, truncated: false, skipped: [] } },
  },
});

describe('the intent stage with a language model', () => {
  it.each([
    ['各学校的学生幸福指数', 'unsupported'],
    ['running total of schools by month of founding', 'unsupported'],
  ])('passes “%s” to the language model with the planner’s result as a fallback', async (question, kind) => {
    const alone = await service.ask(question);
    const handed = await service.ask(question, {}, withModel);
    expect(alone.outcome.event).not.toBe('unplanned');
    expect(handed.outcome.event).toBe('unplanned');
    expect(handed.run.data).toMatchObject({
      semanticQuery: null,
      mode: 'full',
      modeReason: { rule: 'needs_reasoning', skipSamples: false },
      refinedQuestion: question,
      error: null,
      answer: null,
      cacheKey: 'v/k',
    });
    expect(
      handed.run.data.reasoning?.fallback?.kind === 'ambiguous' || handed.run.data.reasoning?.fallback?.kind === kind,
    ).toBe(true);
    expect(handed.run.data.intent?.type).toMatch(/^(?:query|summary|spatial|metric)$/);
    expect(handed.run.data.intent?.strategy).not.toBeNull();
  });

  it.each([
    '有多少所学校',
    'how many schools are there',
    '你好',
    '帮我看看基础设施的情况',
    '删除所有学校',
    '明年会有多少所学校',
  ])('leaves “%s” to the planner', async (question) => {
    const alone = await service.ask(question);
    const handed = await service.ask(question, {}, withModel);
    expect(handed.outcome.event).toBe(alone.outcome.event);
    expect(handed.run.data.reasoning).toBeNull();
  });

  it('does not pass on a question with words whose definition is mistaken', async () => {
    const availability = async () => ({
      state: 'ready' as const,
      model: { ...academy, reserved: [{ words: ['学生幸福指数'] }] },
    });
    const alone = await service.ask('各学校的学生幸福指数', {}, { ...withModel, availability });
    expect(alone.outcome).toMatchObject({
      event: 'failed',
      patch: { error: { code: 'question_unsupported', message: expect.stringContaining('没有正确设置') } },
    });
    const conversationId = 'c';
    const before = await service.answered(
      answeredByModel(await service.ask('各学校的升学意愿', { conversationId }, withModel)),
    );
    expect(before.run.data.reasoning).not.toBeNull();
    const next = await service.ask('那学生幸福指数呢', { conversationId }, { ...withModel, availability });
    expect(next.outcome).toMatchObject({ event: 'failed', patch: { error: { code: 'question_unsupported' } } });
  });

  it('omits samples if fast mode was requested', async () => {
    const handed = await service.ask('各学校的学生幸福指数', { mode: 'fast' }, withModel);
    expect(handed.outcome).toMatchObject({
      event: 'unplanned',
      patch: { mode: 'fast', modeReason: { rule: 'asked_fast', skipSamples: true } },
    });
  });

  it('returns a reply to the language model’s question, with an explicit question', async () => {
    const paused = askedByModel(await service.ask('各学校的学生幸福指数', {}, withModel), '按哪一项？', [
      '带宽',
      '终端',
    ]);
    const picked = await service.reply(paused, '#2', withModel);
    expect(picked.outcome.event).toBe('unplanned');
    expect(picked.run.data).toMatchObject({
      refinedQuestion: '各学校的学生幸福指数（终端）',
      choices: [{ key: 'model:1', value: '终端' }],
      restatedQuestion: null,
      cacheKey: null,
      usage: { llmCalls: 2 },
    });
    const replied = await service.reply(paused, '两项都要，各占一半', withModel);
    expect(replied.run.data).toMatchObject({ refinedQuestion: '各学校的学生幸福指数（两项都要，各占一半）' });
    expect(replied.outcome.event).toBe('unplanned');
  });

  it('passes the user’s explanation of a word to the language model', async () => {
    const asked = askedByModel(
      await service.ask('各学校的学生幸福指数', {}, withModel),
      '“学生幸福指数”指的是哪一个？',
      ['带宽', '终端'],
    );
    const { data } = asked.run;
    const key = 'unknown:学生幸福指数';
    const ambiguity = data.ambiguity === null ? null : { ...data.ambiguity, key };
    const paused = {
      ...asked,
      run: { ...asked.run, data: { ...data, ambiguity, asked: [...data.asked.slice(0, -1), key] } },
    };
    const picked = await service.reply(paused, '#2', withModel);
    expect(picked.outcome.event).toBe('unplanned');
    expect(picked.run.data).toMatchObject({ refinedQuestion: '各学校的学生幸福指数（学生幸福指数：终端）' });
  });

  it('records no habit from a language model’s question', async () => {
    for (let time = 0; time < 4; time++)
      await service.reply(
        askedByModel(await service.ask('各学校的学生幸福指数', {}, withModel), '按哪一项？', ['带宽', '终端']),
        '#2',
        withModel,
      );
    expect((await service.ask('各学校的学生幸福指数', {}, withModel)).run.data.choices).toEqual([]);
  });

  it('drops the explorations of a replaced question, but keeps the usage', async () => {
    const paused = askedByModel(await service.ask('各学校的学生幸福指数', {}, withModel), '按哪一项？', [
      '带宽',
      '终端',
    ]);
    const reasoning = {
      ...(paused.run.data.reasoning ?? { fallback: null, promptVersion: null }),
      draft: null,
      explorations: [
        {
          sql: 'SELECT 1',
          state: 'done' as const,
          columns: [],
          values: [],
          truncated: false,
          cached: false,
          error: null,
        },
      ],
    };
    const renewed = await service.reply(
      { ...paused, run: { ...paused.run, data: { ...paused.run.data, reasoning } } },
      '换个问题：各区的教师幸福指数',
      withModel,
    );
    expect(renewed.run.data).toMatchObject({ reasoning: { explorations: [] }, usage: { llmMs: 900 } });
    const planned = await service.reply(
      { ...paused, run: { ...paused.run, data: { ...paused.run.data, reasoning } } },
      '有多少所学校',
      withModel,
    );
    expect(planned.run.data).toMatchObject({
      semanticQuery: { strategy: 'summary' },
      reasoning: { fallback: null, explorations: [] },
      usage: { llmMs: 900 },
    });
  });

  it('removes all traces of a failed statement from the question that replaces it', async () => {
    const { run, outcome } = askedByModel(await service.ask('各学校的学生幸福指数', {}, withModel), '换一种说法？', []);
    const failed = {
      ...run.data,
      technicalError: '42703: gone',
      doubts: [{ sign: 'unknown_value' as const, about: '区“火星”' }],
    };
    expect(
      (await service.reply({ outcome, run: { ...run, data: failed } }, '有多少所学校', withModel)).run.data,
    ).toMatchObject({ semanticQuery: { strategy: 'summary' }, doubts: [], technicalError: null });
  });

  it('passes on a follow-up to a language model’s answer, but plans a complete new question', async () => {
    const conversation = { conversationId: 'talk' };
    await service.answered(answeredByModel(await service.ask('各学校的学生幸福指数', conversation, withModel)));
    const turn = await service.ask('那去年呢', conversation, withModel);
    expect(turn.outcome.event).toBe('unplanned');
    expect(turn.run.data).toMatchObject({
      semanticQuery: null,
      context: { question: '各学校的学生幸福指数', query: null },
    });
    const own = await service.ask('有多少所学校', conversation, withModel);
    expect(own.run.data).toMatchObject({ semanticQuery: { strategy: 'summary' }, reasoning: null });
  });

  it('uses no cached statement for a follow-up to a language model’s answer, even if it could be planned alone', async () => {
    const conversation = { conversationId: 'talk' };
    const entry = {
      id: 'e',
      text: '',
      compiled: { sql: 'SELECT 1', params: [], columns: [], probes: [] },
      disclosures: null,
      threshold: 0.95,
      runId: 'r',
    };
    const shared = {
      reasoner: null,
      groupOf: () => ({ tenant: 't', audience: 'academy', maxRows: 100 }),
      find: async () => ({ entry, similarity: 1 }),
      keepVector: () => undefined,
      onError: () => undefined,
    };
    await service.answered(answeredByModel(await service.ask('各学校的学生幸福指数', conversation, withModel)));
    const turn = await service.ask('其中优秀的有多少', conversation, { ...withModel, shared });
    expect([turn.outcome.event, turn.run.data.sharing]).toEqual(['unplanned', null]);
    expect((await service.ask('有多少所学校', conversation, { ...withModel, shared })).outcome.event).toBe('cache_hit');
  });

  it('does not plan a follow-up alone if the language model that answered is no longer configured', async () => {
    const conversation = { conversationId: 'talk' };
    await service.answered(answeredByModel(await service.ask('各学校的学生幸福指数', conversation, withModel)));
    const turn = await service.ask('其中优秀的有多少', conversation);
    expect(turn.outcome.event).toBe('unplanned');
    expect(turn.run.data).toMatchObject({ semanticQuery: null, reasoning: { fallback: { kind: 'planned' } } });
    expect((await service.ask('有多少所学校', conversation)).run.data.semanticQuery).not.toBeNull();
  });
});
