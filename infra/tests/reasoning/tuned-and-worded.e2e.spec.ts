import type { RunView } from '@querent/contracts';
import {
  startScriptedLlm,
  startTraceCollector,
  waitFor,
  type LlmRequest,
  type ScriptedLlm,
  type TraceCollector,
} from '@querent/testing';
import { Onlooker } from './onlooker';
import { openReasoningFixture, type ReasoningFixture } from './reasoning-fixture';
import { startCallbackReceiver } from './callback-receiver';
import { ASKED_BACK, REPLY, traceShape } from './trace-shape';

/** Prompt of a fine-tuned model (seed 001). */
interface TunedPrompt {
  instruction: string;
  schema: { tables: { name: string; columns: { name: string; values?: string[] }[] }[] };
  metric_context: { question_context: string; metric_definition: string };
  user_query: string;
}
const COMPOSITE = `SELECT 0.3 * (0.6 * avg(bandwidth_score) + 0.4 * avg(wifi_score)) + 0.4 * (0.5 * avg(student_terminal_score) + 0.5 * avg(teacher_terminal_score)) + 0.3 * (0.5 * avg(multimedia_score) + 0.5 * avg(smart_classroom_score)) AS 综合评分 FROM assessments WHERE year = (SELECT max(year) FROM assessments)`;
/** Number of stages of a run with a clarification: three before the pause, five after the reply. */
const HOPS = 8;
const COLLECTOR_KEY = 'key-of-the-collector';
const VIP = "SELECT count(*) FROM users WHERE type = 'VIP'";

