import autocannon from 'autocannon';
import Redis from 'ioredis';
import { startChildProgram, type ChildProgram } from './hops/child-program';
import { fixed, median } from './statistics';

const ROUNDS = 5;
const SECONDS = 4;
const CONNECTIONS = 32;

/** A question whose answer the exact cache holds. */
export interface CachedQuestion {
  headers: Record<string, string>;
  body: string;
}

/** The headers with which a client waits for an answer. */
export const waiting = (key: string): Record<string, string> => ({
  authorization: `Bearer ${key}`,
  'content-type': 'application/json',
  prefer: 'wait=20',
});

const asked: CachedQuestion = {
  headers: waiting('demo'),
  body: JSON.stringify({ question: 'top 5 products by revenue this year', connection: 'commerce' }),
};

/**
 * Compares exact-cache hits at the gateway with a bare Fastify route and one Redis GET of the same bytes, in turns.
 * Prints requests per second and their ratio.
 */
export async function benchExactCache(gatewayUrl: string, redisUrl: string): Promise<void> {
  const hit = await warmExactCache(gatewayUrl, asked);
  const bare = await startBareRoute(redisUrl, hit);
  const rates: { bare: number[]; gateway: number[] } = { bare: [], gateway: [] };
  try {
    for (const url of [bare.message, gatewayUrl]) await requestsPerSecond(url, asked, 2);
    for (let i = 0; i < ROUNDS; i++) {
      rates.bare.push(await requestsPerSecond(bare.message, asked, SECONDS));
      rates.gateway.push(await requestsPerSecond(gatewayUrl, asked, SECONDS));
    }
  } finally {
    await bare.stop();
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
export async function warmExactCache(gatewayUrl: string, { headers, body }: CachedQuestion): Promise<string> {
  let last = '';
  for (let tries = 0; tries < 20; tries++) {
    const response = await fetch(`${gatewayUrl}/v1/queries`, { method: 'POST', headers, body });
    const text = (last = await response.text());
    if (response.status === 200 && (JSON.parse(text) as { cache: { level: string } }).cache.level === 'l1') return text;
  }
  throw new Error(`The question was never answered from the exact cache; the last reply: ${last.slice(0, 300)}`);
}

/**
 * Starts a bare route that answers with `hit`. Its first message is its URL.
 * @param kind the server, default Fastify
 */
export async function startBareRoute(redisUrl: string, hit: string, ...kind: ['http'] | []): Promise<ChildProgram> {
  const redis = new Redis(redisUrl);
  await redis.set('bench:answer', hit);
  redis.disconnect();
  return startChildProgram('hops/bare-route.cjs', kind, { REDIS_URL: redisUrl });
}

/** Requests per second of a question to the gateway or a bare route, with 32 connections. */
export async function requestsPerSecond(url: string, question: CachedQuestion, duration: number): Promise<number> {
  const result = await autocannon({
    ...question,
    url: `${url}/v1/queries`,
    method: 'POST',
    connections: CONNECTIONS,
    duration,
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} answers of ${url} were not 2xx, ${result.errors} failed`);
  return result.requests.total / result.duration;
}
