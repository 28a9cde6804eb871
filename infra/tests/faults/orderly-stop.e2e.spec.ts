import { startPostgres, waitFor, type StackMember, type TestStack, type ThrowAwayPostgres } from '@querent/testing';
import { chiefAndViewer } from '../product/config-folder';
import { ConfiguredStack } from '../product/configured-stack';
import { SlowDatabases, loginAt } from './database-faults/slow-databases';
import { longQuestions } from './database-faults/slow-schema';
import { HttpAsker } from '../product/http-asker';

const LONGEST_MS = 10_000;
const IN_FLIGHT = 12;
/** Duration of a statement, so that runs are in the executor too when the signal comes. */
const STATEMENT_S = 0.5;

describe('SIGTERM with runs in flight', () => {
  let configured: ConfiguredStack;
  let postgres: ThrowAwayPostgres;
  let stack: TestStack;
  beforeAll(async () => {
    postgres = await startPostgres();
    configured = await ConfiguredStack.open(chiefAndViewer('kiosk'));
    stack = configured.stack;
    const fixture = new SlowDatabases(configured);
    await fixture.fill(postgres, ['reader']);
    await configured.changed(() => fixture.connect('kiosk', loginAt(postgres.url, 'reader')));
    await new HttpAsker(stack.url, 'kiosk-chief').connectionIs('kiosk', 'ready');
    await fixture.pace(postgres, STATEMENT_S);
  }, 120_000);
  afterAll(async () => {
    await configured?.leave();
    await postgres?.stop();
  }, 60_000);

  it.each<StackMember>(['gateway', 'intent', 'schema-retrieval', 'sql-generator', 'executor', 'chart'])(
    'SIGTERM ends %s with exit code 0, and runs in flight continue when it is restarted',
    async (service) => {
      const asker = new HttpAsker(stack.url, 'kiosk-chief');
      const question = { question: longQuestions.sleeping, connection: 'kiosk', cache: 'bypass' as const };
      const accepted = await Promise.all(Array.from({ length: IN_FLIGHT }, () => asker.submit(question)));
      const [pid] = (await stack.pids())[service];
      const before = endings(stack, service).length;

      const started = performance.now();
      process.kill(Number(pid), 'SIGTERM');
      await waitFor(() => endings(stack, service).length > before, { timeoutMs: 30_000 });
      expect(performance.now() - started).toBeLessThan(LONGEST_MS);
      expect(endings(stack, service).at(-1)).toBe('code 0');

      await stack.ready();
      const runs = await Promise.all(accepted.map(({ body }) => asker.over(body.id)));
      expect(runs.map(({ status }) => status)).toEqual(accepted.map(() => 'succeeded'));
    },
    120_000,
  );
});

/** Ends of a service so far, as logged by its supervisor: `code 0`, `SIGKILL` and so on. */
function endings(stack: TestStack, service: string): string[] {
  const lines = stack
    .log()
    .split('\n')
    .filter((line) => line.split(' ')[0] === service);
  return lines.flatMap((line) => /\(supervisor\) ended \(([^)]*)\)/.exec(line)?.[1] ?? []);
}
