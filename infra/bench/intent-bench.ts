import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { ModelRegistry, openCatalog, SnapshotStore, type Availability } from '@querent/catalog';
import { emptyRunData, type Locale, type Run, type StageFunction } from '@querent/contracts';
import { Conversations, Habits } from '@querent/memory';
import { createRedis, waitForRedis } from '@querent/platform';
import { nameProposer, openLocalEmbedder } from '@querent/retrieval';
import { planQuestion, type SemanticModel } from '@querent/semantic';
import { fastModeOf, intentEnvSchema } from '../../apps/intent/src/intent-env';
import { understand } from '../../apps/intent/src/understand';
import { fixed, median, quantile } from './statistics';

interface Asked {
  question: string;
  connection: string;
  locale: Locale;
}

const ROUNDS = 5;
const TODAY = '2026-11-21';
const TIMEZONE = 'Asia/Shanghai';

/** Questions with a word that no part of the model is called by, so that the embedder is asked for what it may mean. */
const withUnknownWords: Asked[] = [
  ...ofCommerce('zh', ['各个途径的订单数', '按卖场统计营收', '本月每个物品的销量', '各地带的客户数', '今年退货金额最高的五个铺子']),
  ...ofCommerce('en', ['number of orders by pathway', 'revenue by merchandise this year', 'top 5 shopkeepers by revenue', 'average invoice value per territory', 'clientele by city']),
];

/**
 * The intent stage in this process, over the demo's models with a warm embedder: how long one fast-mode question takes, beside the
 * planner alone. The models and their state are read from Redis as the service does.
 */
export async function benchIntent(redisUrl: string): Promise<void> {
  const redis = createRedis(redisUrl, 'command');
  await waitForRedis(redis, 5_000);
  const catalog = await openCatalog('infra/demo/config', { logger: { info: () => undefined, warn: () => undefined }, credentials: null });
  const models = new ModelRegistry(catalog, new SnapshotStore(redis));
  const embedder = openLocalEmbedder();
  const proposer = nameProposer({ embedder });
  try {
    const memory = { prefix: 'bench', lifeMs: 60_000, warn: () => undefined };
    const stage = understand({
      availability: (name) => models.availability(name),
      agent: (name) => catalog.agent(name),
      habits: new Habits(redis, memory),
      conversations: new Conversations(redis, memory),
      propose: (words, model, signal) => proposer.propose(words, model, signal),
      onProposeError: (error) => { throw error; },
      fastMode: fastModeOf(intentEnvSchema.parse({})),
      now: Date.now,
      clarificationTtlMs: 1_800_000,
    });
    const questions = goldQuestions();
    const modelOf = await readyModels([...new Set(questions.map(({ connection }) => connection))], (name) => models.availability(name));
    for (const model of modelOf.values()) await proposer.prepare(model);
    const plan = ({ question, connection, locale }: Asked) => planQuestion({ question, locale, model: modelOf.get(connection) as SemanticModel, today: TODAY, timezone: TIMEZONE, choices: [] });
    const rows = [
      { name: 'planner alone', asked: questions, ask: plan },
      { name: 'intent stage', asked: questions, ask: (one: Asked) => stageOf(stage, one) },
      { name: 'planner, unknown word', asked: withUnknownWords, ask: plan },
      { name: 'intent stage, unknown word', asked: withUnknownWords, ask: (one: Asked) => stageOf(stage, one) },
    ];
    await report(rows, questions.length);
  } finally {
    await proposer.close();
    await embedder.close();
    await catalog.close();
    redis.disconnect();
  }
}

async function report(rows: { name: string; asked: Asked[]; ask: (one: Asked) => unknown }[], count: number): Promise<void> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  for (const { asked, ask } of rows) await latencies(asked, ask);
  delay.enable();
  console.log(`\nThe intent stage, fast mode, embedder warm: ${count} questions in both languages over three models, one at a time; median of ${ROUNDS} rounds`);
  console.log('                                p50 ms   p95 ms   p99 ms');
  const rounds = rows.map(() => [] as number[][]);
  for (let i = 0; i < ROUNDS; i++) for (const [row, { asked, ask }] of rows.entries()) rounds[row]?.push(await latencies(asked, ask));
  for (const [row, { name }] of rows.entries()) {
    const at = (q: number) => fixed(median((rounds[row] ?? []).map((round) => quantile(round, q)))).padStart(8);
    console.log(`  ${name.padEnd(28)} ${at(0.5)} ${at(0.95)} ${at(0.99)}${name === 'intent stage' ? '   (aim: p95 ≤ 15)' : ''}`);
  }
  console.log(`  longest block of the event loop: ${fixed(delay.max / 1e6, 1)} ms`);
}

async function latencies(asked: Asked[], ask: (one: Asked) => unknown): Promise<number[]> {
  const took: number[] = [];
  for (const one of asked) {
    const started = performance.now();
    await ask(one);
    took.push(performance.now() - started);
  }
  return took;
}

function stageOf(stage: StageFunction, { question, connection, locale }: Asked): unknown {
  const now = new Date().toISOString();
  const run: Run = {
    id: 'bench', tenant: 'bench', keyName: 'bench', version: 1, status: 'understanding', createdAt: now, updatedAt: now, finishedAt: null,
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    request: { question, connection, locale, timezone: TIMEZONE, today: TODAY, conversationId: null, agent: null, mode: 'fast', cache: 'bypass', maxRows: null, callbackUrl: null },
    data: emptyRunData(),
  };
  return stage(run, new AbortController().signal);
}

/** The stack may still be reading the demo's schemas for the first time. */
async function readyModels(connections: string[], availability: (name: string) => Promise<Availability | null>): Promise<Map<string, SemanticModel>> {
  const models = new Map<string, SemanticModel>();
  const patience = Date.now() + 60_000;
  for (const name of connections) {
    let available = await availability(name);
    for (; available?.state !== 'ready' && Date.now() < patience; available = await availability(name)) await pause(250);
    if (available?.state !== 'ready') throw new Error(`The demo connection ${name} is not ready`);
    models.set(name, available.model);
  }
  return models;
}

function goldQuestions(): Asked[] {
  const lines = readFileSync(join(process.cwd(), 'infra/demo/gold/questions.jsonl'), 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Asked);
}

function ofCommerce(locale: Locale, questions: string[]): Asked[] {
  return questions.map((question) => ({ question, connection: 'commerce', locale }));
}
