import { emptyRunData, type Run } from '@querent/contracts';
import { bilingual } from '@querent/language';
import { openIntentUnderTest, type IntentUnderTest, type StageResult } from './fixture/intent-under-test';

const optionsOf = ({ run }: StageResult): string[] => (run.data.clarification?.options ?? []).map(({ label }) => label);
const asks = ({ run }: StageResult): string => run.data.clarification?.question ?? '';
const stepTexts = ({ outcome }: StageResult): string => outcome.steps.map(({ message }) => message).join('\n');
const measured = ({ run }: StageResult): string[] =>
  (run.data.semanticQuery?.measures ?? []).map(({ what }) =>
    what.kind === 'metric' ? `${what.id}:${what.form}` : what.fn,
  );

let service: IntentUnderTest;
beforeAll(async () => {
  service = await openIntentUnderTest();
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.redis.flushall();
  service.warned.length = 0;
});

describe('the intent stage', () => {
  it('understands a simple question in fast mode and reports it', async () => {
    const seen = await service.ask('有多少所学校');
    expect(seen.outcome.event).toBe('planned');
    expect(seen.run.data).toMatchObject({
      mode: 'fast',
      modeReason: { rule: 'simple', skipSamples: true, skipChart: true },
      cacheKey: 'v/k',
    });
    expect(stepTexts(seen)).toContain('快速模式');
  });

  it('skips the retrieval of a planned question whatever the settings: only a language model reads samples', async () => {
    const fastMode = { autoDetect: true, skipSamples: false, skipChart: true, maxLength: 50, disableWords: [] };
    const seen = await service.ask('有多少所学校', {}, { fastMode });
    expect(seen.outcome).toMatchObject({
      event: 'planned',
      patch: { mode: 'fast', modeReason: { skipSamples: false, skipChart: true } },
    });
  });

  it('pauses with the options of the model, and continues with the chosen one', async () => {
    const paused = await service.ask('帮我看看基础设施的情况');
    expect(paused.outcome.event).toBe('clarification_needed');
    expect(paused.run.data).toMatchObject({
      clarification: { id: 'c1-1', trigger: 'ambiguous_metric', expiresAt: '2026-11-21T08:01:00.000Z' },
      asked: ['metric:infrastructure'],
    });
    const answered = await service.reply(paused, '#1');
    expect(answered.outcome.event).toBe('planned');
    expect(measured(answered)).toEqual(['infrastructure:composite']);
    expect(answered.run.data).toMatchObject({
      choices: [{ key: 'metric:infrastructure', value: 'composite' }],
      learned: [],
      ambiguity: null,
      passedOver: null,
      reply: null,
    });
  });

  it('starts over from a new question and reports it', async () => {
    const renewed = await service.reply(await service.ask('帮我看看基础设施的情况'), '有多少所学校');
    expect(renewed.run.data).toMatchObject({
      ...{ restatedQuestion: '有多少所学校', choices: [], mode: 'fast' },
      passedOver: { key: 'metric:infrastructure' },
    });
    expect(stepTexts(renewed)).toContain('按新的问题重新开始：有多少所学校');
  });

  it('repeats a clarification once after an unclear reply, then fails the run', async () => {
    const first = await service.ask('帮我看看基础设施的情况');
    const second = await service.reply(first, '嗯');
    expect(asks(second)).toBe(`没有理解您的回复。${asks(first)}`);
    expect(second.run.data.clarification?.id).not.toBe(first.run.data.clarification?.id);
    const third = await service.reply(second, '随便');
    expect(third.outcome).toMatchObject({
      event: 'failed',
      patch: { error: { code: 'clarification_exhausted' }, answer: null },
    });
  });

  it('repeats a clarification if the reply, read as a question or correction, cannot be answered', async () => {
    const first = await service.ask('帮我看看基础设施的情况');
    const second = await service.reply(first, '明年会有多少所学校呢');
    expect(second.outcome.event).toBe('clarification_needed');
    expect(asks(second)).toBe(`没有理解您的回复。${asks(first)}`);
    expect(second.run.data).toMatchObject({
      restatedQuestion: null,
      passedOver: null,
      asked: ['metric:infrastructure', 'metric:infrastructure'],
    });
    expect(stepTexts(second)).not.toContain('按新的问题重新开始');
    const answered = await service.reply(second, '#1');
    expect(measured(answered)).toEqual(['infrastructure:composite']);
  });

  it('never reports a change of an unchanged question', async () => {
    const first = await service.ask('帮我看看基础设施的情况');
    const second = await service.reply(first, "'; DROP TABLE schools; --");
    expect(asks(second)).toBe(`没有理解您的回复。${asks(first)}`);
  });

  it('never pauses a fourth time', async () => {
    const first = await service.ask('帮我看看基础设施的情况');
    const often: Run = {
      ...first.run,
      data: {
        ...first.run.data,
        clarifications: Array.from({ length: 3 }, (_, at) => ({
          id: `x${at}`,
          trigger: 'too_vague' as const,
          question: '',
          options: [],
          answer: {},
          answeredAt: '',
        })),
      },
    };
    const outcome = await service.stage()(
      { ...often, data: { ...often.data, asked: [], reply: null, ambiguity: null } },
      new AbortController().signal,
    );
    expect(outcome).toMatchObject({ event: 'failed', patch: { error: { code: 'clarification_exhausted' } } });
  });

  it('explains why it cannot answer a question', async () => {
    const seen = await service.ask('今天天气怎么样');
    expect(['failed', 'clarification_needed', 'replied_without_data']).toContain(seen.outcome.event);
    expect(seen.run.data.semanticQuery).toBeNull();
  });

  it('explains in business words that a connection cannot be used', async () => {
    const missing = await service.ask('有多少所学校', {}, { availability: async () => null });
    expect(missing.outcome.patch.error?.code).toBe('connection_unknown');
    const broken = await service.ask(
      '有多少所学校',
      {},
      {
        availability: async () => ({
          state: 'misconfigured',
          since: null,
          problems: [{ file: 'f', path: 'tables.x', message: bilingual('Must be table.column.') }],
        }),
      },
    );
    expect(broken.outcome.patch).toMatchObject({
      error: { code: 'connection_misconfigured' },
      technicalError: 'tables.x: Must be table.column.',
    });
  });
});

