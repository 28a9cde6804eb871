import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { startStack, waitFor, type StackMember, type TestStack } from '@querent/testing';
import Redis from 'ioredis';
import { killMembers, services } from '../product/killed-members';
import { ReplyingAsker } from '../product/replies-asker';

describe('a run that waits for a reply', () => {
  const redisDir = mkdtempSync(`${tmpdir()}/querent-pause-`);
  let stack: TestStack;
  let asker: ReplyingAsker;

  beforeAll(async () => {
    await begin();
  }, 120_000);
  afterAll(async () => {
    await stack?.stop();
    rmSync(redisDir, { recursive: true, force: true });
  }, 60_000);

  it.each<[string, string, StackMember[]]>([
    ['the gateway', '网络情况', ['gateway']],
    ['the intent worker', '终端情况', ['intent']],
    ['Redis', '教室情况', ['redis']],
    ['every process including Redis', '基础设施情况', [...services, 'redis']],
  ])(
    'a waiting run keeps its clarification and gives the same answer after a kill and restart of %s',
    async (_, question, members) => {
      const undisturbed = await answeredAfterPause(question, () => Promise.resolve());
      expect(undisturbed.answer?.text).toContain('综合');
      const disturbed = await answeredAfterPause(question, () => killMembers(stack, members));
      expect(disturbed.clarifications).toEqual([
        expect.objectContaining({ trigger: 'ambiguous_metric', answer: { text: '就要综合评分' } }),
      ]);
      expect(disturbed.result?.rows).toEqual(undisturbed.result?.rows);
      expect(disturbed.answer?.text).toBe(undisturbed.answer?.text);
    },
    180_000,
  );

  it('a waiting run accepts its reply after the stack was stopped and another one started on its data', async () => {
    const done = await answeredAfterPause('教学应用情况', async () => {
      await stack.stop();
      await begin();
    });
    expect(done.result?.rows).toHaveLength(1);
    expect(done.answer?.text).toContain('综合');
  }, 180_000);

  async function begin(): Promise<void> {
    stack = await startStack({ redisDir });
    asker = new ReplyingAsker(stack.url);
    await asker.connectionIs('education', 'ready');
  }

  async function answeredAfterPause(question: string, disturb: () => Promise<void>) {
    await alwaysSync(stack.redisUrl);
    const { id, clarification } = await asker.paused(question);
    await disturb();
    expect(await asker.view(id)).toMatchObject({ clarification });
    // The clarification is unchanged, so the client can reply with the identifiers that it received before.
    const reply = await waitFor(
      async () => {
        const answer = await asker.replyWith(id, { clarificationId: clarification.id, text: '就要综合评分' });
        return answer.status === 503 ? undefined : answer;
      },
      { timeoutMs: 60_000 },
    );
    expect(reply.status).toBe(202);
    return asker.inStatus(id, 'succeeded');
  }

  /**
   * Makes Redis write each command to disk before it replies. With `everysec`, a killed Redis may lose the writes of up
   * to two seconds. This spec tests that the product loses nothing that Redis has stored.
   */
  async function alwaysSync(url: string): Promise<void> {
    const redis = new Redis(url);
    await redis.config('SET', 'appendfsync', 'always');
    redis.disconnect();
  }
});
