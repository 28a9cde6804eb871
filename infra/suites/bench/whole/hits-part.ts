import { keyOf } from '../../worlds/asker-keys';
import type { SuiteWorld } from '../../worlds/suite-world';
import { requestsPerSecond, startBareRoute, waiting, warmExactCache } from '../cache-bench';
import type { Figure } from './figures';
import { TENANT, type WarmProduct } from './warm-product';

const SECONDS = 2;

/** Measures hits of the exact cache beside a bare node:http route with one Redis GET of the same bytes. */
export async function openHitsPart({ own, redis }: WarmProduct, { straight }: SuiteWorld) {
  const question = {
    headers: waiting(keyOf(TENANT)),
    body: JSON.stringify({ connection: straight.connection, question: straight.question }),
  };
  const bare = await startBareRoute(own.redis.url, await warmExactCache(own.stack.url, question), 'http');
  const perSecond = (url: string): Promise<number> => requestsPerSecond(url, question, SECONDS);
  for (const url of [bare.message, own.stack.url]) await perSecond(url);
  return {
    async round(): Promise<Figure[]> {
      const [bareRate, rate] = [await perSecond(bare.message), await perSecond(own.stack.url)];
      const column = 'requests/s';
      return [
        { part: 'hits', row: 'node:http with one GET', column, value: bareRate },
        { part: 'hits', row: 'Querent', column, value: rate },
        { part: 'hits', row: 'ratio', column, value: rate / bareRate, aim: '≥ 0.4' },
      ];
    },
    async close(): Promise<void> {
      await bare.stop();
      await redis.del('bench:answer');
    },
  };
}
