import { startScriptedLlm, waitFor, type ScriptedLlm } from '@querent/testing';
import { median, quantile } from '../../suites/bench/statistics';
import { openReasoningFixture, type ReasoningFixture } from './reasoning-fixture';
import { metricOf } from './stack-signs';
import { storm } from './storm';
import { foundBy, planned, uncovered, healthyReply } from './uncovered-questions';

const RUNS = 60;
const CONCURRENCY = 12;

describe('an unavailable fine-tuned model, and a slow model that words answers', () => {
  let fixture: ReasoningFixture;
  let tuned: ScriptedLlm;
  /** Port of the fine-tuned model, also while it is not running. */
  let port: number;

  beforeAll(async () => {
    const away = await startScriptedLlm();
    await away.stop();
    port = Number(new URL(away.url).port);
    fixture = await openReasoningFixture({
      env: {
        SQL_LLM_BASE_URL: away.url,
        SQL_LLM_MODEL: 'tuned',
        LLM_BREAKER_PAUSE_MS: '600',
        ANSWERS_BY_MODEL: 'true',
        ANSWER_PATIENCE_MS: '1000',
      },
    });
  }, 120_000);
  afterAll(async () => {
    await tuned?.stop();
    await fixture?.stop();
  }, 60_000);

  const open = (service: 'sql-generator' | 'chart', endpoint: string): Promise<number> =>
    metricOf(fixture.stack, service, 'querent_llm_breaker_open', { endpoint });
  const wording = { text: '共有数据如上。' };

  it('the general model replaces the fine-tuned one while the latter is unavailable', async () => {
    fixture.llm.script([{ match: { task: 'answer' }, reply: wording }, { reply: healthyReply }]);
    const without = await storm(fixture.asker, uncovered, { runs: RUNS, concurrency: CONCURRENCY });
    for (const { asked, run } of without)
      expect({ asked, status: run.status, rows: run.result?.rows }).toEqual({
        asked,
        status: 'succeeded',
        rows: foundBy(asked),
      });
    expect(await open('sql-generator', 'sql')).toBe(1);
    expect(await open('sql-generator', 'general')).toBe(0);

    tuned = await startScriptedLlm([{ reply: healthyReply }], { port });
    await waitFor(
      async () => {
        await storm(fixture.asker, uncovered, { runs: 1, concurrency: 1 });
        return tuned.requests.length > 0;
      },
      { timeoutMs: 30_000, intervalMs: 100 },
    );
    const before = fixture.llm.requests.length;
    const back = await storm(fixture.asker, uncovered, { runs: uncovered.length, concurrency: CONCURRENCY });
    for (const { asked, run } of back)
      expect({ asked, rows: run.result?.rows }).toEqual({ asked, rows: foundBy(asked) });
    expect(fixture.llm.requests.slice(before).filter(({ task }) => task !== 'answer')).toEqual([]);
    expect(await open('sql-generator', 'sql')).toBe(0);
  }, 180_000);

  it('answers are worded by templates while the model is slow, without waiting once the breaker is open', async () => {
    fixture.llm.script([{ match: { task: 'answer' }, reply: { delayMs: 60_000 } }]);
    const before = fixture.llm.requests.length;
    const asked = planned.map((question) => ({ ...question, mode: 'full' as const }));
    const ended = await storm(fixture.asker, asked, { runs: RUNS, concurrency: CONCURRENCY });
    for (const {
      asked: { question, rows },
      run,
    } of ended)
      expect({ question, rows: run.result?.rows.slice(0, rows.length), text: run.answer?.text }).toEqual({
        question,
        rows,
        text: expect.stringMatching(/\d/),
      });
    const ms = ended.map((one) => one.ms);
    process.stdout.write(
      `${RUNS} answers with a slow model: ${fixture.llm.requests.length - before} requests, p50 ${Math.round(median(ms))} p95 ${Math.round(quantile(ms, 0.95))} ms\n`,
    );
    expect(await open('chart', 'general')).toBe(1);
    expect(fixture.llm.requests.length - before).toBeLessThan(RUNS / 2);

    const worded = '一共有 200 位客户。';
    fixture.llm.script([{ match: { task: 'answer' }, reply: { text: worded } }]);
    await waitFor(
      async () =>
        (await storm(fixture.asker, asked.slice(0, 1), { runs: 1, concurrency: 1 })).every(
          ({ run }) => run.answer?.text === worded,
        ),
      { timeoutMs: 30_000, intervalMs: 100 },
    );
    expect(await open('chart', 'general')).toBe(0);
  }, 180_000);
});
