import { availableParallelism, loadavg } from 'node:os';
import { exactKey } from '@querent/cache';
import type { Ambiguity, PlanResult } from '@querent/contracts';
import { ModelRegistry, openCatalog, SnapshotStore } from '@querent/catalog';
import { detectLocale } from '@querent/language';
import { createRedis, inSlices, waitForRedis } from '@querent/platform';
import { indexValues } from '@querent/retrieval';
import {
  interpretReply,
  isContinuation,
  questionKind,
  planQuestion,
  questionKey,
  lexiconSteps,
} from '@querent/planner';
import { resolveModel, type SemanticModel } from '@querent/model';
import { collectGarbage } from '@querent/testing';
import { valueHints } from '../../../apps/schema-retrieval/src/value-hints';
import { hostileTexts } from '../../../libs/planner/src/fixture/hostile-texts';
import { manyTables } from './retrieval/many-tables';
import { readyModels } from './ready-models';
import { fixed, quantile } from './statistics';
import { GCProfiler, getHeapStatistics } from 'node:v8';

const SEED = 20_261_123;
const TODAY = '2026-11-21';
const TABLES = 2_000;
const MOST_MS = 150;
const AIM = `(aim: ≤ ${MOST_MS})`;
const AIM_MB = '(aim: ≤ 100)';
/**
 * The texts with the largest heap growth are measured again on a heap without garbage. The slowest ones are measured
 * twice more and the minimum counts, to exclude the influence of other programs and the garbage collector.
 */
const MEASURED_AGAIN = 10;
const READ_BETWEEN = 20;

type Reader = (text: string) => unknown;

/**
 * Measures the worst-case time and memory of each step that reads a question's words, with texts that try to maximise
 * them, over the demo's models and a derived model of many tables.
 * @param only words of the models or steps to measure
 */
export async function benchHostileTexts(redisUrl: string, count: number, only: string): Promise<void> {
  const redis = createRedis(redisUrl, 'command');
  await waitForRedis(redis, 5_000);
  const catalog = await openCatalog('infra/demo/config', {
    logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
    credentials: null,
  });
  const registry = new ModelRegistry(catalog, new SnapshotStore(redis, 'querent'));
  const models = await readyModels(
    catalog.connections().map(({ name }) => name),
    (name) => registry.availability(name, null),
  );
  models.set(
    `${TABLES} tables`,
    resolveModel({ connection: 'many', snapshot: manyTables(TABLES, SEED), file: null }).model,
  );
  console.log(
    `\n${count} hostile texts of up to 2,000 characters; load of the machine ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} processors; ms of the processor's time`,
  );
  for (const [name, model] of models) await benchModel(name, model, Math.ceil(count / models.size), only);
  await catalog.close();
  redis.disconnect();
}

async function benchModel(name: string, model: SemanticModel, count: number, only: string): Promise<void> {
  await inSlices(lexiconSteps(model));
  await indexValues(model);
  const texts = hostileTexts(model, count, SEED);
  const readers = Object.entries(readersOf(model)).filter(([step]) => `${name} ${step}`.includes(only));
  for (const text of texts.slice(0, 60)) for (const [, read] of readers) read(text);
  for (const [step, read] of readers) {
    const costs = texts.map((text) => {
      let took = 0;
      const bytes = heapGrowth(() => {
        took = cpuMs(() => read(text));
      });
      return { text, took, bytes };
    });
    const [p50, p99] = [0.5, 0.99].map((share) =>
      fixed(
        quantile(
          costs.map(({ took }) => took),
          share,
        ),
      ).padStart(8),
    );
    const slowest = [...costs].sort((a, b) => b.took - a.took).slice(0, MEASURED_AGAIN);
    let spaces = '';
    const again = (text: string): number => {
      // What readers keep of the last texts must not help: other texts push it out, and they keep whole questions by
      // every character.
      for (const other of texts.slice(0, READ_BETWEEN)) read(other);
      spaces += ' ';
      return cpuMs(() => read(text + spaces));
    };
    const least = slowest
      .map(({ text, took }) => ({ text, took: Math.min(took, again(text), again(text)) }))
      .sort((a, b) => b.took - a.took);
    const worst = fixed(least[0]?.took ?? 0).padStart(8);
    const hungriest = costs.sort((a, b) => b.bytes - a.bytes).slice(0, MEASURED_AGAIN);
    let most = 0;
    for (const { text } of hungriest) {
      await collectGarbage();
      most = Math.max(
        most,
        heapGrowth(() => read(text)),
      );
    }
    console.log(
      `  ${name.padEnd(14)} ${step.padEnd(34)} p50 ${p50}  p99 ${p99}  worst ${worst} ${AIM}   memory ${fixed(most / 1e6, 0).padStart(4)} MB more ${AIM_MB}`,
    );
    for (const { text, took } of least.filter((one) => one.took > MOST_MS))
      console.log(`    ${fixed(took)}: ${JSON.stringify(text.slice(0, 120))}`);
  }
}

