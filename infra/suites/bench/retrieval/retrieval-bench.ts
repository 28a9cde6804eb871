import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { ModelRegistry, openCatalog, SnapshotStore } from '@querent/catalog';
import { createRedis, waitForRedis } from '@querent/platform';
import {
  embedderEnv,
  openEmbedder,
  openVectorIndex,
  sharedGists,
  tableFinder,
  type TableFinder,
  type TableProgress,
} from '@querent/retrieval';
import type { SemanticModel } from '@querent/model';
import { z } from 'zod';
import { fixed, quantile } from '../statistics';
import { type Asked, askedOfWarehouse, storeWarehouseApart, WAREHOUSE } from './stored-warehouse';

/**
 * Measures the table finder over a generated warehouse, in a process with the parts of the schema-retrieval worker:
 * catalog, snapshot store, model registry, embedder, vectors in Redis. Another process stores the warehouse in Redis,
 * as the executor does.
 */
export async function benchRetrieval(redisUrl: string, tables: number): Promise<void> {
  console.log(`\nThe finder of tables over ${tables} tables of 20 columns; ${load()}`);
  await storeWarehouseApart({ tables, changed: false });
  const redis = createRedis(redisUrl, 'command');
  await waitForRedis(redis, 5_000);
  const folder = await mkdtemp(join(tmpdir(), 'querent-bench-'));
  await mkdir(join(folder, 'connections'));
  await writeFile(
    join(folder, 'connections', `${WAREHOUSE}.yaml`),
    'label: { en: Many }\nurl: postgres://nobody@localhost/none\nschema: public\n',
  );
  const catalog = await openCatalog(folder, {
    logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
    credentials: null,
  });
  const embedder = openEmbedder(z.object(embedderEnv).parse(process.env), { onError: console.error });
  const index =
    embedder === null
      ? null
      : openVectorIndex({}, { purpose: 'tables', embedder, redis, prefix: 'bench', warn: console.error });
  const vectors =
    embedder === null || index === null ? {} : { vectors: sharedGists({ index, embedder, redis, prefix: 'bench' }) };
  const finder = tableFinder({ embedder, ...vectors, onError: console.error, onProgress: progressBar() });
  try {
    await measure(
      finder,
      new ModelRegistry(catalog, new SnapshotStore(redis, 'bench')),
      await askedOfWarehouse(redis),
      tables,
    );
  } finally {
    await finder.close();
    await index?.close();
    await embedder?.close();
    await catalog.close();
    redis.disconnect();
    await rm(folder, { recursive: true });
  }
}

const TURN_MS = 50;
const FIRST = 50;

async function measure(
  finder: TableFinder,
  registry: ModelRegistry,
  asked: readonly Asked[],
  tables: number,
): Promise<void> {
  const peak = peakMemory();
  const loop = monitorEventLoopDelay({ resolution: 10 });
  loop.enable();
  const stalled = async (): Promise<string> => {
    // The monitor records a delay in the next turn of the event loop.
    await pause(TURN_MS);
    const most = loop.max / 1e6;
    loop.reset();
    return `the event loop was blocked for ${fixed(most, 0)} ms at most`;
  };
  line('process before', `RSS ${megabytes()} MB`);
  const [model, resolved] = await timed(() => modelOf(registry));
  line('snapshot read, model resolved', `${seconds(resolved)}; ${await stalled()}; RSS ${megabytes()} MB`);
  const [, words] = await timed(() => finder.find({ text: 'warm', before: null }, model));
  line('index of words built', `${seconds(words)}; ${await stalled()}; RSS ${megabytes()} MB`);
  const [, vectors] = await timed(() => finder.prepare(model));
  line('vectors built', `${seconds(vectors)}; ${await stalled()}; RSS ${megabytes()} MB; ${load()}`);
  // By code that is not compiled yet.
  await askAll(finder, asked.slice(0, FIRST), model, 'first questions of the process');
  await askAll(finder, asked.slice(FIRST), model, 'new questions');
  await storeWarehouseApart({ tables, changed: true });
  await refresh(finder, registry, model);
  await askAll(finder, asked.slice(FIRST), await modelOf(registry), 'remembered questions');
  line('RSS of the process', `${megabytes()} MB, at most ${fixed(peak() / 1e6, 0)} MB (aim ≤ 600); ${load()}`);
}

