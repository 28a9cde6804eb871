import { openCatalog, ModelRegistry, SnapshotStore } from '@querent/catalog';
import { createRedis, waitForRedis } from '@querent/platform';
import { openLocalEmbedder, type Embedder } from '@querent/retrieval';
import { defaultSagaSettings } from '@querent/saga';
import type { SemanticModel } from '@querent/model';
import { playPairs, type PairsPlayed, type Seed } from '../pairs/play-pairs';
import { readyModels } from './ready-models';
import { demoQuestions } from '../../demo/judge/demo-questions';

const PAIRS = 50_000;
const REWRITES = 5_000;
/** Number of embedded pairs. Embedding all would take minutes, and the signature needs no vectors. */
const SAMPLE = 2_000;
const THRESHOLD = 0.95;
const SHOWN = 40;
const SETS = ['gold', 'understanding'];

/**
 * Counts the pairs of questions over the demo's models that differ in one respect by construction and would share a
 * cached statement: by signature, and for a sample also by similarity alone. Also counts the paraphrases that share.
 */
export async function benchPairs(redisUrl: string, pairs = PAIRS): Promise<void> {
  const redis = createRedis(redisUrl, 'command');
  await waitForRedis(redis, 5_000);
  const catalog = await openCatalog('infra/demo/config', {
    logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
    credentials: null,
  });
  const registry = new ModelRegistry(catalog, new SnapshotStore(redis, defaultSagaSettings.prefix));
  const embedder = openLocalEmbedder();
  try {
    const connections = catalog.connections().map(({ name }) => name);
    const models = await readyModels(connections, (name) => registry.availability(name, null));
    const seeds = [
      ...SETS.flatMap(questionsOf),
      ...connections.flatMap((connection) =>
        catalog.samples(connection).map(({ question }) => ({ connection, question })),
      ),
    ].filter(({ connection }) => models.has(connection));
    const started = Date.now();
    let lastPrinted = 0;
    const played = playPairs({
      seeds,
      pairs,
      seed: 20261121,
      rewrites: REWRITES,
      sample: SAMPLE,
      modelOf: (connection) => models.get(connection) as SemanticModel,
      onProgress: (done) => {
        if (done - lastPrinted >= 5_000)
          console.log(`  ${(lastPrinted = done)} pairs, ${Math.round((Date.now() - started) / 1000)} s`);
      },
    });
    printCounts(played, seeds.length, await alikeAlone(played.sample, embedder));
    if (played.falseHits.length > 0) process.exitCode = 1;
  } finally {
    await embedder.close();
    await catalog.close();
    redis.disconnect();
  }
}

function questionsOf(set: string): Seed[] {
  return demoQuestions<Seed>(set);
}

/** Number of pairs that a cache by similarity alone would treat as equal. */
async function alikeAlone(sample: PairsPlayed['sample'], embedder: Embedder): Promise<number> {
  let alike = 0;
  for (const { a, b } of sample) {
    const [left, right] = await embedder.embed([a, b]);
    if (left && right && left.reduce((sum, value, at) => sum + value * (right[at] ?? 0), 0) >= THRESHOLD) alike += 1;
  }
  return alike;
}

const percent = (part: number, whole: number): string => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;

function printCounts(
  { pairs, bothPlanned, byKind, falseHits, sample, sameMeaning }: PairsPlayed,
  seeds: number,
  alike: number,
): void {
  console.log(
    `\n${pairs} pairs that differ in one thing, from ${seeds} questions over the demo's models; both planned: ${percent(bothPlanned, pairs)}`,
  );
  console.log(`  ${'changed'.padEnd(18)} ${'pairs'.padStart(7)} ${'false hits'.padStart(11)}`);
  for (const [kind, counts] of Object.entries(byKind))
    console.log(`  ${kind.padEnd(18)} ${String(counts.pairs).padStart(7)} ${String(counts.falseHits).padStart(11)}`);
  console.log(`  ${'all'.padEnd(18)} ${String(pairs).padStart(7)} ${String(falseHits.length).padStart(11)}   (aim: 0)`);
  console.log(
    `  Likeness alone at ${THRESHOLD}, without the signature: ${alike} false hits of a sample of ${sample.length} (${percent(alike, sample.length)})`,
  );
  for (const { kind, a, b, connection } of falseHits.slice(0, SHOWN))
    console.log(`  FALSE HIT ${connection} ${kind}: ${a} | ${b}`);
  console.log(`\nRewrites of the same meaning (signature; likeness is asked for besides)`);
  console.log(
    `  ${'rewritten'.padEnd(18)} ${'pairs'.padStart(7)} ${'hits'.padStart(8)} ${'both planned'.padStart(13)} ${'hits'.padStart(8)}`,
  );
  for (const [kind, counts] of Object.entries(sameMeaning)) {
    console.log(
      `  ${kind.padEnd(18)} ${String(counts.pairs).padStart(7)} ${percent(counts.hits, counts.pairs).padStart(8)} ${String(counts.bothPlanned).padStart(13)} ${percent(counts.plannedHits, counts.bothPlanned).padStart(8)}`,
    );
  }
}
