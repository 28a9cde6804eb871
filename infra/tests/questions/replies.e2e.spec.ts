import Redis from 'ioredis';
import { isTerminal, type Clarification, type RunView } from '@querent/contracts';
import { defaultSagaSettings, RunStore } from '@querent/saga';
import type { TestStack } from '@querent/testing';
import { leavePlainStack, plainStack } from '../product/plain-stack';
import { openQuestions, ReplyingAsker } from '../product/replies-asker';

const CONCURRENCY = 100;

/**
 * For the question about one metric, tests choose the same option at most twice. A third time would form a habit, and
 * the next run would not ask.
 */
describe('replies to a waiting run', () => {
  let stack: TestStack;
  let asker: ReplyingAsker;
  let redis: Redis;
  let store: RunStore;

  beforeAll(async () => {
    stack = await plainStack();
    asker = new ReplyingAsker(stack.url);
    redis = new Redis(stack.redisUrl);
    store = new RunStore(redis, defaultSagaSettings);
    await asker.connectionIs('education', 'ready');
  }, 120_000);
  afterAll(async () => {
    redis?.disconnect();
    await leavePlainStack();
  }, 60_000);

  it.each(openQuestions.slice(0, 4))(
    `of ${CONCURRENCY} simultaneous replies, one gets 202 and the others 409, and the run continues once: %s`,
    async (question) => {
      const { id, clarification } = await asker.paused(question);
      const before = await store.get(id);
      const options = clarification.options.slice(0, 2);
      const replies = await Promise.all(
        Array.from({ length: CONCURRENCY }, async (_, n) => {
          const optionId = optionOf(options, n);
          return { optionId, answer: await asker.replyWith(id, { clarificationId: clarification.id, optionId }) };
        }),
      );
      expect(countOf(replies.map(({ answer }) => answer.status))).toEqual({ 202: 1, 409: CONCURRENCY - 1 });
      const refused = replies.filter(({ answer }) => answer.status === 409);
      expect(new Set(refused.map(({ answer }) => answer.body.code))).toEqual(new Set(['clarification_not_awaited']));

      const winner = replies.find(({ answer }) => answer.status === 202)?.optionId;
      const done = await asker.over(id);
      expect(done.status).toBe('succeeded');
      expect(done.clarifications.map(({ answer }) => answer)).toEqual([{ optionId: winner }]);
      await expectOneTransition(id, before?.version ?? 0);
      // The accepted option decides: the result equals that of a run with a single reply.
      const alone = await asker.paused(question);
      const label = clarification.options.find((option) => option.id === winner)?.label;
      const same = alone.clarification.options.find((option) => option.label === label);
      await asker.replyWith(alone.id, { clarificationId: alone.clarification.id, optionId: same?.id });
      const undisturbed = await asker.over(alone.id);
      expect({ refined: done.refinedQuestion, rows: done.result?.rows }).toEqual({
        refined: undisturbed.refinedQuestion,
        rows: undisturbed.result?.rows,
      });
    },
    120_000,
  );

  it('replies during a cancellation either count or are refused, and the run ends once', async () => {
    for (const question of openQuestions.slice(4)) {
      const { id, clarification } = await asker.paused(question);
      const [reply, cancelled] = await Promise.all([
        asker.replyWith(id, { clarificationId: clarification.id, optionId: optionOf(clarification.options, 0) }),
        asker.cancel(id),
      ]);
      expect(cancelled.status).toBe(202);
      expect([202, 409]).toContain(reply.status);
      const done = await asker.over(id);
      // The cancellation may come too late for a run that a reply has resumed.
      expect(reply.status === 202 ? ['cancelled', 'succeeded'] : ['cancelled']).toContain(done.status);
      expect(done.clarifications).toHaveLength(reply.status === 202 ? 1 : 0);
      // If rows were read before the cancellation, they are shown, but without an answer or chart.
      if (done.status === 'cancelled')
        expect([done.answer?.chartType ?? 'clarification', done.chart]).toEqual(['clarification', null]);
      expect((await store.events(id)).filter(({ event }) => event === 'end')).toHaveLength(1);
    }
  }, 120_000);

  it('replies to a cancelled run are refused', async () => {
    const { id, clarification } = await asker.paused(openQuestions[0]);
    expect((await asker.cancel(id)).body).toMatchObject({ status: 'cancelled', clarification: null });
    const late = await asker.replyWith(id, {
      clarificationId: clarification.id,
      optionId: optionOf(clarification.options, 0),
    });
    expect({ status: late.status, code: late.body.code }).toEqual({ status: 409, code: 'clarification_not_awaited' });
    expect((await asker.cancel(id)).status).toBe(202);
  }, 60_000);

  it('replies with an unknown option, without an answer or with two are refused and keep the clarification open', async () => {
    const { id, clarification } = await asker.paused(openQuestions[1]);
    const of = clarification.id;
    const garbage: [Record<string, unknown>, number][] = [
      [{ clarificationId: of, optionId: 'no-such-option' }, 422],
      [{ clarificationId: of, optionId: '__proto__' }, 422],
      [{ clarificationId: of, text: '   ' }, 400],
      [{ clarificationId: of, text: 'x'.repeat(2_001) }, 400],
      [{ clarificationId: of }, 400],
      [{ clarificationId: of, optionId: 1 }, 400],
      [{ clarificationId: of, optionId: optionOf(clarification.options, 0), text: 'both' }, 400],
      [{ clarificationId: of, optionId: optionOf(clarification.options, 0), unknown: true }, 400],
      [{ clarificationId: 'c999', optionId: optionOf(clarification.options, 0) }, 422],
      [{ optionId: optionOf(clarification.options, 0) }, 400],
    ];
    for (const [body, status] of garbage)
      expect({ body, status: (await asker.replyWith(id, body)).status }).toEqual({ body, status });
    expect((await asker.view(id)).clarification).toEqual(clarification);
    expect(
      (await asker.replyWith(id, { clarificationId: of, optionId: optionOf(clarification.options, 0) })).status,
    ).toBe(202);
    expect((await asker.over(id)).status).toBe('succeeded');
  }, 60_000);

  it('a question with two ambiguities asks twice, and the first clarification accepts no further reply', async () => {
    const first = await asker.paused('好学校的课堂应用情况');
    expect(
      (
        await asker.replyWith(first.id, {
          clarificationId: first.clarification.id,
          optionId: optionOf(first.clarification.options, 0),
        })
      ).status,
    ).toBe(202);
    const second = await nextPause(asker, first.id, first.clarification);
    expect(second.id).not.toBe(first.clarification.id);
    expect(second.question).not.toBe(first.clarification.question);
    const late = await asker.replyWith(first.id, {
      clarificationId: first.clarification.id,
      optionId: optionOf(first.clarification.options, 1),
    });
    expect(late.status).toBe(409);
    expect(
      (await asker.replyWith(first.id, { clarificationId: second.id, optionId: optionOf(second.options, 0) })).status,
    ).toBe(202);
    const done = await asker.over(first.id);
    expect(done.status).toBe('succeeded');
    expect(done.clarifications.map(({ id }) => id)).toEqual([first.clarification.id, second.id]);
  }, 60_000);

  it('meaningless replies lead to three clarifications at most', async () => {
    for (const question of [
      '好学校的基础设施情况',
      '优质学校的网络和终端情况',
      'elite schools: infrastructure, teaching application and digital literacy',
    ]) {
      const { body } = await asker.ask(question);
      let pauses = 0;
      let open: Clarification | null = null;
      for (;;) {
        open = await nextPauseOrEnd(asker, body.id, open);
        if (open === null) break;
        pauses += 1;
        expect(pauses).toBeLessThanOrEqual(3);
        expect((await asker.replyWith(body.id, { clarificationId: open.id, text: '嗯嗯，随便啦 qwerty' })).status).toBe(
          202,
        );
      }
      const done = await asker.view(body.id);
      expect(isTerminal(done.status)).toBe(true);
      expect(done.clarifications).toHaveLength(pauses);
      expect(new Set(done.clarifications.map(({ id }) => id)).size).toBe(pauses);
    }
  }, 120_000);

  async function expectOneTransition(id: string, pausedVersion: number): Promise<void> {
    const events = await store.events(id);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, i) => i + 1));
    const statuses = events.flatMap(({ event, data }) => (event === 'status' ? [data.status] : []));
    expect(statuses.slice(statuses.indexOf('awaiting_clarification'))).toEqual([
      'awaiting_clarification',
      'understanding',
      ...statuses.slice(statuses.indexOf('awaiting_clarification') + 2),
    ]);
    expect(statuses.filter((status) => status === 'awaiting_clarification')).toHaveLength(1);
    expect(statuses.filter((status) => status === 'succeeded')).toHaveLength(1);
    expect(events.filter(({ event, data }) => event === 'step' && data.kind === 'reply')).toHaveLength(1);
    // One version per transition: there were no transitions other than the published ones.
    const after = statuses.length - 1 - statuses.indexOf('awaiting_clarification');
    expect((await store.get(id))?.version).toBe(pausedVersion + after);
  }
});

function optionOf(options: { id: string }[], n: number): string {
  const option = options[n % options.length];
  if (option === undefined) throw new Error('a pause without options');
  return option.id;
}

const countOf = (statuses: number[]): Record<number, number> =>
  statuses.reduce<Record<number, number>>((count, status) => ({ ...count, [status]: (count[status] ?? 0) + 1 }), {});

async function nextPause(asker: ReplyingAsker, id: string, before: Clarification): Promise<Clarification> {
  const open = await nextPauseOrEnd(asker, id, before);
  if (open === null) throw new Error(`${id} did not pause again`);
  return open;
}

/** Returns the next clarification, or null when the run has ended. */
async function nextPauseOrEnd(
  asker: ReplyingAsker,
  id: string,
  before: Clarification | null,
): Promise<Clarification | null> {
  const run: RunView = await asker.until(
    id,
    ({ status, clarification }) => isTerminal(status) || (clarification !== null && clarification.id !== before?.id),
  );
  return isTerminal(run.status) ? null : run.clarification;
}
