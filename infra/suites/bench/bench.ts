import { benchExactCache } from './cache-bench';
import { benchChains } from './chain-bench';
import { benchConsole } from './console-bench';
import { benchFuzz } from './fuzz-bench';
import { benchGuard, type GuardBenchFiles } from './guard-bench';
import { benchHostileTexts } from './hostile-bench';
import { benchIntent } from './intent-bench';
import { benchPairs } from './pairs-bench';
import { benchPreview } from './preview-bench';
import { benchReason } from './reason-bench';
import { benchResults } from './result-bench';
import { benchShared } from './shared-bench';
import { benchValues } from './retrieval/values-bench';
import { benchWrapper } from './hops/wrapper-bench';

/** Entry point of the benches. bench.mjs starts it and provides the servers. */
async function main(): Promise<void> {
  const {
    BENCH: name = '',
    BENCH_REDIS_URL: redisUrl = '',
    BENCH_GATEWAY_URL: gatewayUrl = '',
    BENCH_POSTGRES_URL: postgresUrl = '',
    BENCH_FILES: files = '{}',
  } = process.env;
  const benches: Record<string, () => Promise<void>> = {
    chain: () => benchChains(redisUrl),
    cache: () => benchExactCache(gatewayUrl, redisUrl),
    console: () => benchConsole(gatewayUrl),
    fuzz: () => benchFuzz(),
    guard: () => benchGuard(postgresUrl, JSON.parse(files) as GuardBenchFiles),
    'hostile-texts': () =>
      benchHostileTexts(redisUrl, Number(process.env['BENCH_TEXTS'] || 10_000), process.env['BENCH_ONLY'] ?? ''),
    intent: () => benchIntent(redisUrl),
    pairs: () => benchPairs(redisUrl, Number(process.env['BENCH_PAIRS'] || 50_000)),
    preview: () => benchPreview(gatewayUrl),
    reason: () => benchReason(redisUrl),
    results: () => benchResults(postgresUrl, redisUrl, Number(process.env['BENCH_ROWS'])),
    shared: () =>
      benchShared({
        gatewayUrl,
        postgresUrl,
        configDir: process.env['BENCH_CONFIG_DIR'] || '',
        tables: Number(process.env['BENCH_TABLES'] || 1_000),
      }),
    values: () =>
      benchValues(
        (process.env['BENCH_VALUES'] || '20000,200000').split(',').map(Number),
        Number(process.env['BENCH_TABLES'] || 10_000),
      ),
    wrapper: () => benchWrapper(postgresUrl),
  };
  const bench = benches[name];
  if (bench === undefined) throw new Error('Start this with `npm run bench`');
  await bench();
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
