import type { Outcome, ResultRef, Row, Run } from '@querent/contracts';
import type { SemanticModel } from '@querent/model';
import { plainStyle, type AgentStyle } from './agent-style';
import { plannedQuery, shop } from '@querent/suggestions/fixture';
import { present, type PresentDeps } from './present';
import { runOf, specimen } from './fixture/specimens';

const never = new AbortController().signal;

interface Bench {
  deps: PresentDeps;
  reads: [string, number, number][];
}

const bench = (rows: Row[], changes: Partial<PresentDeps> = {}): Bench => {
  const reads: [string, number, number][] = [];
  const deps: PresentDeps = {
    results: {
      readPage: async (runId: string, ref: ResultRef, offset: number, limit: number) => {
        reads.push([`${runId}/${ref.blob}`, offset, limit]);
        return rows.slice(offset, offset + limit);
      },
    },
    model: async () => null,
    clock: () => 0,
    ...changes,
  };
  return { deps, reads };
};

describe('the chart stage', () => {
  it('chooses the chart and words the answer', async () => {
    const from = specimen('citiesZh');
    const { deps, reads } = bench(from.rows);
    const outcome = await present(deps)(runOf(from), never);
    expect(outcome.event).toBe('presented');
    expect(outcome.patch.answer).toMatchObject({ chartType: 'bar', text: expect.stringContaining('杭州市（980 人）') });
    expect(outcome.patch.chart?.spec).toHaveProperty('series');
    expect(reads).toEqual([['run_12345678/rows.5', 0, 5000]]);
    expect(outcome.steps).toEqual([{ kind: 'presented', message: '已准备好图表和回答', durationMs: 0 }]);
  });

  it.each(['countZh', 'coverageZh', 'emptyZh'] as const)('draws nothing for %s', async (name) => {
    const from = specimen(name);
    const { deps } = bench(from.rows);
    const outcome = await present(deps)(runOf(from), never);
    expect(outcome.patch.chart).toBeNull();
    expect(outcome.patch.answer?.text).not.toBe('');
  });

  it('draws nothing in fast mode, with the same answer', async () => {
    const from = specimen('citiesZh', { mode: 'fast' });
    const { deps } = bench(from.rows);
    const outcome = await present(deps)(runOf(from), never);
    expect(outcome.patch).toMatchObject({
      chart: null,
      answer: { chartType: 'table', text: expect.stringContaining('杭州市') },
    });
  });

  it.each([
    [true, 'full', null],
    [true, 'fast', null],
    [false, 'fast', 'drawn'],
  ] as const)(
    'lets the reason of the mode decide what is drawn: skipChart %s in %s mode',
    async (skipChart, mode, drawn) => {
      const from = specimen('citiesZh', { mode });
      const { deps } = bench(from.rows);
      const run = runOf(from);
      const outcome = await present(deps)(
        { ...run, data: { ...run.data, modeReason: { rule: 'simple', words: null, skipSamples: false, skipChart } } },
        never,
      );
      expect(outcome.patch.chart === null ? null : 'drawn').toBe(drawn);
      expect(outcome.patch.answer?.text).toContain('杭州市');
    },
  );

  it('keeps the suggestions if nothing is drawn', async () => {
    const query = plannedQuery('今年的订单金额', 'zh');
    const from = {
      ...specimen('countZh', { mode: 'fast' }),
      question: '今年的订单金额',
      refined: '今年的订单金额',
      query,
    };
    const { deps } = bench(from.rows, { model: async () => shop });
    const run = runOf(from);
    const outcome = await present(deps)({ ...run, request: { ...run.request, today: '2026-11-21' } }, never);
    expect(outcome.patch.answer?.suggestions).toEqual([
      '今年各渠道的订单金额',
      '今年和去年的订单金额对比',
      '今年每个月的订单金额趋势',
    ]);
  });

  it('applies the style of the agent', async () => {
    const from = specimen('shareEn', { disclosures: ['year: the latest'] });
    const style = (name: string): AgentStyle =>
      name === 'brief' ? { prefer: ['bar'], maxCategories: 3, maxSentences: 1, tone: null } : plainStyle;
    const outcomeFor = async (agent: string | null): Promise<Outcome<'chart'>> => {
      const run = runOf(from);
      return present(bench(from.rows, { style }).deps)({ ...run, request: { ...run.request, agent } }, never);
    };
    const [brief, plain, gone] = [await outcomeFor('brief'), await outcomeFor(null), await outcomeFor('gone')];
    expect(brief.patch.answer?.chartType).toBe('bar');
    expect(JSON.stringify(brief.patch.chart)).toContain('5 more not drawn');
    expect(brief.patch.answer?.text).toContain('year: the latest');
    expect([plain.patch.answer?.chartType, gone.patch.answer]).toEqual(['pie', plain.patch.answer]);
  });

  it('uses a model’s wording of the findings, and keeps all qualifying sentences', async () => {
    const from = specimen('shareEn', { disclosures: ['year: the latest'] });
    const usage = { llmCalls: 1, promptTokens: 9, completionTokens: 4, llmMs: 7, dbMs: 0, totalMs: 0 };
    const phrase = async (): ReturnType<NonNullable<PresentDeps['phrase']>> => ({
      text: 'Most of it is one part.',
      usage,
    });
    const worded = await present(bench(from.rows, { phrase }).deps)(runOf(from), never);
    expect(worded.patch).toMatchObject({
      usage,
      answer: { text: expect.stringMatching(/^Most of it is one part\..*year: the latest/) },
    });
    const fast = await present(bench(from.rows, { phrase }).deps)(runOf({ ...from, mode: 'fast' }), never);
    expect(fast.patch.answer?.text).not.toContain('one part');
    expect(fast.patch.usage).toBeUndefined();
  });

  it('keeps the text of small talk and refusals, and their answerable suggestions', async () => {
    const answer = {
      text: '您好！我可以回答…',
      chartType: 'table' as const,
      suggestions: ['有多少个客户？', '今年的门票收入是多少？'],
    };
    const { deps } = bench([], { model: async () => shop });
    const outcome = await present(deps)(withoutResult({ answer }), never);
    expect(outcome).toMatchObject({
      event: 'presented',
      patch: { answer: { ...answer, suggestions: ['有多少个客户？'] }, chart: null },
    });
  });

  it('never uses a clarification question as the answer', async () => {
    const { deps } = bench([]);
    const outcome = await present(deps)(
      withoutResult({ answer: { text: '您想看哪个？', chartType: 'clarification', suggestions: [] } }),
      never,
    );
    expect(outcome.patch.answer).toEqual({ text: '这个问题没有可显示的结果。', chartType: 'table', suggestions: [] });
  });

  it('answers without a chart when its option cannot be made', async () => {
    const from = specimen('citiesZh');
    const errors: unknown[] = [];
    const optionOf = (): never => {
      throw new Error('no option');
    };
    const { deps } = bench(from.rows, { optionOf, onDrawingError: (error) => errors.push(error) });
    const outcome = await present(deps)(runOf(from), never);
    expect(outcome.patch).toMatchObject({
      chart: null,
      answer: { chartType: 'table', text: expect.stringContaining('杭州市') },
    });
    expect(errors).toHaveLength(1);
  });

  it('answers without follow-up questions when they cannot be found', async () => {
    const from = specimen('citiesZh');
    const errors: unknown[] = [];
    const broken = {
      joins: [],
      get entities(): never {
        throw new Error('no model');
      },
    } as unknown as SemanticModel;
    const { deps } = bench(from.rows, { model: async () => broken, onFollowUpError: (error) => errors.push(error) });
    const query = from.query && { ...from.query, measures: [] };
    const outcome = await present(deps)(runOf({ ...from, query }), never);
    expect([outcome.patch.answer?.suggestions, errors.length]).toEqual([[], 1]);
  });

  it('stops when the run is cancelled', async () => {
    const from = specimen('citiesZh');
    const { deps } = bench(from.rows);
    await expect(present(deps)(runOf(from), AbortSignal.abort(new Error('cancelled')))).rejects.toThrow('cancelled');
  });

  it('contains no physical name of the query', async () => {
    const from = specimen('citiesZh');
    const query = from.query && {
      ...from.query,
      subject: { kind: 'table' as const, name: 'tbl_customers_v2' },
      dimensions: from.query.dimensions.map((dimension) => ({
        ...dimension,
        column: { table: 'tbl_customers_v2', column: 'cty_cd' },
      })),
    };
    const outcome = await present(bench(from.rows).deps)(runOf({ ...from, query }), never);
    expect(JSON.stringify(outcome)).not.toMatch(/tbl_customers|cty_cd/);
  });
});

function withoutResult(data: Partial<Run['data']>): Run {
  const run = runOf(specimen('countZh'));
  return { ...run, data: { ...run.data, result: null, ...data } };
}
