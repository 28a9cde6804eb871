import { startStack, waitFor, type StackMember, type TestStack } from '@querent/testing';
import { HttpAsker } from './http-asker';

const LONGEST_MS = 10_000;
const IN_FLIGHT = 12;

describe('SIGTERM with runs in flight', () => {
  let stack: TestStack;
  beforeAll(async () => {
    stack = await startStack({ database: 'embedded' });
    await new HttpAsker(stack.url).connectionIs('education', 'ready');
  }, 120_000);
  afterAll(() => stack?.stop(), 60_000);

  it.each<StackMember>(['gateway', 'intent', 'schema-retrieval', 'sql-generator', 'executor', 'chart'])(
    'ends %s with 0, and its runs go on when it is back',
    async (service) => {
      const asker = new HttpAsker(stack.url);
      const question = { question: 'average classroom score by school type', connection: 'education', cache: 'bypass' as const };
      const accepted = await Promise.all(Array.from({ length: IN_FLIGHT }, () => asker.submit(question)));
      const [pid] = (await stack.pids())[service];
      const seen = endings(stack, service).length;

      const started = performance.now();
      process.kill(Number(pid), 'SIGTERM');
      await waitFor(() => endings(stack, service).length > seen, { timeoutMs: 30_000 });
      expect(performance.now() - started).toBeLessThan(LONGEST_MS);
      expect(endings(stack, service).at(-1)).toBe('code 0');

      await stack.ready();
      const runs = await Promise.all(accepted.map(({ body }) => asker.over(body.id)));
      expect(runs.map(({ status }) => status)).toEqual(accepted.map(() => 'succeeded'));
    },
    120_000,
  );
});

/** How a service ended so far, as its supervisor saw it: `code 0`, `SIGKILL` and so on. */
function endings(stack: TestStack, service: string): string[] {
  const lines = stack.log().split('\n').filter((line) => line.split(' ')[0] === service);
  return lines.flatMap((line) => /\(supervisor\) ended \(([^)]*)\)/.exec(line)?.[1] ?? []);
}
