import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import Redis from 'ioredis';
import { isTerminal, type RunStatus } from '@querent/contracts';
import { defaultSagaSettings, RunStore } from '@querent/saga';
import { startStack, waitFor, type StackMember, type TestStack, type ThrowAwayPostgres } from '@querent/testing';
import { bareWorld } from '../../suites/worlds/bare-world';
import { demoWorld } from '../../suites/worlds/demo-world';
import type { SuiteWorld } from '../../suites/worlds/suite-world';
import { everyWorld } from '../../suites/worlds/every-world';
import { HttpAsker } from '../product/http-asker';

const RUNS = 200;
/** Workers in the order of the stages, each with the status of the runs that it handles. */
const workers = [
  ['intent', 'understanding'],
  ['schema-retrieval', 'retrieving'],
  ['sql-generator', 'generating'],
  ['executor', 'executing'],
  ['chart', 'presenting'],
] as const satisfies [StackMember, RunStatus][];
/** Statuses in the event stream of a run without a clarification. */
const story = ['queued', 'understanding', 'retrieving', 'generating', 'executing', 'presenting', 'succeeded'];
/** Number of versions: the submission, and one for each of the five workers. */
const LAST_VERSION = 6;

const bare = ['a database without a model file', bareWorld] as const;

describe.each(everyWorld ? ([['the demo', demoWorld], bare] as const) : [bare])(
  'workers killed while runs on %s are in flight',
  (_, world) => {
    const config = mkdtempSync(`${tmpdir()}/querent-kill-`);
    let database: ThrowAwayPostgres;
    let stack: TestStack;
    let redis: Redis;
    let store: RunStore;

    beforeAll(async () => {
      world.writeConfig(config, ['demo']);
      database = await world.openDatabase();
      stack = await startStack({ env: { QUERENT_CONFIG_DIR: config, ...world.environment(database.url) } });
      redis = new Redis(stack.redisUrl);
      store = new RunStore(redis, defaultSagaSettings);
    }, 120_000);
    afterAll(async () => {
      redis?.disconnect();
      await stack?.stop();
      await database?.stop();
      rmSync(config, { recursive: true, force: true });
    }, 60_000);

    it(`killed workers lose none of ${RUNS} runs, and each run reaches every version exactly once`, async () => {
      const asker = new HttpAsker(stack.url);
      await asker.connectionIs(world.straight.connection, 'ready');
      // The first worker is stopped during the submissions, so that all runs are in flight at the same time.
      await stack.stopService('intent');
      const ids = await submitAll(asker, world);
      await stack.startService('intent');

      const killed: string[] = [];
      for (const [worker, status] of workers) {
        const now = await waitFor(
          async () => {
            const statuses = await statusesOf(redis, store, ids);
            return statuses.includes(status) && statuses;
          },
          { timeoutMs: 60_000, intervalMs: 5 },
        );
        await stack.killService(worker);
        killed.push(`${worker} with ${RUNS - now.filter(isTerminal).length} in flight`);
      }
      const lastKill = performance.now();
      await waitFor(async () => (await statusesOf(redis, store, ids)).every(isTerminal), {
        timeoutMs: 120_000,
        intervalMs: 100,
      });
      const seconds = ((performance.now() - lastKill) / 1_000).toFixed(1);
      process.stdout.write(`killed ${killed.join(', ')}; all ${RUNS} ended ${seconds} s after the last kill\n`);

      for (const id of ids) await expectOneStory(store, id);
      expect(await redis.zcard(store.keys.deadLetters())).toBe(0);
    }, 240_000);
  },
);

async function submitAll(asker: HttpAsker, { straight }: SuiteWorld): Promise<string[]> {
  const replies = await Promise.all(Array.from({ length: RUNS }, () => asker.submit(straight)));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([202]));
  return replies.map(({ body }) => body.id);
}

async function statusesOf(redis: Redis, store: RunStore, ids: string[]): Promise<RunStatus[]> {
  const pipeline = redis.pipeline();
  for (const id of ids) pipeline.hget(store.keys.run(id), 'status');
  const replies = (await pipeline.exec()) ?? [];
  return replies.map(([, status]) => status as RunStatus);
}

async function expectOneStory(store: RunStore, id: string): Promise<void> {
  const [run, events] = await Promise.all([store.get(id), store.events(id)]);
  expect({ status: run?.status, version: run?.version, error: run?.data.error }).toEqual({
    status: 'succeeded',
    version: LAST_VERSION,
    error: null,
  });
  const statuses = events.flatMap(({ event, data }) => (event === 'status' ? [data.status] : []));
  expect(statuses).toEqual(story);
  const numbers = events.map(({ seq }) => seq);
  expect(numbers).toEqual(numbers.map((_, i) => i + 1));
  const steps = events.flatMap(({ event, data }) => (event === 'step' ? [`${data.stage} ${data.kind}`] : []));
  expect(steps).toEqual([...new Set(steps)]);
}
