import type { RedisClient } from '@querent/platform';
import { qdrantVectorEraser } from './qdrant/qdrant-vector-eraser';
import { redisVectorEraser } from './redis/redis-vector-eraser';
import type { VectorEraser } from './vector-eraser';
import type { VectorIndexEnv } from './vector-index-env';

export interface VectorEraserOptions {
  /** Each that indexes may have been opened on: that of the service, that of the caches. The opener's. */
  redis: readonly RedisClient[];
  /** Of all keys in Redis and of Qdrant's collections. */
  prefix: string;
}

/**
 * Erasers for every store that vectors may be in: Qdrant where its address is given, and Redis in any case, for what
 * was there before.
 */
export function openVectorErasers(
  { QDRANT_URL: url, QDRANT_API_KEY: apiKey }: VectorIndexEnv,
  { redis, prefix }: VectorEraserOptions,
): VectorEraser[] {
  // What is most likely away first: looking through Redis for nothing costs.
  return [
    ...(url === undefined ? [] : [qdrantVectorEraser({ url, apiKey, prefix })]),
    ...[...new Set(redis)].map((each) => redisVectorEraser({ redis: each, prefix })),
  ];
}