function readersOf(model: SemanticModel): Record<string, Reader> {
  const input = { locale: 'en' as const, model, today: TODAY, timezone: 'UTC', choices: [] };
  const plan = (question: string) => planQuestion({ ...input, question });
  const things = Object.values(model.tables)
    .slice(0, 50)
    .map(({ label }) => label.en ?? label.zh ?? '');
  const first = plan(`how many ${things[0]}`);
  const context = first.kind === 'planned' ? first.query : null;
  const { question, ambiguity } = openQuestion(things, plan);
  return {
    'gateway: language and cache key': (text) => {
      const scope = {
        tenant: 't',
        role: 'r',
        connection: 'c',
        version: 'v',
        agent: null,
        mode: 'auto' as const,
        maxRows: null,
        timezone: 'UTC',
        today: TODAY,
      };
      return exactKey({ ...scope, locale: detectLocale(text), question: text });
    },
    'intent: plan': plan,
    'intent: the next turn': (text) => planQuestion({ ...input, question: text, context }),
    'intent: is it a turn at all': (text) => isContinuation(text, model),
    'intent: reply': (text) => interpretReply(ambiguity, { text }, { ...input, question }),
    'intent: plan and semantic cache key': (text) =>
      questionKey(plan(text), { question: text, model, today: TODAY, timezone: 'UTC' }),
    'sql-generator: by words alone': (text) => questionKind(text, model),
    'schema-retrieval: values': (text) => valueHints(text, Object.keys(model.tables), model),
  };
}

/** A question that leads to a clarification in any model. */
function openQuestion(
  things: readonly string[],
  plan: (question: string) => PlanResult,
): { question: string; ambiguity: Ambiguity } {
  for (const question of things.flatMap((thing) => [
    `statistics of ${thing}`,
    `best ${thing}`,
    `expensive ${thing}`,
    `${thing} of zorbs`,
  ])) {
    const asked = plan(question);
    if (asked.kind === 'ambiguous') return { question, ambiguity: asked.ambiguity };
  }
  throw new Error(`No question about ${things.join(', ')} is asked back about`);
}

function cpuMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/**
 * Returns the maximum growth of the heap during the work, in bytes. The heap is largest before a collection or at the
 * end, and both sizes are recorded, so even short peaks count.
 */
function heapGrowth(work: () => void): number {
  const before = getHeapStatistics();
  const profiler = new GCProfiler();
  profiler.start();
  work();
  const after = getHeapStatistics();
  const sizes = profiler
    .stop()
    .statistics.map(({ beforeGC: { heapStatistics } }) => heapStatistics.usedHeapSize + heapStatistics.externalMemory);
  return (
    Math.max(after.used_heap_size + after.external_memory, ...sizes) - before.used_heap_size - before.external_memory
  );
}
