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
   * Whose vectors: its model and dimension are read at each call, and where it has not learnt them yet, `embed` is
   * asked.
   */
  embedder: Pick<Embedder, 'model' | 'dimension'> & Partial<Pick<Embedder, 'embed'>>;
  /** The service's connection for commands. */
  redis: RedisClient;
  /** Of all keys in Redis and of Qdrant's collections. */
  prefix: string;
  /** The service's metrics; absent: nobody's. */
  registry?: Registry;
  /** Absent: no health page tells of the store. */
  health?: HealthState;
  warn: (fields: object, message: string) => void;
}

/**
 * The vector index of a purpose: Qdrant where its address is given, else Redis. Opens no connection before its first
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