describe('proposals for unknown words', () => {
  const unknown = '有多少个鑫淼焱垚';

  it('are searched only if a word is unknown, and never fail the run', async () => {
    const propose = jest.fn(async () => []);
    await service.ask('有多少所学校', {}, { propose });
    expect(propose).not.toHaveBeenCalled();
    const onProposeError = jest.fn();
    const without = await service.ask(unknown);
    const failing = await service.ask(
      unknown,
      {},
      { propose: () => Promise.reject(new Error('no model')), onProposeError },
    );
    expect(failing.outcome.event).toBe(without.outcome.event);
    expect(onProposeError).toHaveBeenCalledTimes(1);
  });

  it('are ignored if they come too late', async () => {
    const started = performance.now();
    const seen = await service.ask(unknown, {}, { propose: () => new Promise(() => undefined) });
    expect(seen.outcome.event).toMatch(/failed|clarification_needed/);
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});

describe('habits', () => {
  const question = '帮我看看基础设施的情况';
  const choose = async (option: string, over = {}): Promise<StageResult> => {
    const paused = await service.ask(question, over);
    return service.reply(paused, option);
  };

  it('move the option chosen last to the front and renumber the options', async () => {
    await choose('各项明细');
    const again = await service.ask(question);
    expect(optionsOf(again)[0]).toBe('各项明细');
    expect(again.run.data.clarification?.options.map(({ id }) => id)).toEqual(
      optionsOf(again).map((_, at) => String(at + 1)),
    );
    expect(measured(await service.reply(again, '#1'))).toEqual(['network:value', 'terminal:value']);
  });

  it('apply an option that was chosen three times in a row, and disclose it', async () => {
    for (let times = 0; times < 3; times++) expect((await choose('综合评分')).outcome.event).toBe('planned');
    const taken = await service.ask(question);
    expect(taken.outcome.event).toBe('planned');
    expect(measured(taken)).toEqual(['infrastructure:composite']);
    expect(taken.run.data.disclosures[0]).toMatch(/^按“综合评分”计算，如需“各项明细”请说明$/);
    expect(taken.run.data).toMatchObject({
      learned: [{ key: 'metric:infrastructure', value: 'composite' }],
      choices: [{ key: 'metric:infrastructure', value: 'composite' }],
    });
    const english = await service.ask('show me the infrastructure');
    expect(english.run.data.disclosures[0]).toBe('Read as “Composite score”; say so if you want “Breakdown”');
  });

  it('are separate for each user and connection', async () => {
    for (let times = 0; times < 3; times++) await choose('综合评分');
    for (const over of [{ keyName: 'other' }, { tenant: 'other' }, { connection: 'elsewhere' }])
      expect((await service.ask(question, over)).outcome.event).toBe('clarification_needed');
  });

  it('count a reply once if its job is repeated', async () => {
    const paused = await service.ask(question);
    for (let times = 0; times < 5; times++) await service.reply(paused, '综合评分');
    expect((await service.ask(question)).outcome.event).toBe('clarification_needed');
  });

  it('end when the question’s words decide differently', async () => {
    for (let times = 0; times < 3; times++) await choose('综合评分');
    const explicit = await service.ask('基础设施各项明细');
    expect(measured(explicit)).toEqual(['network:value', 'terminal:value']);
    const after = await service.ask(question);
    expect(after.outcome.event).toBe('clarification_needed');
    expect(optionsOf(after)[0]).toBe('各项明细');
  });

  it.each([
    '以后先问我',
    '别再默认',
    '请不要再默认综合评分了',
    'ask me every time',
    "don't assume",
    'Please stop assuming, ask me first.',
  ])('are forgotten after “%s”', async (words) => {
    for (let times = 0; times < 3; times++) await choose('综合评分');
    const forgotten = await service.ask(words);
    expect(forgotten.outcome.event).toBe('replied_without_data');
    expect(forgotten.run.data.answer?.text).not.toBe('');
    expect((await service.ask(question)).outcome.event).toBe('clarification_needed');
    expect(await service.habits.list({ tenant: 'acme' })).toEqual([]);
  });

  it('are forgotten on request in a reply, and the clarification is repeated', async () => {
    await choose('各项明细');
    const paused = await service.ask(question);
    const again = await service.reply(paused, '以后先问我');
    expect(asks(again)).toMatch(/^好的，之前记住的选择已清除/);
    expect(await service.habits.list({ tenant: 'acme' })).toEqual([]);
  });

  it.each([
    '请问',
    '先问一下有多少所学校',
    '有多少学校选择了默认',
    '默认排序的学校',
    'which schools ask every time',
    '问我',
    '忘记带书的学生',
  ])('are not forgotten after “%s”', async (words) => {
    await choose('综合评分');
    await service.ask(words);
    expect(await service.habits.list({ tenant: 'acme' })).toHaveLength(1);
  });

  it('are ignored if they cannot be read', async () => {
    await choose('综合评分');
    const [key] = (await service.redis.keys('q:*')).filter((name) => name.includes(':of:'));
    await service.redis.hset(String(key), 'metric:infrastructure', 'garbage');
    expect((await service.ask(question)).outcome.event).toBe('clarification_needed');
    expect(service.warned.length).toBeGreaterThan(0);
  });
});

describe('a conversation', () => {
  it('gives its context to a follow-up, but not to questions outside it', async () => {
    await service.answered(await service.ask('西湖区有多少所学校', { conversationId: 'c1' }));
    const followed = await service.ask('那滨江区呢', { conversationId: 'c1' });
    expect(followed.run.data.semanticQuery?.filters).toMatchObject([
      { column: { column: 'district' }, value: '滨江区' },
    ]);
    expect(followed.run.data.context).toMatchObject({ question: '西湖区有多少所学校' });
    for (const over of [
      { conversationId: 'c2' },
      { conversationId: 'c1', keyName: 'other' },
      { conversationId: 'c1', tenant: 'other' },
      { conversationId: 'c1', connection: 'elsewhere' },
      {},
    ]) {
      expect((await service.ask('那滨江区呢', over)).run.data.context).toBeNull();
    }
  });

  it.each(['不要综合评分，要明细', '还是看各项明细吧', 'not the composite but the breakdown'])(
    'lets “%s” change the decision about the previous question, and ends the habit',
    async (words) => {
      const conversationId = 'c1';
      for (let times = 0; times < 3; times++)
        await service.answered(
          await service.reply(await service.ask('帮我看看基础设施的情况', { conversationId }), '综合评分'),
        );
      await service.answered(await service.ask('帮我看看基础设施的情况', { conversationId }));
      const other = await service.ask(words, { conversationId });
      expect(other.outcome.event).toBe('planned');
      expect(measured(other)).toEqual(['network:value', 'terminal:value']);
      const after = await service.ask('帮我看看基础设施的情况', { conversationId: 'c2' });
      expect(optionsOf(after)[0]).toBe('各项明细');
      expect((await service.ask(words, { conversationId: 'c3' })).run.data.semanticQuery).toBeNull();
    },
  );

  it('is read once for each run, so that answers during a pause do not change it', async () => {
    await service.answered(await service.ask('西湖区有多少所学校', { conversationId: 'c1' }));
    const paused = await service.ask('帮我看看基础设施的情况', { conversationId: 'c1' });
    await service.answered(await service.ask('有多少所学校', { conversationId: 'c1' }));
    const answered = await service.reply(paused, '#1');
    expect(answered.run.data.context?.question).toBe('西湖区有多少所学校');
  });

  it('keeps the context of a failed run when it continues after a reply', async () => {
    await service.answered(await service.ask('西湖区有多少所学校', { conversationId: 'c1' }));
    const { run } = await service.ask('那滨江区呢', { conversationId: 'c1' });
    await service.answered(await service.ask('有多少台终端', { conversationId: 'c1' }));
    const again = await service.stage()(
      { ...run, id: `${run.id}_2`, data: { ...emptyRunData(), context: run.data.context } },
      new AbortController().signal,
    );
    expect(again.patch).toMatchObject({ context: run.data.context, semanticQuery: run.data.semanticQuery });
  });

  it('gives no context after a pause if it had none before', async () => {
    const paused = await service.ask('帮我看看基础设施的情况', { conversationId: 'c9' });
    await service.answered(await service.ask('西湖区有多少所学校', { conversationId: 'c9' }));
    expect((await service.reply(paused, '#1')).run.data.context).toBeNull();
  });
});

describe('an agent', () => {
  const agent = {
    name: 'west',
    version: 'v1',
    instructions: '',
    filters: [{ column: 'schools.district', equals: '西湖区' }],
  };
  beforeEach(() => service.agents.clear());

  it('adds its filters to the query', async () => {
    service.agents.set('west', agent);
    const seen = await service.ask('有多少所学校', { agent: 'west' });
    expect(seen.run.data.semanticQuery?.filters).toMatchObject([
      { kind: 'compare', column: { table: 'schools', column: 'district' }, value: '西湖区' },
    ]);
    expect(seen.run.data.cacheKey).toBe('v/k');
  });

  it('causes no cached answer if its file changed after the submission', async () => {
    service.agents.set('west', agent);
    const seen = await service.ask('有多少所学校', { agent: 'west' }, { agent: () => ({ ...agent, version: 'v2' }) });
    expect(seen.run.data.cacheKey).toBeNull();
  });

  it.each([
    ['was deleted', undefined, 'agent_unknown'],
    ['does not serve the connection any more', { ...agent, connections: ['shop'] }, 'agent_unknown'],
    [
      'filters by a column that the model does not have',
      { ...agent, filters: [{ column: 'schools.nothing', equals: 1 }] },
      'agent_misconfigured',
    ],
  ])('that %s fails the run with an explanation in business words', async (_, found, code) => {
    const seen = await service.ask('有多少所学校', { agent: 'west' }, { agent: () => found });
    expect(seen.outcome).toMatchObject({ event: 'failed', patch: { error: { code } } });
    expect(JSON.stringify([seen.outcome.patch.error, seen.outcome.steps])).not.toMatch(/schools|nothing/);
  });
});
