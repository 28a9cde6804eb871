import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import Redis from 'ioredis';
import { isTerminal, type RunStatus } from '@querent/contracts';
import { defaultSagaSettings, RunStore } from '@querent/saga';
import {
  startScriptedLlm,
  startStack,
  waitFor,
  type StackMember,
  type TestStack,
  type ThrowAwayPostgres,
} from '@querent/testing';
import { bareWorld } from '../../suites/worlds/bare-world';
import { demoWorld } from '../../suites/worlds/demo-world';
import type { StraightQuestion } from '../../suites/worlds/suite-world';
import { everyWorld } from '../../suites/worlds/every-world';
import { HttpAsker } from '../product/http-asker';

/** Workers in the order of the stages, each with the status of the runs that it handles. */
type Way = readonly (readonly [StackMember, RunStatus])[];
const begin = [['intent', 'understanding']] as const satisfies Way;
const rest = [
  ['sql-generator', 'generating'],
  ['executor', 'executing'],
  ['chart', 'presenting'],
] as const satisfies Way;

/** The ways of a question, each with its question, its number of runs, and its workers. */
const ways: readonly [name: string, question: 'straight' | 'drafted', runs: number, workers: Way][] = [
  ['planned', 'straight', 120, [...begin, ...rest]],
  ['drafted by a language model', 'drafted', 60, [...begin, ['schema-retrieval', 'retrieving'], ...rest]],
];

const bare = ['a database without a model file', bareWorld] as const;

describe.each(everyWorld ? ([['the demo', demoWorld], bare] as const) : [bare])(
  'workers killed while runs on %s are in flight',
  (_, world) => {
    const config = mkdtempSync(`${tmpdir()}/querent-kill-`);
    let database: ThrowAwayPostgres;
    let llm: Awaited<ReturnType<typeof startScriptedLlm>>;
    let stack: TestStack;
    let redis: Redis;
    let store: RunStore;

    beforeAll(async () => {
      world.writeConfig(config, ['demo']);
      database = await world.openDatabase();
      llm = await startScriptedLlm([
        { match: { task: 'generate-sql' }, reply: { text: JSON.stringify({ kind: 'sql', sql: world.modelSql }) } },
      ]);
      stack = await startStack({
        env: {
          QUERENT_CONFIG_DIR: config,
          LLM_BASE_URL: llm.url,
          LLM_MODEL: 'scripted',
          ...world.environment(database.url),
        },
      });
      redis = new Redis(stack.redisUrl);
      store = new RunStore(redis, defaultSagaSettings);
    }, 120_000);
    afterAll(async () => {
      redis?.disconnect();
      await stack?.stop();
      await Promise.all([llm?.stop(), database?.stop()]);
      rmSync(config, { recursive: true, force: true });
    }, 60_000);

    it.each(ways)(
      'none is lost if it is %s, and each reaches every version exactly once',
      async (_, kind, runs, workers) => {
        const asker = new HttpAsker(stack.url);
        await asker.connectionIs(world[kind].connection, 'ready');
        // The first worker is stopped during the submissions, so that all runs are in flight at the same time.
        await stack.stopService('intent');
        const ids = await submitAll(asker, world[kind], runs);
        await stack.startService('intent');

        const killed: string[] = [];
        for (const [worker, status] of workers) {
          const now = await waitFor(
            async () => {
              const statuses = await statusesOf(redis, store, ids);
              return statuses.includes(status) && statuses;
            },
            { timeoutMs: 60_000, intervalMs: 20 },
          );
          await stack.killService(worker);
          killed.push(`${worker} with ${runs - now.filter(isTerminal).length} in flight`);
        }
        const lastKill = performance.now();
        await waitFor(async () => (await statusesOf(redis, store, ids)).every(isTerminal), {
          timeoutMs: 120_000,
          intervalMs: 100,
        });
        const seconds = ((performance.now() - lastKill) / 1_000).toFixed(1);
        process.stdout.write(`killed ${killed.join(', ')}; all ${runs} ended ${seconds} s after the last kill\n`);

        for (const id of ids) await expectEveryVersionOnce(store, id, workers);
        expect(await redis.zcard(store.keys.deadLetters())).toBe(0);
      },
      240_000,
    );
  },
);

async function submitAll(asker: HttpAsker, question: StraightQuestion, runs: number): Promise<string[]> {
  const replies = await Promise.all(Array.from({ length: runs }, () => asker.submit(question)));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([202]));
  return replies.map(({ body }) => body.id);
}

async function statusesOf(redis: Redis, store: RunStore, ids: string[]): Promise<RunStatus[]> {
  const pipeline = redis.pipeline();
  for (const id of ids) pipeline.hget(store.keys.run(id), 'status');
  const replies = (await pipeline.exec()) ?? [];
  return replies.map(([, status]) => status as RunStatus);
}

async function expectEveryVersionOnce(store: RunStore, id: string, workers: Way): Promise<void> {
  const [run, events] = await Promise.all([store.get(id), store.events(id)]);
  expect({ status: run?.status, version: run?.version, error: run?.data.error }).toEqual({
    status: 'succeeded',
    // The submission, and one for each worker.
    version: 1 + workers.length,
    error: null,
  });
  const statuses = events.flatMap(({ event, data }) => (event === 'status' ? [data.status] : []));
  expect(statuses).toEqual(['queued', ...workers.map(([, status]) => status), 'succeeded']);
  const numbers = events.map(({ seq }) => seq);
  expect(numbers).toEqual(numbers.map((_, i) => i + 1));
  const steps = events.flatMap(({ event, data }) => (event === 'step' ? [`${data.stage} ${data.kind}`] : []));
  expect(steps).toEqual([...new Set(steps)]);
}
