import { benchExactCache } from './cache-bench';
import { benchChains } from './chain-bench';

/** Started by bench.mjs, which provides the servers. */
async function main(): Promise<void> {
  const { BENCH_REDIS_URL: redisUrl, BENCH_GATEWAY_URL: gatewayUrl } = process.env;
  if (redisUrl === undefined) throw new Error('BENCH_REDIS_URL is not set; start this by `npm run bench`');
  if (gatewayUrl === undefined) await benchChains(redisUrl);
  else await benchExactCache(gatewayUrl, redisUrl);
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