describe('a fine-tuned model that writes the SQL, and a general one that words the answers', () => {
  let fixture: ReasoningFixture;
  let tuned: ScriptedLlm;
  let traces: TraceCollector;
  let demo: Onlooker;
  let viewer: Onlooker;

  beforeAll(async () => {
    [tuned, traces] = await Promise.all([startScriptedLlm(), startTraceCollector()]);
    const tracing = {
      OTEL_EXPORTER_OTLP_ENDPOINT: traces.url,
      OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${COLLECTOR_KEY}`,
    };
    const webhooks = { QUERENT_SECRET_KEY: 'a key for the tests only', WEBHOOK_ALLOW_PRIVATE: 'true' };
    fixture = await openReasoningFixture({
      env: { SQL_LLM_BASE_URL: tuned.url, SQL_LLM_MODEL: 'tuned', ANSWERS_BY_MODEL: 'true', ...tracing, ...webhooks },
    });
    await fixture.asker.connectionIs('education', 'ready');
    demo = new Onlooker(fixture.stack.url, tuned, 'demo');
    viewer = new Onlooker(fixture.stack.url, tuned, 'viewer');
    words('');
  }, 180_000);
  afterAll(async () => {
    await fixture?.stop();
    await Promise.all([tuned?.stop(), traces?.stop()]);
  }, 60_000);

  /** Sets the general model's wording of every answer. */
  const words = (text: string): void => fixture.llm.script([{ match: { task: 'answer' }, reply: { text } }]);
  const wordings = ({ id }: RunView): LlmRequest[] => fixture.llm.requests.filter(({ run }) => run === id);
  const tunedPrompt = (prompt: string): TunedPrompt => JSON.parse(prompt) as TunedPrompt;

  it('the fine-tuned model gets the schema, weights and the question after the clarification', async () => {
    const asking = { question: '基础设施的凯恩斯评分', connection: 'education' };
    const asked = await demo.ask(asking, ['请问您想看综合评分还是各项明细？', COMPOSITE]);
    expect(asked.run).toMatchObject({
      status: 'awaiting_clarification',
      clarification: { options: [{ label: '综合评分' }, { label: '各项明细' }] },
    });
    const { run, prompt, requests } = await demo.reply(asked, { option: '综合评分' });
    expect(run).toMatchObject({ status: 'succeeded', sql: COMPOSITE, result: { columns: [{ label: '综合评分' }] } });
    expect(requests.map(({ model, task }) => [model, task])).toEqual([
      ['tuned', 'generate-sql'],
      ['tuned', 'generate-sql'],
    ]);
    const { instruction, schema, metric_context: context, user_query: query } = tunedPrompt(prompt);
    expect(instruction).toMatch(/Text2SQL/);
    expect(schema.tables.map(({ name }) => name).sort()).toEqual(['assessments', 'devices', 'districts', 'schools']);
    expect(context.metric_definition).toContain('基础设施 = 网络(权重0.3) + 终端(权重0.4) + 教室(权重0.3)');
    expect(context.metric_definition).toContain('网络 = 带宽(权重0.6) + 无线覆盖(权重0.4)');
    expect(query).toContain('综合评分');
    expect(query).toContain('基础设施');
    // The first request contained only the question, because there was no reply yet.
    expect(tunedPrompt(requests[0]?.messages.at(-1)?.content ?? '').user_query).toBe(asking.question);
  });

  it('a run with a clarification has one trace with each stage, its calls, the pause, and links to the reply', async () => {
    words('');
    const calls = await startCallbackReceiver();
    const asked = await demo.ask(
      { question: '基础设施的汉森评分', connection: 'education', cache: 'use', callbackUrl: calls.url },
      ['请问您想看综合评分还是各项明细？', COMPOSITE],
    );
    await waitFor(() => calls.traceparents.length === 1);
    const { run } = await demo.reply(asked, { option: '综合评分' });
    const root = await waitFor(() =>
      traces.spans.find(
        ({ name, attributes }) => name === 'POST /v1/queries' && attributes['querent.run.id'] === run.id,
      ),
    );
    const spans = await waitFor(() => {
      const spans = traces.spans.filter(({ traceId }) => traceId === root.traceId);
      // Services export their spans independently, so spans of the last stage may arrive first.
      return (
        spans.filter(({ kind }) => kind === 5).length === HOPS &&
        spans.filter(({ name }) => name === 'webhook').length === 2 &&
        spans
      );
    });
    expect(traceShape(traces.spans, root.traceId)).toEqual(ASKED_BACK);
    const reply = await waitFor(() =>
      traces.spans.find(
        ({ name, attributes }) => name === REPLY.replace('gateway: ', '') && attributes['querent.run.id'] === run.id,
      ),
    );
    expect(traceShape(traces.spans, reply.traceId)).toEqual([{ span: REPLY, links: ['gateway: POST /v1/queries'] }]);
    // The receiver of a webhook can continue the trace.
    const webhooks = spans.filter(({ name }) => name === 'webhook');
    expect([...calls.traceparents].sort()).toEqual(
      webhooks.map(({ traceId, spanId }) => `00-${traceId}-${spanId}-01`).sort(),
    );
    const pause = spans.find(({ name }) => name === 'await clarification');
    expect(pause?.attributes).toMatchObject({
      'querent.clarification.trigger': 'too_vague',
      'querent.outcome': 'replied',
    });
    const outcomes = spans
      .filter(({ kind }) => kind === 5)
      .sort((one, other) => one.startedAt - other.startedAt)
      .map(({ name, attributes }) => `${name} ${attributes['querent.outcome']}`);
    expect(outcomes).toEqual([
      'understand unplanned',
      'retrieve retrieved_for_model',
      'reason clarification_needed',
      'understand unplanned',
      'retrieve retrieved_for_model',
      'reason generated',
      'execute executed',
      'present presented',
    ]);
    // The pause lasts from the end of the stage that asked to the start of the stage after the reply.
    const [before, after] = [
      spans.find(({ attributes }) => attributes['querent.outcome'] === 'clarification_needed'),
      spans.find(({ name, links }) => name === 'understand' && links.length > 0),
    ];
    expect(pause?.startedAt).toBeGreaterThanOrEqual((before?.startedAt ?? Infinity) - 1);
    expect(pause?.endedAt).toBeLessThanOrEqual((after?.endedAt ?? 0) + 1);
    await calls.stop();
  });

  it('continues the caller’s trace, and exports no spans when the caller does not sample', async () => {
    const [traced, untraced] = ['1'.repeat(32), '2'.repeat(32)];
    const ask = (traceId: string, flags: string): Promise<Response> =>
      fetch(`${fixture.stack.url}/v1/queries`, {
        method: 'POST',
        headers: {
          authorization: 'Bearer demo',
          'content-type': 'application/json',
          prefer: 'wait=30',
          traceparent: `00-${traceId}-${'a'.repeat(16)}-${flags}`,
        },
        body: JSON.stringify({ question: 'how many users', connection: 'crm', mode: 'fast', cache: 'bypass' }),
      });
    expect((await ask(untraced, '00')).status).toBe(200);
    expect((await ask(traced, '01')).status).toBe(200);
    const spans = await waitFor(() => {
      const arrived = traces.spans.filter(({ traceId }) => traceId === traced);
      return ['POST /v1/queries', 'present'].every((name) => arrived.some((span) => span.name === name)) && arrived;
    });
    const root = spans.find(({ name }) => name === 'POST /v1/queries');
    expect(root).toMatchObject({
      parentSpanId: 'a'.repeat(16),
      attributes: { 'http.response.status_code': 200, 'querent.connection': 'crm' },
    });
    expect(spans.filter(({ kind, parentSpanId }) => kind === 5 && parentSpanId !== root?.spanId)).toEqual([]);
    expect(traces.spans.filter(({ traceId }) => traceId === untraced)).toEqual([]);
  });

  it('the fine-tuned model repairs its failed statement, and gets an English metric definition for an English question', async () => {
    const { run, requests, prompt } = await demo.ask(
      { question: 'the frobnicated infrastructure of our schools', connection: 'education' },
      [
        'SELECT avg(bandwith_score) AS score FROM assessments WHERE year = 2026',
        'SELECT avg(bandwidth_score) AS score FROM assessments WHERE year = 2026',
      ],
    );
    expect(run).toMatchObject({
      status: 'succeeded',
      attempts: [{ error: expect.stringContaining('bandwith_score') }, {}],
    });
    expect(requests.map(({ task }) => task)).toEqual(['generate-sql', 'repair-sql']);
    expect(prompt).toContain('bandwith_score');
    expect(tunedPrompt(requests[0]?.messages.at(-1)?.content ?? '').metric_context.metric_definition).toMatch(
      /infrastructure = .*0\.3/,
    );
  });

  it('the fine-tuned model can explore stored values', async () => {
    const { run, prompt } = await demo.ask({ question: '土豪客户数量', connection: 'crm' }, [
      "不确定'土豪客户'的定义：\nSELECT DISTINCT type FROM users;",
      VIP,
    ]);
    expect(run).toMatchObject({ status: 'succeeded', result: { rows: [[42]] } });
    expect(prompt).toMatch(/Enterprise/);
  });

  describe('the wording of answers', () => {
    it.each([
      ['how many zorbs are there', 'There are 42 zorbs among the users.', true],
      ['how many zorbs are there now', 'There are 42 zorbs, up 17% on last year.', false],
      ['how many zorbs are there today', 'Alice and 41 others are zorbs.', false],
      ['how many zorbs are left', 'SELECT count(*) FROM users says 42.', false],
      ['土豪客户有多少', '土豪客户一共有42位。', true],
      ['土豪客户到底有多少', '土豪客户一共有42位，比去年多了8位。', false],
      ['土豪客户究竟有多少', '', false],
    ])('for “%s”, the wording “%s” of a model is used: %s', async (question, wording, isUsed) => {
      words(wording);
      const { run } = await viewer.ask({ question, connection: 'crm', mode: 'full' }, [VIP]);
      expect(run).toMatchObject({ status: 'succeeded', result: { rows: [[42]] } });
      if (isUsed) expect(run.answer?.text.startsWith(wording)).toBe(true);
      else expect(run.answer?.text).toMatch(/^(?:How many zorbs|土豪客户)[^.。]*42/);
      expect(run.answer?.text).toContain('42');
      // Assumptions are disclosed, whether a model or a template words the answer.
      expect(run.answer?.text).toMatch(/VIP/);
      expect(await viewer.leaks(run)).toEqual([]);
      const [asked] = wordings(run);
      expect(asked?.task).toBe('answer');
      expect(asked?.text).not.toContain(VIP);
    });

    it('a model words planned answers in full mode, but not in fast mode', async () => {
      words('There are 200 users.');
      const full = await demo.ask({ question: 'how many users', connection: 'crm', mode: 'full' });
      expect(full.run).toMatchObject({
        answer: { text: expect.stringMatching(/^There are 200 users\./) },
        usage: { llmCalls: 1 },
      });
      const fast = await demo.ask({ question: 'how many users', connection: 'crm', mode: 'fast' });
      expect(fast.run).toMatchObject({
        answer: { text: expect.stringMatching(/^Number of users: 200/) },
        usage: { llmCalls: 0 },
      });
      expect(wordings(fast.run)).toEqual([]);
    });

    it('a template words the answer when the model fails', async () => {
      fixture.llm.script([{ reply: { status: 400, text: 'no' } }]);
      const { run } = await demo.ask({ question: 'how many users', connection: 'crm', mode: 'full' });
      expect(run).toMatchObject({
        status: 'succeeded',
        answer: { text: expect.stringMatching(/^Number of users: 200/) },
      });
    });
  });

  it('exported spans contain no word of a question, statement, prompt, row or key', () => {
    expect(traces.spans.length).toBeGreaterThan(100);
    const bodies = traces.bodies.join('\n');
    for (const secret of [
      COLLECTOR_KEY,
      'Bearer',
      'SELECT',
      'FROM',
      'zorb',
      'VIP',
      'frobnicated',
      'bandwith',
      'Enterprise',
      'Alice',
      '42 ',
      'users',
      'assessments',
      'demo',
    ])
      expect({ secret, isExported: bodies.includes(secret) }).toEqual({ secret, isExported: false });
    // Questions, answers and rows of this spec have Chinese words.
    expect(/[^\x20-\x7e\n]/.exec(bodies)).toBeNull();
    expect(traces.spans.flatMap(({ events }) => events)).toEqual([]);
    expect(fixture.stack.log()).not.toContain(COLLECTOR_KEY);
  });
});
