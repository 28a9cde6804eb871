import type { TestStack } from '@querent/testing';
import { HttpAsker } from '../product/http-asker';
import { leavePlainStack, plainStack } from '../product/plain-stack';

const numberOf = (run: { result: { rows: unknown[][] } | null }): number => Number(run.result?.rows[0]?.[0]);

describe('a conversation over HTTP', () => {
  let stack: TestStack;
  let asker: HttpAsker;

  beforeAll(async () => {
    stack = await plainStack();
    asker = new HttpAsker(stack.url);
    await asker.connectionIs('commerce', 'ready');
    await asker.connectionIs('education', 'ready');
  }, 120_000);
  afterAll(leavePlainStack, 60_000);

  const ask = (question: string, over: object = {}) => asker.answered({ question, connection: 'commerce', ...over });

  it('a conversation continues from its last answer, separate from other conversations', async () => {
    await ask('杭州有多少客户', { conversationId: 'east' });
    await ask('VIP客户有多少', { conversationId: 'kinds' });
    const followed = await ask('那上海呢', { conversationId: 'east' });
    expect(followed.status).toBe('succeeded');
    expect(numberOf(followed)).toBe(numberOf(await ask('上海有多少客户')));
    const other = await ask('企业客户呢', { conversationId: 'kinds' });
    if (other.status === 'succeeded') expect(numberOf(other)).toBe(numberOf(await ask('企业客户有多少')));
    const nowhere = await asker.submit({ question: '那上海呢', connection: 'commerce' });
    expect((await asker.view(nowhere.body.id)).refinedQuestion).not.toBe(followed.refinedQuestion);
  }, 120_000);

  it('a conversation accepts a follow-up as soon as the answer is visible', async () => {
    for (let turn = 0; turn < 5; turn++) {
      const conversationId = `quick-${turn}`;
      await ask('杭州有多少客户', { conversationId });
      expect((await ask('那上海呢', { conversationId })).status).toBe('succeeded');
    }
  }, 120_000);

  it('a simple question is answered in fast mode without schema retrieval, and an analysis in full mode', async () => {
    const fast = await ask('有多少客户');
    expect(fast).toMatchObject({ status: 'succeeded', mode: 'fast' });
    expect(fast.steps.map(({ stage }) => stage)).not.toContain('schema-retrieval');
    const full = await ask('各城市客户数的分布');
    expect(full).toMatchObject({ status: 'succeeded', mode: 'full' });
    expect(full.chart).not.toBeNull();
    expect(await ask('有多少客户', { mode: 'full' })).toMatchObject({ mode: 'full' });
  }, 120_000);

  it('a conversation with an agent applies the agent’s filters and discloses them', async () => {
    const desk = await ask('有多少客户', { agent: 'vip-desk' });
    expect(numberOf(desk)).toBe(numberOf(await ask('VIP客户有多少')));
    expect(numberOf(desk)).toBeLessThan(numberOf(await ask('有多少客户')));
    expect(desk.answer?.text).toMatch(/VIP/);
    expect((await asker.submit({ question: '有多少客户', connection: 'commerce', agent: 'nobody' })).status).toBe(404);
    expect((await asker.submit({ question: '有多少学校', connection: 'education', agent: 'vip-desk' })).body.code).toBe(
      'agent_unknown',
    );
  }, 120_000);
});
