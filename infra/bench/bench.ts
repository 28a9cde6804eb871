import { benchChains } from './chain-bench';

async function main(): Promise<void> {
  const redisUrl = process.env['BENCH_REDIS_URL'];
  if (redisUrl === undefined) throw new Error('BENCH_REDIS_URL is not set; start this by `npm run bench`');
  await benchChains(redisUrl);
}

void main().then(() => process.exit(0));
