import { LlmUnavailableError, type ChatModel, type ChatRequest } from '@querent/llm';
import { emptyRunData, type OutputColumn, type Row, type Run } from '@querent/contracts';
import { newRun } from '@querent/testing';
import { shapeOf } from '../reading/result-shape';
import { answerPhraser, type Phrased } from './phrase-answer';

const output: OutputColumn[] = [
  { key: 'c1', label: '城市', role: 'dimension' },
  { key: 'c2', label: '订单数', role: 'measure' },
];
const manyRows: Row[] = Array.from({ length: 60 }, (_, at) => [`${at + 1}号市`, at]);

interface Asked {
  phrased: Phrased;
  requests: ChatRequest[];
  objections: string[];
}

async function phrase(
  reply: string | Error | ((request: ChatRequest, signal: AbortSignal) => Promise<string>),
  over: { rows?: Row[]; patienceMs?: number; signal?: AbortSignal } = {},
): Promise<Asked> {
  const rows = over.rows ?? [
    ['上海市', 12],
    ['杭州市', 8],
  ];
  const at = '2026-11-21T09:00:00.000Z';
  const { id, tenant, keyName, traceparent, request } = newRun({
    id: 'run00001',
    locale: 'zh',
    question: '各城市的订单数',
  });
  const run: Run = {
    id,
    tenant,
    keyName,
    traceparent,
    request,
    version: 5,
    status: 'presenting',
    createdAt: at,
    updatedAt: at,
    finishedAt: null,
    data: {
      ...emptyRunData(),
      usage: { llmCalls: 2, promptTokens: 10, completionTokens: 5, llmMs: 0, dbMs: 1, totalMs: 0 },
    },
  };
  const requests: ChatRequest[] = [];
  const objections: string[] = [];
  const general: ChatModel = {
    async complete(asked, budget, signal) {
      requests.push(asked);
      budget.begin();
      budget.record({ ms: 3, promptTokens: 100, completionTokens: 20 });
      if (reply instanceof Error) throw reply;
      return { text: typeof reply === 'string' ? reply : await reply(asked, signal) };
    },
  };
  const phraser = answerPhraser({
    models: { general, limits: { calls: 12, ms: 90_000, tokens: 60_000 }, promptTokens: 6_000, answerTokens: 500 },
    patienceMs: over.patienceMs ?? 60_000,
    onTemplate: (_, why) => objections.push(why),
  });
  const phrased = await phraser(
    { run, shape: shapeOf({ output, rowCount: rows.length, truncated: false }, rows, null, 'zh'), tone: null },
    over.signal ?? new AbortController().signal,
  );
  return { phrased, requests, objections };
}

const untilAborted = (_: ChatRequest, signal: AbortSignal): Promise<string> =>
  new Promise((_resolve, reject) => {
    const end = (): void => reject(signal.reason as Error);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });

describe('an answer that a model words', () => {
  it('is used if all its claims come from the result, and its usage is recorded', async () => {
    const { phrased, objections } = await phrase('<think>上海市 12</think>**上海市**的订单数最多，为12；杭州市为8。');
    expect(phrased).toMatchObject({
      text: '上海市的订单数最多，为12；杭州市为8。',
      usage: { llmCalls: 3, promptTokens: 110, completionTokens: 25 },
    });
    expect(objections).toEqual([]);
  });

  it.each([
    ['an invented number', '上海市的订单数为13。', 'unfounded'],
    ['a sum it worked out', '共计20。', 'unfounded'],
    ['an invented name', '武汉市的订单数最多。', 'unfounded'],
    ['the figure of another row', '上海市的订单数为8，杭州市为12。', 'unproven'],
    ['the wrong end', '杭州市的订单数最多，为8。', 'unproven'],
    ['nothing', ' <think>hm</think> ', 'empty'],
    ['a statement', 'SELECT 上海市 FROM 订单数', 'unsuited'],
    [
      'its instructions',
      'You only word it: you calculate nothing, conclude nothing beyond the rows, write no SQL.',
      'unsuited',
    ],
    ['a link', '上海市：https://example.org', 'unsuited'],
    ['too long a text', '上海市的订单数最多。'.repeat(80), 'too_long'],
    ['no reply', new LlmUnavailableError('timeout', 'late'), 'timeout'],
  ])('is replaced by the template if it contains %s', async (_what, reply, why) => {
    const { phrased, objections } = await phrase(reply);
    expect(phrased.text).toBeNull();
    expect(objections).toEqual([why]);
  });

  it('shows the model at most fifty rows, and cannot lead to SQL', async () => {
    const { requests } = await phrase('订单数', { rows: manyRows });
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({ task: 'answer', runId: 'run00001' });
    expect(requests[0]?.user).toContain('50号市');
    expect(requests[0]?.user).not.toContain('51号市');
    expect(requests[0]?.schema).toBeUndefined();
  });

  it('uses the template after the timeout', async () => {
    const { phrased, objections } = await phrase(untilAborted, { patienceMs: 1 });
    expect(phrased.text).toBeNull();
    expect(objections).toEqual(['patience']);
  });

  it('stops when the run is cancelled', async () => {
    const controller = new AbortController();
    const asked = phrase(
      (request, signal) => (controller.abort(new Error('cancelled')), untilAborted(request, signal)),
      { signal: controller.signal },
    );
    await expect(asked).rejects.toThrow('cancelled');
  });
});
