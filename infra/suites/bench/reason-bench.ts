import { availableParallelism, loadavg } from 'node:os';
import { Annotation, Command, END, START, StateGraph } from '@langchain/langgraph';
import { Registry } from 'prom-client';
import { ModelRegistry, openCatalog, SnapshotStore } from '@querent/catalog';
import { emptyRunData, type Locale, type Run } from '@querent/contracts';
import { generatePrompt, llmEnv, openChatModels, promptContextOf } from '@querent/llm';
import { createLogger, createRedis, waitForRedis } from '@querent/platform';
import { questionKind } from '@querent/planner';
import { defaultSagaSettings } from '@querent/saga';
import type { SemanticModel } from '@querent/model';
import { startScriptedLlm } from '@querent/testing';
import { z } from 'zod';
import { generate } from '../../../apps/sql-generator/src/generate';
import { readyModels } from './ready-models';
import { fixed, median, quantile } from './statistics';

interface Asked {
  question: string;
  connection: string;
  locale: Locale;
  sql: string;
}

const ROUNDS = 7;
const TODAY = '2026-11-21';

interface Round {
  latencies: number[];
  cpuMs: number;
}

/**
 * Measures the generator's overhead around one call of a model without latency: the graph, the prompt, and parsing,
 * linting and describing the statement. The baseline sends the same request to the same server.
 */
