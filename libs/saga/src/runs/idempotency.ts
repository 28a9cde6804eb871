import type { RedisClient, RedisKeys } from '@querent/platform';
import releaseSource from '../lua/release-idempotency.lua';

/** How long a key is remembered, ms. */
const TTL_MS = 24 * 3_600_000;

export type IdempotencyClaim = { kind: 'fresh' } | { kind: 'repeat'; runId: string } | { kind: 'mismatch' };

/** A request under an Idempotency-Key, and the run that it would make. */
export interface IdempotentRequest {
  tenant: string;
  keyName: string;
  key: string;
  bodyHash: string;
  runId: string;
}

/**
 * Binds an Idempotency-Key to a run before the run is created. A repeat names the run of the first request; should that
 * request have died in between, the caller creates the run under that very id.
 */
export async function claimIdempotencyKey(
  redis: RedisClient,
  keys: RedisKeys,
  request: IdempotentRequest,
): Promise<IdempotencyClaim> {
  const [redisKey, mine] = claimOf(keys, request);
  // Two commands: one that does both is known from Redis 7.0 on alone.
  const [claimed, found] = (await redis.pipeline().set(redisKey, mine, 'PX', TTL_MS, 'NX').get(redisKey).exec()) ?? [];
  const failure = claimed?.[0] ?? found?.[0];
  if (failure) throw failure;
  if (claimed?.[1] === 'OK') return { kind: 'fresh' };
  const held = found?.[1];
  if (typeof held !== 'string') throw new Error('The Idempotency-Key ended while it was asked for');
  const [runId = '', bodyHash] = held.split(' ');
  return bodyHash === request.bodyHash ? { kind: 'repeat', runId } : { kind: 'mismatch' };
}

/** Lets the key be claimed anew: the run that was made under it was taken back, and whoever asked will ask again. */
export async function releaseIdempotencyKey(
  redis: RedisClient,
  keys: RedisKeys,
  request: IdempotentRequest,
): Promise<void> {
  await redis.eval(releaseSource, 1, ...claimOf(keys, request));
}

const claimOf = (
  keys: RedisKeys,
  { tenant, keyName, key, bodyHash, runId }: IdempotentRequest,
): [key: string, claim: string] => [keys.idempotency(tenant, keyName, key), `${runId} ${bodyHash}`];
