import { availableParallelism, loadavg } from 'node:os';
import { openEmbedder, openVectorIndex, sharedGists, tableFinder, type TableProgress } from '@querent/retrieval';
import { createRedis, waitForRedis } from '@querent/platform';
import { resolveModel, type SemanticModel } from '@querent/semantic';
import type { SchemaSnapshot } from '@querent/contracts';
import { askedOf, manyTables } from './many-tables';
import { fixed, quantile } from './statistics';

const QUESTIONS = 300;
const SEED = 7;

/**
 * The finder of tables over a made warehouse, in a process with the parts of the schema-retrieval worker that grow with it: model,
 * index of words, vectors and embedder. The worker's own transport and catalog (some 60 MB) are not in it.
 */
export async function benchRetrieval(redisUrl: string, tables: number): Promise<void> {
  const redis = createRedis(redisUrl, 'command');
  await waitForRedis(redis, 5_000);
  const embedder = openEmbedder({ EMBEDDER: 'local' }, { onError: console.error });
  if (embedder === null) throw new Error('There is no embedder: run `npm run build`');
  const index = openVectorIndex({}, { purpose: 'tables', embedder, redis, prefix: 'bench', warn: console.error });
  const finder = tableFinder({ embedder, vectors: sharedGists({ index, embedder, redis, prefix: 'bench' }), onError: console.error, onProgress: bar(), patienceMs: 5_000 });
  try {
    const before = process.memoryUsage().rss;
    const line = (name: string, figure: string): void => console.log(`  ${name.padEnd(34)} ${figure}`);
    console.log(`\nThe finder of tables over ${tables} tables of 20 columns; load of the machine ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} processors`);
    const [snapshot, read] = await timed(async () => manyTables(tables, SEED));
    line('snapshot made and checked', `${fixed(read, 0)} ms`);
    const [model, resolved] = await timed(async () => modelOf(snapshot));
    line('model resolved', `${fixed(resolved, 0)} ms, RSS ${megabytes()} MB`);
    const [, words] = await timed(() => finder.find({ text: 'warm', before: null }, model));
    line('index of words built', `${fixed(words, 0)} ms, RSS ${megabytes()} MB`);
    const [, vectors] = await timed(() => finder.prepare(model));
    line('vectors built', `${fixed(vectors / 1000, 1)} s, RSS ${megabytes()} MB`);
    await askAll(finder, snapshot, model, line);
    const changed = modelOf(withOneChanged(snapshot));
    const [, refreshed] = await timed(() => finder.prepare(changed));
    line('refresh after one changed table', `${fixed(refreshed, 0)} ms (aim < 2,000)`);
    line('RSS of the process', `${megabytes()} MB (aim ≤ 600), before ${fixed(before / 1e6, 0)} MB`);
    line('bytes a table', fixed((process.memoryUsage().rss - before) / tables, 0));
  } finally {
    await finder.close();
    await index.close();
    await embedder.close();
    redis.disconnect();
  }
}

type Finder = ReturnType<typeof tableFinder>;

async function askAll(finder: Finder, snapshot: SchemaSnapshot, model: SemanticModel, line: (name: string, figure: string) => void): Promise<void> {
  const latencies: number[] = [];
  let found = 0;
  for (let at = 0; at < QUESTIONS; at++) {
    const { question, table } = askedOf(snapshot, SEED + at);
    const [retrieved, took] = await timed(() => finder.retrieve({ text: question, before: null }, model));
    latencies.push(took);
    if (retrieved.tables.slice(0, 5).includes(table)) found++;
  }
  line('query p50 / p95', `${fixed(quantile(latencies, 0.5), 1)} / ${fixed(quantile(latencies, 0.95), 1)} ms (aim p95 ≤ 25)`);
  line(`its table among the first five`, `${fixed((100 * found) / QUESTIONS, 1)} % of ${QUESTIONS} made questions (a check, no measure of quality)`);
}

const modelOf = (snapshot: SchemaSnapshot): SemanticModel => resolveModel({ connection: 'many', snapshot, file: null }).model;

function withOneChanged(snapshot: SchemaSnapshot): SchemaSnapshot {
  return { ...snapshot, fingerprint: 'changed', tables: snapshot.tables.map((table, at) => (at === 1 ? { ...table, comment: 'quite another meaning' } : table)) };
}

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const started = performance.now();
  return [await work(), performance.now() - started];
}

const megabytes = (): string => fixed(process.memoryUsage().rss / 1e6, 0);

const TOLD_EVERY_MS = 500;

/** A bar on a terminal, lines of JSON elsewhere. */
function bar(): (progress: TableProgress) => void {
  let told = 0;
  return ({ part, done, of }) => {
    const now = performance.now();
    if (now - told < TOLD_EVERY_MS && done < of) return;
    told = now;
    if (!process.stderr.isTTY) return void (of > 1 && process.stderr.write(`${JSON.stringify({ part, done, of })}\n`));
    const full = Math.round((30 * done) / Math.max(1, of));
    process.stderr.write(`\r  ${part.padEnd(8)} ${'█'.repeat(full)}${'░'.repeat(30 - full)} ${done}/${of}${done === of ? '\n' : ''}`);
  };
}
