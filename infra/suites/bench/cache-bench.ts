import { fork } from 'node:child_process';
import autocannon from 'autocannon';
import Redis from 'ioredis';
import { fixed, median } from './statistics';

const ROUNDS = 5;
const SECONDS = 4;
const CONNECTIONS = 32;
const body = JSON.stringify({ question: 'top 5 products by revenue this year', connection: 'commerce' });
const headers = { authorization: 'Bearer demo', 'content-type': 'application/json', prefer: 'wait=20' };

/**
 * Compares exact-cache hits at the gateway with a bare Fastify route and one Redis GET of the same bytes, in turns.
 * Prints requests per second and their ratio.
 */
export async function benchExactCache(gatewayUrl: string, redisUrl: string): Promise<void> {
  const hit = await warm(gatewayUrl);
  const redis = new Redis(redisUrl);
  await redis.set('bench:answer', hit);
  redis.disconnect();
  const bare = fork(`${__dirname}/hops/bare-route.cjs`, [], {
    env: { ...process.env, REDIS_URL: redisUrl },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const bareUrl = await new Promise<string>((resolve) => bare.once('message', (address) => resolve(String(address))));
  const rates: { bare: number[]; gateway: number[] } = { bare: [], gateway: [] };
  try {
    for (const url of [bareUrl, gatewayUrl]) await requestsPerSecond(url, 2);
    for (let i = 0; i < ROUNDS; i++) {
      rates.bare.push(await requestsPerSecond(bareUrl, SECONDS));
      rates.gateway.push(await requestsPerSecond(gatewayUrl, SECONDS));
    }
  } finally {
    bare.kill('SIGKILL');
  }
  console.log(
    `\nExact-cache hits over HTTP (${CONNECTIONS} connections, ${Buffer.byteLength(hit)} bytes an answer); median of ${ROUNDS} rounds of ${SECONDS} s`,
  );
  console.log('                          requests/s');
  console.log(`  ${'bare Fastify + one GET'.padEnd(24)} ${fixed(median(rates.bare), 0).padStart(7)}`);
  console.log(`  ${'Querent, L1 hit'.padEnd(24)} ${fixed(median(rates.gateway), 0).padStart(7)}`);
  console.log(
    `  ${'ratio Querent / bare'.padEnd(24)} ${fixed(median(rates.gateway.map((rate, i) => rate / (rates.bare[i] ?? Number.NaN)))).padStart(7)}   (aim: ≥ 0.5)`,
  );
}

/** Asks until the answer comes from the exact cache, and returns its bytes. */
async function warm(gatewayUrl: string): Promise<string> {
  let last = '';
  for (let tries = 0; tries < 20; tries++) {
    const response = await fetch(`${gatewayUrl}/v1/queries`, { method: 'POST', headers, body });
    const text = (last = await response.text());
    if (response.status === 200 && (JSON.parse(text) as { cache: { level: string } }).cache.level === 'l1') return text;
  }
  throw new Error(`The question was never answered from the exact cache; the last reply: ${last.slice(0, 300)}`);
}

async function requestsPerSecond(url: string, duration: number): Promise<number> {
  const result = await autocannon({
    url: `${url}/v1/queries`,
    method: 'POST',
    headers,
    body,
    connections: CONNECTIONS,
    duration,
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} answers of ${url} were not 2xx, ${result.errors} failed`);
  return result.requests.average;
}
