import { startStack, waitFor, type StackMember, type TestStack } from '@querent/testing';
import { HttpAsker } from './http-asker';

const everything: StackMember[] = ['gateway', 'intent', 'schema-retrieval', 'sql-generator', 'executor', 'chart', 'redis'];

describe('a run that waits for its asker', () => {
  let stack: TestStack;

  beforeAll(async () => {
    stack = await startStack();
  }, 120_000);
  afterAll(() => stack.stop(), 60_000);

  it('is answered correctly after every process and Redis were killed and started again on the same data', async () => {
    const asker = new HttpAsker(stack.url);
    await asker.connectionIs('education', 'ready');
    const undisturbed = await answeredAfterPause(asker, () => Promise.resolve());
    const disturbed = await answeredAfterPause(asker, () => killEverything(stack));
    expect(disturbed.clarifications).toEqual([expect.objectContaining({ trigger: 'ambiguous_metric', answer: { text: '就要综合评分' } })]);
    expect(disturbed.result?.rows).toEqual(undisturbed.result?.rows);
    expect(disturbed.answer?.text).toBe(undisturbed.answer?.text);
    expect(disturbed.answer?.text).toContain('综合');
  }, 180_000);
});

async function answeredAfterPause(asker: HttpAsker, disturb: () => Promise<void>) {
  const { body } = await asker.submit({ question: '帮我看看基础设施的情况', connection: 'education', cache: 'bypass' });
  const paused = await asker.inStatus(body.id, 'awaiting_clarification');
  await disturb();
  // What the client held before the kill is all it needs: the pause is the same one.
  const reply = await waitFor(async () => {
    const answer = await asker.reply(body.id, { clarificationId: String(paused.clarification?.id), text: '就要综合评分' });
    return answer.status === 503 ? undefined : answer;
  }, { timeoutMs: 60_000 });
  expect(reply.status).toBe(202);
  return asker.inStatus(body.id, 'succeeded');
}

async function killEverything(stack: TestStack): Promise<void> {
  const before = await stack.pids();
  await Promise.all(everything.map((name) => stack.killService(name)));
  await waitFor(async () => {
    const now = await stack.pids();
    return everything.every((name) => now[name].length > 0 && now[name].every((pid) => !before[name].includes(pid)));
  }, { timeoutMs: 60_000 });
  await stack.ready();
}
