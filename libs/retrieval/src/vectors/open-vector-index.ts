import type { HealthState } from '@querent/platform';
import type { Redis } from 'ioredis';
import { Registry } from 'prom-client';
import type { Embedder } from '../embedder/embedder';
import { redisVectorIndex } from './redis/redis-vector-index';
import type { VectorIndex, VectorPurpose } from './vector-index';
import type { VectorIndexEnv } from './vector-index-env';
import { vectorMetrics } from './vector-metrics';

export interface VectorIndexOptions {
  purpose: VectorPurpose;
  /** Whose vectors: its model and dimension are read at each call. */
  embedder: Pick<Embedder, 'model' | 'dimension'>;
  /** The service's connection for commands. */
  redis: Redis;
  /** Of all keys in Redis and of Qdrant's collections. */
  prefix: string;
  /** The service's metrics; absent: nobody's. */
  registry?: Registry;
  /** Absent: no health page tells of the store. */
  health?: HealthState;
  warn: (fields: object, message: string) => void;
}

/** The vector index of a purpose: Qdrant where its address is given, else Redis. Opens no connection before its first use. */
export function openVectorIndex(_env: VectorIndexEnv, { purpose, embedder, redis, prefix, registry, warn }: VectorIndexOptions): VectorIndex {
  const metrics = vectorMetrics(registry ?? new Registry());
  return redisVectorIndex({ redis, purpose, embedder, prefix, metrics, warn });
}