/** The registry checks a snapshot's revision once a second. */
async function refresh(finder: TableFinder, registry: ModelRegistry, before: SemanticModel): Promise<void> {
  let [changed, read] = await timed(() => modelOf(registry));
  while (changed === before) [changed, read] = await timed(() => modelOf(registry));
  const [, indexed] = await timed(() => finder.prepare(changed));
  line(
    'refresh after one changed table',
    `${seconds({ wall: read.wall + indexed.wall, cpu: read.cpu + indexed.cpu })} (aim < 2): ${seconds(read)} to read the snapshot and resolve the model, ${seconds(indexed)} to index`,
  );
}

async function askAll(
  finder: TableFinder,
  asked: readonly Asked[],
  model: SemanticModel,
  which: string,
): Promise<void> {
  const latencies: number[] = [];
  const used = process.cpuUsage();
  let found = 0;
  for (const { question, table } of asked) {
    const [retrieved, took] = await timed(() => finder.retrieve({ text: question, before: null }, model));
    latencies.push(took.wall);
    if (retrieved.tables.slice(0, 5).includes(table)) found++;
  }
  const { user, system } = process.cpuUsage(used);
  line(
    `${asked.length} ${which}`,
    `p50 / p95 ${fixed(quantile(latencies, 0.5), 1)} / ${fixed(quantile(latencies, 0.95), 1)} ms (aim p95 ≤ 25), CPU ${fixed((user + system) / 1000 / asked.length, 1)} ms a query; its table among the first five: ${fixed((100 * found) / asked.length, 1)} % (a check, no measure of quality)`,
  );
}

async function modelOf(registry: ModelRegistry): Promise<SemanticModel> {
  const registered = await registry.model(WAREHOUSE, null);
  if (registered === null) throw new Error('The warehouse is not in Redis');
  return registered.model;
}

/** Elapsed time and CPU time of this process, which other programs do not affect. */
interface Took {
  wall: number;
  cpu: number;
}

async function timed<T>(work: () => Promise<T>): Promise<[T, Took]> {
  const [started, used] = [performance.now(), process.cpuUsage()];
  const result = await work();
  const { user, system } = process.cpuUsage(used);
  return [result, { wall: performance.now() - started, cpu: (user + system) / 1000 }];
}

const seconds = ({ wall, cpu }: Took): string => `${fixed(wall / 1000, 1)} s (CPU ${fixed(cpu / 1000, 1)} s)`;

/** Samples memory every 100 ms. @returns the maximum so far, in bytes */
function peakMemory(): () => number {
  let most = 0;
  const look = (): number => (most = Math.max(most, process.memoryUsage.rss()));
  setInterval(look, 100).unref();
  return look;
}

const line = (name: string, figure: string): void => console.log(`  ${name.padEnd(34)} ${figure}`);
const megabytes = (): string => fixed(process.memoryUsage.rss() / 1e6, 0);
const load = (): string => `load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} processors`;

const SHOWN_EVERY_MS = 500;
/** Interval of log lines without a terminal. */
const LOGGED_EVERY_MS = 10_000;
const WIDTH = 30;

/** Shows progress as a bar on a terminal, otherwise as lines of JSON. */
function progressBar(): (progress: TableProgress) => void {
  let lastShownAt = 0;
  return ({ part, done, of }) => {
    const now = performance.now();
    if (of <= 1 || (now - lastShownAt < (process.stderr.isTTY ? SHOWN_EVERY_MS : LOGGED_EVERY_MS) && done < of)) return;
    lastShownAt = now;
    if (!process.stderr.isTTY) return void process.stderr.write(`${JSON.stringify({ part, done, of })}\n`);
    const full = Math.round((WIDTH * done) / of);
    process.stderr.write(
      `\r  ${part.padEnd(8)} ${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ${done}/${of}${done === of ? '\n' : ''}`,
    );
  };
}