export async function benchReason(redisUrl: string): Promise<void> {
  const redis = createRedis(redisUrl, 'command');
  await waitForRedis(redis, 5_000);
  const catalog = await openCatalog('infra/demo/config', {
    logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
    credentials: null,
  });
  const registry = new ModelRegistry(catalog, new SnapshotStore(redis, defaultSagaSettings.prefix));
  const llm = await startScriptedLlm();
  const models = openChatModels(z.object(llmEnv).parse({ LLM_BASE_URL: llm.url, LLM_MODEL: 'scripted' }), {
    registry: new Registry(),
    logger: createLogger('bench', 'error'),
  });
  if (models === null) throw new Error('There is no model');
  try {
    const connections = catalog.connections().map(({ name }) => name);
    const known = await readyModels(connections, (name) => registry.availability(name, null));
    const asked = connections.flatMap((connection) =>
      catalog
        .samples(connection)
        .map(({ question, sql, locale = 'zh' }): Asked => ({ question, sql, locale, connection })),
    );
    const stage = generate({
      models,
      model: (name, tenant) => registry.model(name, tenant),
      maxRows: () => 1_000,
      agent: () => null,
      defaults: () => null,
      onRetiredSample: () => undefined,
      onModelTrouble: (_, error) => {
        throw error;
      },
      now: Date.now,
      clarificationTtlMs: 60_000,
    });
    llm.script([
      {
        reply: ({ text }) => ({
          text: JSON.stringify({ kind: 'sql', sql: asked.find(({ question }) => text.includes(question))?.sql ?? '' }),
        }),
      },
    ]);
    const runs = new Map(asked.map((one) => [one, runOf(one, known.get(one.connection) as SemanticModel)]));
    const whole = async (one: Asked): Promise<void> => {
      const outcome = await stage(runs.get(one) as Run, new AbortController().signal);
      if (outcome.event !== 'generated') throw new Error(`${one.question}: ${JSON.stringify(outcome)}`);
    };
    for (const one of asked) await whole(one);
    const bodies = llm.requests.map(({ body }) => JSON.stringify(body));
    const bare = async (_: Asked, at: number): Promise<void> => {
      const answer = await fetch(`${llm.url}/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: bodies[at],
      });
      await answer.json();
    };
    const graph = emptyGraph();
    const graphAndPrompt = async (one: Asked): Promise<void> => {
      await graph(one);
      generatePrompt(
        promptContextOf({ run: runs.get(one) as Run, model: known.get(one.connection) as SemanticModel }),
        { maxTokens: models.promptTokens },
      );
    };
    await report(asked, {
      'the bare request': bare,
      'the generator stage': whole,
      'LangGraph alone': graph,
      'LangGraph and the prompt': graphAndPrompt,
    });
  } finally {
    await models.close();
    await llm.stop();
    await catalog.close();
    redis.disconnect();
  }
}

async function report(asked: Asked[], rows: Record<string, (one: Asked, at: number) => Promise<void>>): Promise<void> {
  const rounds = Object.fromEntries(Object.keys(rows).map((name) => [name, [] as Round[]]));
  for (let at = 0; at < ROUNDS; at++)
    for (const [name, ask] of Object.entries(rows)) rounds[name]?.push(await round(asked, ask));
  console.log(
    `\nOne draft by a scripted model that answers at once, ${asked.length} questions over three models, one at a time; median of ${ROUNDS} rounds`,
  );
  console.log('                                p50 ms   p95 ms   CPU ms (mean)');
  const line = (name: string, [p50 = 0, p95 = 0, cpu = 0]: number[], aim = ''): void =>
    console.log(
      `  ${name.padEnd(28)} ${fixed(p50).padStart(8)} ${fixed(p95).padStart(8)} ${fixed(cpu).padStart(8)}   ${aim}`,
    );
  const figures = Object.entries(rounds).map(([name, all]) => ({
    name,
    of: [
      ...[0.5, 0.95].map((q) => median(all.map(({ latencies }) => quantile(latencies, q)))),
      median(all.map(({ cpuMs }) => cpuMs / asked.length)),
    ],
  }));
  for (const { name, of } of figures) line(name, of);
  const [bare, whole] = figures;
  line(
    'added by the generator',
    (whole?.of ?? []).map((figure, at) => figure - (bare?.of[at] ?? 0)),
    '(aim: p95 ≤ 10)',
  );
  console.log(`  load of the machine: ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} processors`);
}

/**
 * Latencies, and the processor time of the whole process including the server, which a busy machine does not affect.
 */
async function round(asked: Asked[], ask: (one: Asked, at: number) => Promise<void>): Promise<Round> {
  const latencies: number[] = [];
  const before = process.cpuUsage();
  for (const [at, one] of asked.entries()) {
    const started = performance.now();
    await ask(one, at);
    latencies.push(performance.now() - started);
  }
  const { user, system } = process.cpuUsage(before);
  return { latencies, cpuMs: (user + system) / 1000 };
}

/** Steps of the generator’s graph for a draft that passes: draft and check. */
const STEPS = 2;

/** Time of a LangGraph graph with the same number of empty steps: the minimum cost of a graph. */
function emptyGraph(): (one: Asked) => Promise<void> {
  const channel = Annotation.Root({ state: Annotation<{ asked: Asked }> });
  const graph = new StateGraph(channel) as unknown as {
    addNode: (name: string, node: unknown, options: { ends: string[] }) => void;
    addEdge: (from: string, to: string) => void;
    compile: () => { invoke: (input: object, options: object) => Promise<unknown> };
  };
  for (let at = 0; at < STEPS; at++) {
    const next = at === STEPS - 1 ? END : `step${at + 1}`;
    graph.addNode(`step${at}`, ({ state }: typeof channel.State) => new Command({ update: { state }, goto: next }), {
      ends: [next],
    });
  }
  graph.addEdge(START, 'step0');
  const compiled = graph.compile();
  return async (asked) => void (await compiled.invoke({ state: { asked } }, { signal: new AbortController().signal }));
}

/** A run as the intent and retrieval stages leave it. */
function runOf({ question, connection, locale }: Asked, model: SemanticModel): Run {
  const now = new Date().toISOString();
  return {
    id: 'benchrun',
    tenant: 'bench',
    keyName: 'bench',
    version: 3,
    status: 'generating',
    createdAt: now,
    updatedAt: now,
    finishedAt: null,
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    request: {
      question,
      connection,
      locale,
      timezone: 'Asia/Shanghai',
      today: TODAY,
      conversationId: null,
      agent: null,
      mode: 'full',
      cache: 'bypass',
      maxRows: null,
      callbackUrl: null,
    },
    data: {
      ...emptyRunData(),
      mode: 'full',
      refinedQuestion: question,
      intent: { confidence: 0.5, metrics: [], ...questionKind(question, model) },
      retrieval: { tables: Object.keys(model.tables), samples: [], hints: [] },
      reasoning: { fallback: null, promptVersion: null, draft: null, explorations: [] },
    },
  };
}
