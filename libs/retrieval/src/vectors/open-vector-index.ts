import type { HealthState, RedisClient } from '@querent/platform';
import { Registry } from 'prom-client';
import type { Embedder } from '../embedder/embedder';
import { qdrantVectorIndex } from './qdrant/qdrant-vector-index';
import { redisVectorIndex } from './redis/redis-vector-index';
import type { VectorIndex, VectorPurpose } from './vector-index';
import type { VectorIndexEnv } from './vector-index-env';
import { vectorMetrics } from './vector-metrics';

export interface VectorIndexOptions {
  purpose: VectorPurpose;
  /**
   * The embedder of the vectors: its model and dimension are read at each call; if they are not known yet, `embed` is
   * called.
   */
  embedder: Pick<Embedder, 'model' | 'dimension'> & Partial<Pick<Embedder, 'embed'>>;
  /** The service's connection for commands. */
  redis: RedisClient;
  /** Prefix of all keys in Redis and of Qdrant's collections. */
  prefix: string;
  /** The service's metrics; absent: not exported. */
  registry?: Registry;
  /** Absent: the store is not on the health page. */
  health?: HealthState;
  warn: (fields: object, message: string) => void;
}

/**
 * The vector index of a purpose: Qdrant if its address is configured, else Redis. Opens no connection before its first
 * use.
 */
export function openVectorIndex(
  { QDRANT_URL: url, QDRANT_API_KEY: apiKey }: VectorIndexEnv,
  { redis, registry, health, ...options }: VectorIndexOptions,
): VectorIndex {
  const metrics = vectorMetrics(registry ?? new Registry());
  return url === undefined
    ? redisVectorIndex({ ...options, redis, metrics })
    : qdrantVectorIndex({ ...options, url, apiKey, metrics, health });
}
