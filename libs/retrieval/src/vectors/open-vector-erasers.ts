import type { RedisClient } from '@querent/platform';
import { qdrantVectorEraser } from './qdrant/qdrant-vector-eraser';
import { redisVectorEraser } from './redis/redis-vector-eraser';
import type { VectorEraser } from './vector-eraser';
import type { VectorIndexEnv } from './vector-index-env';

export interface VectorEraserOptions {
  /** All connections that indexes may have used: the service's and the cache's. Owned by the caller. */
  redis: readonly RedisClient[];
  /** Prefix of all keys in Redis and of Qdrant's collections. */
  prefix: string;
}

/**
 * Erasers for every store that may contain vectors: Qdrant if its address is configured, and Redis always, for earlier
 * data.
 */
export function openVectorErasers(
  { QDRANT_URL: url, QDRANT_API_KEY: apiKey }: VectorIndexEnv,
  { redis, prefix }: VectorEraserOptions,
): VectorEraser[] {
  // Qdrant first, because it is most likely unavailable and scanning Redis in vain is costly.
  return [
    ...(url === undefined ? [] : [qdrantVectorEraser({ url, apiKey, prefix })]),
    ...[...new Set(redis)].map((each) => redisVectorEraser({ redis: each, prefix })),
  ];
}
