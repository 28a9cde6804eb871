import { availableParallelism, loadavg } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { ModelRegistry, openCatalog, SnapshotStore } from '@querent/catalog';
import { emptyRunData, type Locale, type Outcome, type Run, type StageFunction } from '@querent/contracts';
import { Conversations, Habits } from '@querent/memory';
import { createRedis, loadEnv, waitForRedis } from '@querent/platform';
import { nameProposer, openEmbedder } from '@querent/retrieval';
import { planQuestion } from '@querent/planner';
import { defaultSagaSettings } from '@querent/saga';
import { type SemanticModel } from '@querent/model';
import { fastModeOf, intentEnvSchema } from '../../../apps/intent/src/intent-env';
import { understand } from '../../../apps/intent/src/understand';
import { readyModels } from './ready-models';
import { fixed, median, quantile } from './statistics';
import { demoQuestions } from '../../demo/judge/demo-questions';

interface Asked {
  question: string;
  connection: string;
  locale: Locale;
}

interface Row {
  name: string;
  asked: Asked[];
  ask: (one: Asked) => unknown;
  aim?: string;
}

interface Round {
  latencies: number[];
  cpuMs: number;
}

const ROUNDS = 5;
const TODAY = '2026-11-21';
const TIMEZONE = 'Asia/Shanghai';

/** Questions with a word that is no name of the model, so that the embedder searches for its meaning. */
const withUnknownWords: Asked[] = [
  ...ofCommerce('zh', [
    '各个途径的订单数',
    '按卖场统计营收',
    '本月每个物品的销量',
    '各地带的客户数',
    '今年退货金额最高的五个铺子',
  ]),
  ...ofCommerce('en', [
    'number of orders by pathway',
    'revenue by merchandise this year',
    'top 5 shopkeepers by revenue',
    'average invoice value per territory',
    'clientele by city',
  ]),
];

/**
 * Measures a fast-mode question in the intent stage in this process, over the demo's models with a warm embedder, and
 * in the planner alone. Models and their state are read from Redis as in the service.
 */
export async function benchIntent(redisUrl: string): Promise<void> {
  const redis = createRedis(redisUrl, 'command');
  await waitForRedis(redis, 5_000);
  const catalog = await openCatalog('infra/demo/config', {
    logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
    credentials: null,
  });
  const models = new ModelRegistry(catalog, new SnapshotStore(redis, defaultSagaSettings.prefix));
  const embedder = openEmbedder(loadEnv(intentEnvSchema), {
    onError: (error) => {
      throw error;
    },
  });
  if (embedder === null) throw new Error('This bench needs an embedder: EMBEDDER must not be none.');
  const proposer = nameProposer({ embedder });
  try {
    const memory = { prefix: 'bench', lifeMs: 60_000, warn: () => undefined };
    const stage = understand({
      availability: (name, tenant) => models.availability(name, tenant),
      agent: (name, tenant) => catalog.agent(name, tenant),
      habits: new Habits(redis, memory),
      conversations: new Conversations(redis, memory),
      reasoner: false,
      propose: (words, model, signal) => proposer.propose(words, model, signal),
      onProposeError: (error) => {
        throw error;
      },
      fastMode: fastModeOf(intentEnvSchema.parse({})),
      now: Date.now,
      recordNow: Date.now,
      shared: null,
      clarificationTtlMs: 1_800_000,
    });
    const gold = goldQuestions();
    const modelOf = await readyModels([...new Set(gold.map(({ connection }) => connection))], (name) =>
      models.availability(name, null),
    );
    for (const model of modelOf.values()) await proposer.prepare(model);
    const plan = ({ question, connection, locale }: Asked) =>
      planQuestion({
        question,
        locale,
        model: modelOf.get(connection) as SemanticModel,
        today: TODAY,
        timezone: TIMEZONE,
        choices: [],
      });
    const read = (one: Asked) => stageOf(stage, one);
    const { fast, others } = await byOutcome(gold, read);
    await report([
      { name: 'planner alone, answered', asked: fast, ask: plan },
      { name: 'stage, answered', asked: fast, ask: read, aim: '(aim: p95 ≤ 15)' },
      { name: 'planner alone, others', asked: others, ask: plan },
      { name: 'stage, asked back or refused', asked: others, ask: read },
      { name: 'stage, with an unknown word', asked: withUnknownWords, ask: read },
    ]);
  } finally {
    await proposer.close();
    await embedder.close();
    await catalog.close();
    redis.disconnect();
  }
}

/** Fast-mode questions continue to the generator. The others end here or with a clarification. */
async function byOutcome(asked: Asked[], read: Row['ask']): Promise<{ fast: Asked[]; others: Asked[] }> {
  const fast: Asked[] = [];
  const others: Asked[] = [];
  for (const one of asked) (((await read(one)) as Outcome).event === 'planned' ? fast : others).push(one);
  return { fast, others };
}

async function report(rows: Row[]): Promise<void> {
  const rounds = rows.map(() => [] as Round[]);
  for (const row of rows) await round(row);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  for (let i = 0; i < ROUNDS; i++) for (const [at, row] of rows.entries()) rounds[at]?.push(await round(row));
  console.log(
    `\nThe intent stage in fast mode, embedder warm; the demo's questions in both languages over three models, one at a time; median of ${ROUNDS} rounds`,
  );
  console.log('                                questions   p50 ms   p95 ms   p99 ms   CPU ms (mean)');
  for (const [at, { name, asked, aim = '' }] of rows.entries()) {
    const figure = (of: (one: Round) => number) => fixed(median((rounds[at] ?? []).map(of))).padStart(8);
    const [p50, p95, p99] = [0.5, 0.95, 0.99].map((q) => figure(({ latencies }) => quantile(latencies, q)));
    console.log(
      `  ${name.padEnd(30)} ${String(asked.length).padStart(8)} ${p50} ${p95} ${p99} ${figure(({ cpuMs }) => cpuMs / asked.length)}   ${aim}`,
    );
  }
  console.log(
    `  longest block of the event loop: ${fixed(delay.max / 1e6, 1)} ms; load of the machine: ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} processors`,
  );
}

/**
 * Latencies, and the processor time of the whole process with its threads, which a busy machine does not affect.
 */
async function round({ asked, ask }: Row): Promise<Round> {
  const latencies: number[] = [];
  const before = process.cpuUsage();
  for (const one of asked) {
    const started = performance.now();
    await ask(one);
    latencies.push(performance.now() - started);
  }
  const { user, system } = process.cpuUsage(before);
  return { latencies, cpuMs: (user + system) / 1000 };
}

function stageOf(stage: StageFunction, { question, connection, locale }: Asked): unknown {
  const now = new Date().toISOString();
  const run: Run = {
    id: 'bench',
    tenant: 'bench',
    keyName: 'bench',
    version: 1,
    status: 'understanding',
    createdAt: now,
    updatedAt: now,
    finishedAt: null,
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    request: {
      question,
      connection,
      locale,
      timezone: TIMEZONE,
      today: TODAY,
      conversationId: null,
      agent: null,
      mode: 'fast',
      cache: 'bypass',
      maxRows: null,
      callbackUrl: null,
    },
    data: emptyRunData(),
  };
  return stage(run, new AbortController().signal);
}

function goldQuestions(): Asked[] {
  return demoQuestions('gold', TODAY);
}

function ofCommerce(locale: Locale, questions: string[]): Asked[] {
  return questions.map((question) => ({ question, connection: 'commerce', locale }));
}
