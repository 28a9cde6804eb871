import type { Clarification, RunView } from '@querent/contracts';
import { startStack, type TestStack } from '@querent/testing';
import { openQuestions, pausedView, ReplyingAsker } from './replies-asker';

const TTL_MS = 4_000;

describe('a pause', () => {
  let stack: TestStack;
  let asker: ReplyingAsker;

  beforeAll(async () => {
    stack = await startStack({ env: { CLARIFICATION_TTL_MS: String(TTL_MS), SWEEP_INTERVAL_MS: '200' } });
    asker = new ReplyingAsker(stack.url);
    await asker.connectionIs('education', 'ready');
  }, 120_000);
  afterAll(() => stack?.stop(), 60_000);

  it('that nobody answers expires: the run ends, its stream ends, and a reply is refused', async () => {
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

  it('tells when it expires, as long after its beginning as is configured', async () => {
    const { updatedAt, clarification } = await asker.paused(openQuestions[1]);
    const lasts = Date.parse(clarification.expiresAt) - Date.parse(updatedAt);
    expect(lasts).toBeGreaterThan(TTL_MS - 1_000);
    expect(lasts).toBeLessThanOrEqual(TTL_MS + 50);
  }, 60_000);

  it('is the same over polling, in the event stream and in the answer that waited', async () => {
    const waited = await asker.waited(openQuestions[2]);
    expect(waited.status).toBe(200);
    const { id, clarification } = pausedView(waited.body);
    const [polled, streamed] = await Promise.all([asker.view(id), asker.firstEvent<Clarification>(id, 'clarification')]);
    expect(polled.clarification).toEqual(clarification);
    expect(streamed).toEqual(clarification);
    expect(polled).toEqual(waited.body);
    expect(Object.keys(clarification).sort()).toEqual(['allowText', 'expiresAt', 'id', 'options', 'question', 'trigger']);
  }, 60_000);
});
