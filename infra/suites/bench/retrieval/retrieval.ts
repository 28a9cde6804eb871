import { benchRetrieval } from './retrieval-bench';
import { storeWarehouse } from './stored-warehouse';

/**
 * Entry point of the retrieval bench. A separate bundle, because the code of other benches would count as its memory.
 */
async function main(): Promise<void> {
  const { BENCH: name, BENCH_REDIS_URL: redisUrl = '', BENCH_TABLES: tables, BENCH_CHANGED: changed } = process.env;
  if (name === 'warehouse') await storeWarehouse(redisUrl, Number(tables), changed === 'true');
  else await benchRetrieval(redisUrl, Number(tables));
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
