import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { startStack, waitFor, type TestStack } from '@querent/testing';

interface Run {
  id: string;
  status: string;
  clarification: { id: string } | null;
  answer: { text: string } | null;
  result: { rows: unknown[][] } | null;
}

const call = async (stack: TestStack, path: string, body?: object): Promise<Run> => {
  const headers = { authorization: 'Bearer demo', 'content-type': 'application/json' };
  const response = await fetch(`${stack.url}${path}`, body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers });
  return (await response.json()) as Run;
};

const runIn = (stack: TestStack, id: string, status: string): Promise<Run> =>
  waitFor(async () => {
    const run = await call(stack, `/v1/queries/${id}`);
    return run.status === status && run;
  }, { timeoutMs: 30_000 });

describe('a stack that is stopped and started again', () => {
  const redisDir = mkdtempSync(`${tmpdir()}/querent-restart-`);
  afterAll(() => rmSync(redisDir, { recursive: true, force: true }));

  it('answers a question that waited for its asker, after every process and Redis were away', async () => {
    const before = await startStack({ redisDir });
    const { id } = await waitFor(async () => {
      const run = await call(before, '/v1/queries', { question: '帮我看看基础设施的情况', connection: 'education' });
      return run.id !== undefined && run;
    }, { timeoutMs: 60_000 });
    await runIn(before, id, 'awaiting_clarification');
    await before.stop();

    const after = await startStack({ redisDir });
    const waiting = await runIn(after, id, 'awaiting_clarification');
    await call(after, `/v1/queries/${id}/clarification`, { clarificationId: waiting.clarification?.id, text: '就要综合评分' });
    const done = await runIn(after, id, 'succeeded');
    expect(done.result?.rows).toHaveLength(1);
    expect(Number(done.result?.rows[0]?.[0])).toBeGreaterThan(0);
    expect(done.answer?.text).toContain('综合');
    await after.stop();
  }, 240_000);
});
