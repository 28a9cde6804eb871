import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Clarification, RunView } from '@querent/contracts';
import { startStack, type TestStack } from '@querent/testing';
import { openQuestions, pausedView, ReplyingAsker } from '../product/replies-asker';

const TTL_MS = 8_000;

describe('pauses', () => {
  let stack: TestStack;
  let asker: ReplyingAsker;

  beforeAll(async () => {
    stack = await startStack({
      env: {
        CLARIFICATION_TTL_MS: String(TTL_MS),
        SWEEP_INTERVAL_MS: '200',
        QUERENT_SECRET_KEY: 'a key for the tests only',
        WEBHOOK_ALLOW_PRIVATE: 'true',
      },
    });
    asker = new ReplyingAsker(stack.url);
    await asker.connectionIs('education', 'ready');
  }, 120_000);
  afterAll(() => stack?.stop(), 60_000);

  it('a clarification without a reply expires: the run and its stream end, and a reply is refused', async () => {
    const { id, clarification } = await asker.paused(openQuestions[0]);
    const end = await asker.firstEvent<RunView>(id, 'end');
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(clarification.expiresAt));
    expect(end).toMatchObject({ id, status: 'expired', clarification: null, clarifications: [], result: null });
    const { usage: _, ...view } = await asker.view(id);
    expect(end).toMatchObject(view);
    const late = await asker.replyWith(id, { clarificationId: clarification.id, text: '综合评分' });
    expect({ status: late.status, code: late.body.code }).toEqual({ status: 409, code: 'clarification_not_awaited' });
    expect((await asker.cancel(id)).body.status).toBe('expired');
  }, 60_000);

  it('a clarification shows its expiry, the configured time after its start', async () => {
    const { updatedAt, clarification } = await asker.paused(openQuestions[1]);
    const lasts = Date.parse(clarification.expiresAt) - Date.parse(updatedAt);
    expect(lasts).toBeGreaterThan(TTL_MS - 1_000);
    expect(lasts).toBeLessThanOrEqual(TTL_MS + 50);
  }, 60_000);

  it('the active time of a question excludes its pause and includes its waits in queues, over all processes', async () => {
    const before = await measured(stack);
    const begun = performance.now();
    const { id, clarification } = await asker.paused(openQuestions[3]);
    const pausedAt = performance.now();
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    const pausedMs = performance.now() - pausedAt;
    expect((await asker.replyWith(id, { clarificationId: clarification.id, text: '综合评分' })).status).toBe(202);
    const done = await asker.inStatus(id, 'succeeded');
    const elapsedMs = performance.now() - begun;
    const after = await measured(stack);
    expect(after.answers - before.answers).toBe(1);
    const activeMs = (after.answerSeconds - before.answerSeconds) * 1_000;
    expect(activeMs).toBeLessThan(elapsedMs - pausedMs);
    // `totalMs` includes the pause, and is measured by the same clock.
    expect(done.usage.totalMs - activeMs).toBeGreaterThanOrEqual(pausedMs);
    // Its jobs: understand twice, generate, execute, present.
    expect(after.waits - before.waits).toBe(5);
    expect(activeMs).toBeGreaterThanOrEqual((after.waitSeconds - before.waitSeconds) * 1_000);
  }, 60_000);

  it('a clarification is the same in polling, the event stream, a waiting response and the webhook', async () => {
    const called = await calledBack();
    const waited = await asker.waited(openQuestions[2], { callbackUrl: called.url });
    expect(waited.status).toBe(200);
    const { id, clarification } = pausedView(waited.body);
    const [polled, streamed] = await Promise.all([
      asker.view(id),
      asker.firstEvent<Clarification>(id, 'clarification'),
    ]);
    expect(polled.clarification).toEqual(clarification);
    expect(streamed).toEqual(clarification);
    expect(polled).toEqual(waited.body);
    expect((await called.run).clarification).toEqual(clarification);
    expect(Object.keys(clarification).sort()).toEqual([
      'allowText',
      'expiresAt',
      'id',
      'options',
      'question',
      'trigger',
    ]);
  }, 60_000);
});

/** Answered questions and first starts of jobs of all services, with their seconds, from `/metrics`. */
async function measured({ healthUrls }: TestStack) {
  const pages = await Promise.all(
    Object.values(healthUrls)
      .flat()
      .map(async (url) => (await fetch(`${url}/metrics`)).text()),
  );
  const sum = (series: RegExp): number =>
    pages
      .flatMap((page) => page.split('\n').filter((line) => series.test(line)))
      .reduce((total, line) => total + Number(line.split(' ').at(-1)), 0);
  return {
    answers: sum(/^querent_question_seconds_count\{.*outcome="succeeded",cache="none",reader="planner"/),
    answerSeconds: sum(/^querent_question_seconds_sum\{.*outcome="succeeded",cache="none",reader="planner"/),
    waits: sum(/^querent_queue_wait_seconds_count\{/),
    waitSeconds: sum(/^querent_queue_wait_seconds_sum\{/),
  };
}

/** A webhook receiver for one call. */
async function calledBack(): Promise<{ url: string; run: Promise<RunView> }> {
  const server = createServer();
  const run = new Promise<RunView>((resolve, reject) => {
    server.once('request', (request, response) => {
      json(request)
        .then((body) => resolve(body as RunView), reject)
        .finally(() => response.end(() => server.close()));
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, run };
}
