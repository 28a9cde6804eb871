import type { RunView } from '@querent/contracts';
import type { TestStack } from '@querent/testing';
import { HttpAsker } from '../product/http-asker';
import { leavePlainStack, plainStack } from '../product/plain-stack';

interface Preferences {
  preferences: { key: string; connection: string; choice: string | null; count: number; automatic: boolean }[];
}

describe('habits', () => {
  let stack: TestStack;
  let asker: HttpAsker;
  const question = '帮我看看基础设施的情况';

  beforeAll(async () => {
    stack = await plainStack();
    asker = new HttpAsker(stack.url);
    await asker.connectionIs('education', 'ready');
  }, 120_000);
  afterAll(leavePlainStack, 60_000);

  const submit = async (text: string): Promise<string> =>
    (await asker.submit({ question: text, connection: 'education' })).body.id;
  const paused = async (): Promise<RunView> => asker.inStatus(await submit(question), 'awaiting_clarification');
  const choose = async (run: RunView, text: string): Promise<RunView> => {
    await asker.reply(run.id, { clarificationId: String(run.clarification?.id), text });
    return asker.over(run.id);
  };

  it('a repeatedly chosen option is offered first, then applied and disclosed, listed for administrators, and can be revoked', async () => {
    await choose(await paused(), '各项明细');
    const again = await paused();
    expect(again.clarification?.options[0]?.label).toBe('各项明细');
    for (const run of [again, await paused(), await paused()]) await choose(run, '综合评分');

    const taken = await asker.over(await submit(question));
    expect(taken).toMatchObject({ status: 'succeeded', clarifications: [] });
    expect(taken.answer?.text).toContain('如需“各项明细”请说明');
    const { body } = await asker.call<Preferences>('/v1/preferences?connection=education');
    expect(body.preferences).toMatchObject([
      { key: 'demo', connection: 'education', choice: '综合评分', count: 3, automatic: true },
    ]);

    expect(await asker.over(await submit('以后先问我'))).toMatchObject({ status: 'succeeded' });
    expect((await asker.call<Preferences>('/v1/preferences')).body.preferences).toEqual([]);
    await choose(await paused(), '综合评分');
  }, 180_000);
});
