import { startRedis } from '@querent/testing';
import Redis from 'ioredis';
import { Registry } from 'prom-client';
import { vectorIndexContract } from '../contract/vector-index-contract';
import { vectorMetrics } from '../vector-metrics';
import { redisVectorIndex } from './redis-vector-index';

vectorIndexContract('the index in Redis', async () => {
  const server = await startRedis();
  const clients: Redis[] = [];
  return {
    open(purpose, embedder) {
      const redis = new Redis(server.url);
      clients.push(redis);
      return redisVectorIndex({ redis, purpose, embedder, prefix: 'test', metrics: vectorMetrics(new Registry()), warn: () => undefined });
    },
    async stop() {
      for (const client of clients) client.disconnect();
      await server.stop();
    },
  };
});
