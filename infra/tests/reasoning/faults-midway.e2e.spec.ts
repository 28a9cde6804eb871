import { waitFor, type ScriptedReply } from '@querent/testing';
import { median } from '../../suites/bench/statistics';
import { openReasoningFixture, type ReasoningFixture } from './reasoning-fixture';
import { metricOf, unfinishedWork } from './stack-signs';
import { storm } from './storm';
import { foundBy, uncovered, healthyReply } from './uncovered-questions';

/** The generator's default number of concurrent model calls. */
const CONCURRENCY = 16;
/** Required bound from sending the cancel request to the closed connection at the model's server. */
const CLOSED_WITHIN_MS = 200;
/** Logged by a worker for a job of another one that was killed. */
const TAKEN_OVER = 'the job runs again: its worker was silent';

describe('questions for the language model', () => {
  let fixture: ReasoningFixture;
  beforeAll(async () => {
    fixture = await openReasoningFixture();
  }, 120_000);
  afterAll(() => fixture?.stop(), 60_000);

  const metric = (name: string, labels?: Record<string, string>): Promise<number> =>
    metricOf(fixture.stack, 'sql-generator', `querent_llm_${name}`, labels);
  const begin = async (at: number): Promise<string> => {
    const { question, connection } = uncovered[at % uncovered.length] ?? { question: '', connection: '' };
    const { status, body } = await fixture.asker.submit({ question, connection, cache: 'bypass' });
    expect(status).toBe(202);
    return body.id;
  };
  const requestsOf = (id: string): number => fixture.llm.requests.filter(({ run }) => run === id).length;
  const cancel = (id: string) => fixture.asker.call(`/v1/queries/${id}/cancel`, {});
  const silent: readonly ScriptedReply[] = [{ delayMs: 60_000 }, { text: 'SELECT 1', stall: true }];

  it('a cancellation aborts the model call within 200 ms, before and during the reply', async () => {
    const took: number[] = [];
    const ids: string[] = [];
    const logged = fixture.stack.log().length;
    for (let n = 0; n < 14; n += 1) {
      fixture.llm.script([{ reply: silent[n % silent.length] ?? {} }]);
      const id = await begin(n);
      await waitFor(() => requestsOf(id) === 1, { timeoutMs: 60_000, intervalMs: 5 });
      const sentAt = Date.now();
      const { status } = await cancel(id);
      expect(status).toBe(202);
      const closed = await waitFor(() => fixture.llm.closedSockets.find(({ request }) => request.run === id), {
        intervalMs: 5,
      });
      took.push(closed.at - sentAt);
      ids.push(id);
    }
    process.stdout.write(
      `the model's server saw the connection close ${median(took)} ms after the cancellation (median of ${took.length}), ${Math.max(...took)} ms at worst\n`,
    );
    expect(median(took)).toBeLessThanOrEqual(CLOSED_WITHIN_MS);

    await waitFor(async () => Object.keys(await unfinishedWork(fixture.stack)).length === 0);
    for (const id of ids) {
      const run = await fixture.asker.over(id);
      expect(run).toMatchObject({ status: 'cancelled', error: null, result: null, clarification: null });
      expect(run.steps.at(-1)?.kind).toBe('cancelled');
      expect(requestsOf(id)).toBe(1);
    }
    expect(await metric('calls_total', { result: 'aborted' })).toBe(ids.length);
    expect(await metric('breaker_open')).toBe(0);
    // A cancellation is not a failure that should raise an alert.
    expect(
      fixture.stack
        .log()
        .slice(logged)
        .split('\n')
        .filter((line) => line.includes('"level":50')),
    ).toEqual([]);
  }, 180_000);

  it('cancelled questions that wait for a model call never reach the model', async () => {
    fixture.llm.script([{ reply: { delayMs: 60_000 } }]);
    const before = fixture.llm.requests.length;
    const ids = await Promise.all(Array.from({ length: 2 * CONCURRENCY }, (_, n) => begin(n)));
    await Promise.all(ids.map((id) => fixture.asker.inStatus(id, 'generating')));
    await waitFor(() => fixture.llm.underWay === CONCURRENCY, { timeoutMs: 60_000 });
    const waiting = ids.filter((id) => requestsOf(id) === 0);
    // The waiting ones are cancelled first, so that none of them starts when another call ends.
    await Promise.all(waiting.map(cancel));
    await Promise.all(ids.map(cancel));
    await waitFor(() => fixture.llm.underWay === 0);
    await waitFor(async () => Object.keys(await unfinishedWork(fixture.stack)).length === 0);
    const views = await Promise.all(ids.map((id) => fixture.asker.view(id)));
    expect(new Set(views.map(({ status }) => status))).toEqual(new Set(['cancelled']));
    expect(waiting).toHaveLength(CONCURRENCY);
    expect(fixture.llm.requests.length - before).toBe(CONCURRENCY);
  }, 180_000);

  it('another generator repeats the model call when the first one is killed', async () => {
    fixture.llm.script([{ reply: { delayMs: 60_000 } }]);
    const before = fixture.llm.requests.length;
    const logged = fixture.stack.log().length;
    const asked = storm(fixture.asker, uncovered, { runs: 2 * CONCURRENCY, concurrency: 2 * CONCURRENCY });
    await waitFor(() => fixture.llm.underWay === CONCURRENCY, { timeoutMs: 60_000 });
    fixture.llm.script([{ reply: healthyReply }]);
    const killedAt = performance.now();
    await fixture.stack.killService('sql-generator');
    const ended = await asked;
    process.stdout.write(
      `${ended.length} questions were answered ${Math.round(performance.now() - killedAt)} ms after the generator was killed with ${CONCURRENCY} at the model\n`,
    );
    for (const {
      asked: { connection, question },
      run,
    } of ended)
      expect({ question, status: run.status, rows: run.result?.rows }).toEqual({
        question,
        status: 'succeeded',
        rows: foundBy({ connection }),
      });
    // The interrupted calls are repeated, and no others: a call is repeated only if its job was taken over.
    expect(fixture.llm.requests.length - before).toBeGreaterThanOrEqual(3 * CONCURRENCY);
    const takenOver = fixture.stack
      .log()
      .slice(logged)
      .split('\n')
      .filter((line) => line.includes(TAKEN_OVER));
    for (const { run } of ended) {
      const times = takenOver.filter((line) => line.includes(run.id)).length;
      expect({ run: run.id, calls: requestsOf(run.id) <= 1 + times }).toEqual({ run: run.id, calls: true });
    }
    for (const { run } of ended) {
      const stepKinds = run.steps.map(({ stage, kind }) => `${stage} ${kind}`);
      expect(stepKinds).toEqual([...new Set(stepKinds)]);
    }
    await waitFor(async () => Object.keys(await unfinishedWork(fixture.stack)).length === 0);
    expect(fixture.llm.underWay).toBe(0);
  }, 180_000);

  it('a question for the model is answered although Redis is killed during the call', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resume) => (release = resume));
    fixture.llm.script([{ reply: async (request) => held.then(() => healthyReply(request)) }]);
    const ids = await Promise.all(Array.from({ length: 2 * CONCURRENCY }, (_, n) => begin(n)));
    await waitFor(() => fixture.llm.underWay === CONCURRENCY, { timeoutMs: 60_000 });
    await fixture.stack.killService('redis');
    release();
    for (const [n, id] of ids.entries()) {
      const run = await fixture.asker.over(id);
      expect({ question: run.question, status: run.status, rows: run.result?.rows }).toEqual({
        question: run.question,
        status: 'succeeded',
        rows: foundBy(uncovered[n % uncovered.length] ?? { connection: '' }),
      });
    }
    await waitFor(async () => Object.keys(await unfinishedWork(fixture.stack)).length === 0);
  }, 180_000);

  it('without a model, the planner asks for clarification instead and continues with the chosen option', async () => {
    fixture.llm.script([{ reply: { status: 401 } }]);
    const ended = await storm(fixture.asker, uncovered, { runs: uncovered.length, concurrency: 4 });
    // Only options that are stored values: the meaning of a term may need a further clarification.
    const asked = ended.flatMap(({ run }) =>
      (run.clarification?.options ?? [])
        .filter(({ label }) => label.includes('VIP'))
        .map(({ id }) => ({ run, reply: { clarificationId: run.clarification?.id, optionId: id } })),
    );
    expect(new Set(asked.map(({ run }) => run.locale))).toEqual(new Set(['zh', 'en']));
    for (const { run, reply } of asked) {
      expect(await fixture.asker.call(`/v1/queries/${run.id}/clarification`, reply)).toMatchObject({ status: 202 });
      const over = await fixture.asker.over(run.id);
      expect(over).toMatchObject({
        status: 'succeeded',
        refinedQuestion: expect.stringContaining('VIP'),
        usage: { llmCalls: run.usage.llmCalls },
      });
    }
  }, 180_000);
});
