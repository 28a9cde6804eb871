import type { RedisClient } from '@querent/platform';
import advanceSource from './lua/advance.lua';
import claimSource from './lua/claim.lua';
import takeDueSource from './lua/take-due.lua';

/** The saga's scripts as typed calls; `defineCommand` sends a script's text once per server (EVALSHA after that). */
type Reply = (string | number)[];
interface Scripts {
  querentAdvance(run: string, events: string, due: string, ofKey: string, ofTenant: string, callbacks: string, census: string, ...args: (string | number)[]): Promise<Reply>;
  querentClaim(run: string, events: string, due: string, census: string, ...args: (string | number)[]): Promise<string[]>;
  querentTakeDue(due: string, ...args: (string | number)[]): Promise<string[]>;
}
export type SagaRedis = RedisClient & Scripts;

/** Teaches a connection the saga's scripts (idempotent). */
export function withSagaScripts(redis: RedisClient): SagaRedis {
  const known = redis as SagaRedis;
  if (typeof known.querentAdvance !== 'function') {
    redis.defineCommand('querentAdvance', { numberOfKeys: 7, lua: advanceSource });
    redis.defineCommand('querentClaim', { numberOfKeys: 4, lua: claimSource });
    redis.defineCommand('querentTakeDue', { numberOfKeys: 1, lua: takeDueSource });
  }
  return known;
}

/** A flat HGETALL reply as an object. */
export function hashOf(flat: string[]): Record<string, string> {
  const hash: Record<string, string> = {};
  for (let i = 0; i + 1 < flat.length; i += 2) hash[flat[i] as string] = flat[i + 1] as string;
  return hash;
}
