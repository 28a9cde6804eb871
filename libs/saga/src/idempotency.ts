import type { RedisClient } from '@querent/platform';
import type { SagaKeys } from './keys';

/** How long a key is remembered, ms. */
const TTL_MS = 24 * 3_600_000;

export type IdempotencyClaim = { kind: 'fresh' } | { kind: 'repeat'; runId: string } | { kind: 'mismatch' };

/**
 * Binds an Idempotency-Key to a run before the run is created. A repeat names the run of the first request; should that
 * request have died in between, the caller creates the run under that very id.
 */
export async function claimIdempotencyKey(
  redis: RedisClient,
  keys: SagaKeys,
  request: { tenant: string; keyName: string; key: string; bodyHash: string; runId: string },
): Promise<IdempotencyClaim> {
  const redisKey = keys.idempotency(request.tenant, request.keyName, request.key);
  const mine = `${request.runId} ${request.bodyHash}`;
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
