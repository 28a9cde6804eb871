import { availableParallelism, loadavg } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { exactKey } from '@querent/cache';
import { ModelRegistry, openCatalog, SnapshotStore } from '@querent/catalog';
import { detectLocale } from '@querent/language';
import { createRedis, inSlices, waitForRedis } from '@querent/platform';
import { indexValues } from '@querent/retrieval';
import { interpretReply, isContinuation, lexiconSteps, planQuestion, questionKey, readByWords, resolveModel, type SemanticModel } from '@querent/semantic';
import { valueHints } from '../../apps/schema-retrieval/src/value-hints';
import { hostileTexts } from '../../libs/semantic/src/planner/fixture/hostile-texts';
import { manyTables } from './many-tables';
import { readyModels } from './ready-models';
import { fixed, quantile } from './statistics';

const SEED = 20_261_123;
const TODAY = '2026-11-21';
const TABLES = 2_000;
const AIM = '(aim: ≤ 150)';

type Reader = (text: string) => unknown;

/**
 * Texts that try to cost their readers as much as they can, shared by the demo's models and a derived one of many tables: how long each step that
 * handles the words of a question takes, at the worst, and how much memory all of them need.
 */
export async function benchHostileTexts(redisUrl: string, count: number): Promise<void> {
  const redis = createRedis(redisUrl, 'command');
  await waitForRedis(redis, 5_000);
  const catalog = await openCatalog('infra/demo/config', { logger: { info: () => undefined, warn: () => undefined, error: () => undefined }, credentials: null });
  const registry = new ModelRegistry(catalog, new SnapshotStore(redis, 'querent'));
  const models = await readyModels(catalog.connections().map(({ name }) => name), (name) => registry.availability(name, null));
  models.set(`${TABLES} tables`, resolveModel({ connection: 'many', snapshot: manyTables(TABLES, SEED), file: null }).model);
  console.log(`\n${count} hostile texts of up to 2,000 characters; load of the machine ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} processors; ms`);
  for (const [name, model] of models) await benchModel(name, model, Math.ceil(count / models.size));
  await catalog.close();
  redis.disconnect();
}

async function benchModel(name: string, model: SemanticModel, count: number): Promise<void> {
  await inSlices(lexiconSteps(model));
  await indexValues(model);
  const texts = hostileTexts(model, count, SEED);
  const readers = readersOf(model);
  for (const text of texts.slice(0, 60)) for (const read of Object.values(readers)) read(text);
  const before = resident();
  let most = before;
  for (const [step, read] of Object.entries(readers)) {
    const took = texts.map((text) => {
      const started = performance.now();
      read(text);
      most = Math.max(most, process.memoryUsage().rss);
      return performance.now() - started;
    });
    const [p50, p99, worst] = [0.5, 0.99, 1].map((share) => fixed(quantile(took, share)).padStart(8));
    console.log(`  ${name.padEnd(14)} ${step.padEnd(34)} p50 ${p50}  p99 ${p99}  worst ${worst}   ${AIM}`);
  }
  console.log(`  ${name.padEnd(14)} memory at its most: ${fixed((most - before) / 1e6, 0)} MB more   (aim: ≤ 100)`);
}

function readersOf(model: SemanticModel): Record<string, Reader> {
  const input = { locale: 'en' as const, model, today: TODAY, timezone: 'UTC', choices: [] };
  const plan = (question: string) => planQuestion({ ...input, question });
  const thing = Object.values(model.tables)[0]?.label.en ?? 'order';
  const first = plan(`how many ${thing}`);
  const context = first.kind === 'planned' ? first.query : null;
  const question = `expensive ${thing}`;
  const asked = plan(question);
  return {
    'gateway: language and cache key': (text) => {
      const scope = { tenant: 't', role: 'r', connection: 'c', version: 'v', agent: null, mode: 'auto' as const, maxRows: null, timezone: 'UTC', today: TODAY };
      return exactKey({ ...scope, locale: detectLocale(text), question: text });
    },
    'intent: plan': plan,
    'intent: the next turn': (text) => planQuestion({ ...input, question: text, context }),
    'intent: is it a turn at all': (text) => isContinuation({ ...input, question: text, context }),
    'intent: reply': (text) => (asked.kind === 'ambiguous' ? interpretReply(asked.ambiguity, { text }, { ...input, question }) : null),
    'intent: plan and semantic cache key': (text) => questionKey(plan(text), { question: text, model, today: TODAY, timezone: 'UTC' }),
    'sql-generator: by words alone': (text) => readByWords(text, model),
    'schema-retrieval: values': (text) => valueHints(text, Object.keys(model.tables), model),
  };
}

function resident(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().rss;
}
