import type { RedisClient } from '@querent/platform';
import advanceSource from '../lua/advance.lua';
import claimSource from '../lua/claim.lua';
import nextAttemptSource from '../lua/next-attempt.lua';
import nowSource from '../lua/now.lua';
import oweLetterSource from '../lua/owe-letter.lua';
import putOffSource from '../lua/put-off.lua';
import storeFinishedSource from '../lua/store-finished.lua';
import takeDueSource from '../lua/take-due.lua';
import writeBlobSource from '../lua/write-blob.lua';

/** The saga's scripts as typed calls; `defineCommand` sends a script's text once per server (EVALSHA after that). */
type Reply = (string | number)[];
interface Scripts {
  querentAdvance(
    run: string,
    events: string,
    due: string,
    ofKey: string,
    ofTenant: string,
    callbacks: string,
    census: string,
    earlierEvents: string,
    forHistory: string,
    historyInUse: string,
    ...args: (string | number)[]
  ): Promise<Reply>;
  querentClaim(
    run: string,
    events: string,
    due: string,
    census: string,
    ...args: (string | number)[]
  ): Promise<[now?: number, ...hash: string[]]>;
  querentTakeDue(
    index: string,
    leaseMs: number,
    limit: number,
  ): Promise<[now: number, next: number, ...members: string[]]>;
  querentPutOff(index: string, member: string, delayMs: number, from: number | ''): Promise<number>;
  querentNow(key: string): Promise<number>;
  querentStoreFinished(keys: number, ...keysAndArguments: (string | number)[]): Promise<null>;
  querentOweLetter(tries: string, field: string, letter: string): Promise<string>;
  querentNextAttempt(run: string, version: number, lost: number): Promise<number>;
  querentWriteBlob(run: string, blob: string, text: string, lifetimeMs: number): Promise<number>;
}
export type SagaRedis = RedisClient & Scripts;

/** Defines the saga's scripts on a connection (idempotent). */
export function withSagaScripts(redis: RedisClient): SagaRedis {
  const known = redis as SagaRedis;
  if (typeof known.querentAdvance !== 'function') {
    redis.defineCommand('querentAdvance', { numberOfKeys: 10, lua: advanceSource });
    redis.defineCommand('querentClaim', { numberOfKeys: 4, lua: claimSource });
    redis.defineCommand('querentTakeDue', { numberOfKeys: 1, lua: takeDueSource });
    redis.defineCommand('querentPutOff', { numberOfKeys: 1, lua: putOffSource });
    redis.defineCommand('querentStoreFinished', { lua: storeFinishedSource });
    redis.defineCommand('querentNow', { numberOfKeys: 1, lua: nowSource });
    redis.defineCommand('querentOweLetter', { numberOfKeys: 1, lua: oweLetterSource });
    redis.defineCommand('querentNextAttempt', { numberOfKeys: 1, lua: nextAttemptSource });
    redis.defineCommand('querentWriteBlob', { numberOfKeys: 2, lua: writeBlobSource });
  }
  return known;
}

/** A flat HGETALL reply as an object. */
export function hashOf(flat: string[]): Record<string, string> {
  const hash: Record<string, string> = {};
  for (let i = 0; i + 1 < flat.length; i += 2) hash[flat[i] as string] = flat[i + 1] as string;
  return hash;
}
