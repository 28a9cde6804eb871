import type { RedisClient, RedisKeys } from '@querent/platform';
import releaseSource from '../lua/release-idempotency.lua';

/** Lifetime of a key, ms. */
const TTL_MS = 24 * 3_600_000;

export type IdempotencyClaim = { kind: 'fresh' } | { kind: 'repeat'; runId: string } | { kind: 'mismatch' };

/** A request with an Idempotency-Key, and the id of the run that it would create. */
export interface IdempotentRequest {
  tenant: string;
  keyName: string;
  key: string;
  bodyHash: string;
  runId: string;
}

/**
 * Binds an Idempotency-Key to a run before the run is created. A repeat returns the run id of the first request. If
 * that request died in between, the caller creates the run under that id.
 */
export async function claimIdempotencyKey(
  redis: RedisClient,
  keys: RedisKeys,
  request: IdempotentRequest,
): Promise<IdempotencyClaim> {
  const [redisKey, mine] = claimOf(keys, request);
  // Two commands: the combined form (SET with NX and GET) requires Redis 7.0.
  const [claimed, held] = await Promise.all([redis.set(redisKey, mine, 'PX', TTL_MS, 'NX'), redis.get(redisKey)]);
  if (claimed === 'OK') return { kind: 'fresh' };
  if (held === null) throw new Error('The Idempotency-Key expired while it was being read');
  const [runId = '', bodyHash] = held.split(' ');
  return bodyHash === request.bodyHash ? { kind: 'repeat', runId } : { kind: 'mismatch' };
}

/** Releases the key: its run was cancelled, and the client will retry. */
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
