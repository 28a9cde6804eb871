import { availableParallelism, loadavg } from 'node:os';
import { Registry } from 'prom-client';
import { ModelRegistry, openCatalog, SnapshotStore } from '@querent/catalog';
import { emptyRunData, type Locale, type Run } from '@querent/contracts';
import { llmEnv, openChatModels } from '@querent/llm';
import { createLogger, createRedis, waitForRedis } from '@querent/platform';
import { readByWords, type SemanticModel } from '@querent/semantic';
import { startScriptedLlm } from '@querent/testing';
import { z } from 'zod';
import { generate } from '../../apps/sql-generator/src/generate';
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

/**
 * What the generator adds around one call of a model that answers at once: the graph, the prompt, reading, linting and
 * describing the statement. The same request is sent to the same server without any of it, in the same run.
 */
export async function benchReason(redisUrl: string): Promise<void> {
  const redis = createRedis(redisUrl, 'command');
  await waitForRedis(redis, 5_000);
  const catalog = await openCatalog('infra/demo/config', { logger: { info: () => undefined, warn: () => undefined }, credentials: null });
  const registry = new ModelRegistry(catalog, new SnapshotStore(redis));
  const llm = await startScriptedLlm();
  const models = openChatModels(z.object(llmEnv).parse({ LLM_BASE_URL: llm.url, LLM_MODEL: 'scripted' }), { registry: new Registry(), logger: createLogger('bench', 'error') });
  if (models === null) throw new Error('There is no model');
  try {
    const connections = catalog.connections().map(({ name }) => name);
    const known = await readyModels(connections, (name) => registry.availability(name));
    const asked = connections.flatMap((connection) => catalog.samples(connection).map(({ question, sql, locale = 'zh' }): Asked => ({ question, sql, locale, connection })));
    const stage = generate({
      models, model: (name) => registry.model(name), maxRows: () => 1_000, agent: () => null, defaults: () => null,
      onRetiredSample: () => undefined, onModelTrouble: (_, error) => { throw error; }, now: Date.now, clarificationTtlMs: 60_000,
    });
    llm.script([{ reply: ({ text }) => ({ text: JSON.stringify({ kind: 'sql', sql: asked.find(({ question }) => text.includes(question))?.sql ?? '' }) }) }]);
    const runs = new Map(asked.map((one) => [one, runOf(one, known.get(one.connection) as SemanticModel)]));
    const whole = async (one: Asked): Promise<void> => {
      const outcome = await stage(runs.get(one) as Run, new AbortController().signal);
      if (outcome.event !== 'generated') throw new Error(`${one.question}: ${JSON.stringify(outcome)}`);
    };
    for (const one of asked) await whole(one);
    const bodies = llm.requests.map(({ body }) => JSON.stringify(body));
    const bare = async (_: Asked, at: number): Promise<void> => {
      const answer = await fetch(`${llm.url}/chat/completions`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: bodies[at] });
      await answer.json();
    };
    await report(asked, { 'the bare request': bare, 'the generator stage': whole });
  } finally {
    await models.close();
    await llm.stop();
    await catalog.close();
    redis.disconnect();
  }
}

async function report(asked: Asked[], rows: Record<string, (one: Asked, at: number) => Promise<void>>): Promise<void> {
  const rounds = Object.fromEntries(Object.keys(rows).map((name) => [name, [] as number[][]]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, ask] of Object.entries(rows)) {
      const latencies: number[] = [];
      for (const [at, one] of asked.entries()) {
        const started = performance.now();
        await ask(one, at);
        latencies.push(performance.now() - started);
      }
      rounds[name]?.push(latencies);
    }
  }
  console.log(`\nOne draft by a scripted model that answers at once, ${asked.length} questions over three models, one at a time; median of ${ROUNDS} rounds`);
  console.log('                                p50 ms   p95 ms');
  const figures = Object.fromEntries(Object.entries(rounds).map(([name, all]) => [name, [0.5, 0.95].map((q) => median(all.map((latencies) => quantile(latencies, q))))]));
  for (const [name, [p50 = 0, p95 = 0]] of Object.entries(figures)) console.log(`  ${name.padEnd(28)} ${fixed(p50).padStart(8)} ${fixed(p95).padStart(8)}`);
  const [bare = [], whole = []] = Object.values(figures);
  console.log(`  ${'added by the generator'.padEnd(28)} ${fixed((whole[0] ?? 0) - (bare[0] ?? 0)).padStart(8)} ${fixed((whole[1] ?? 0) - (bare[1] ?? 0)).padStart(8)}   (aim: p95 ≤ 10)`);
  console.log(`  load of the machine: ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} processors`);
}

/** As the intent and the retrieval stage leave it. */
function runOf({ question, connection, locale }: Asked, model: SemanticModel): Run {
  const now = new Date().toISOString();
  return {
    id: 'benchrun', tenant: 'bench', keyName: 'bench', version: 3, status: 'generating', createdAt: now, updatedAt: now, finishedAt: null,
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    request: { question, connection, locale, timezone: 'Asia/Shanghai', today: TODAY, conversationId: null, agent: null, mode: 'full', cache: 'bypass', maxRows: null, callbackUrl: null },
    data: {
      ...emptyRunData(), mode: 'full', refinedQuestion: question, intent: { confidence: 0.5, metrics: [], ...readByWords(question, model) },
      retrieval: { tables: Object.keys(model.tables), samples: [], hints: [] }, reasoning: { fallback: null, promptVersion: null, draft: null, explorations: [], llmMs: 0 },
    },
  };
}
