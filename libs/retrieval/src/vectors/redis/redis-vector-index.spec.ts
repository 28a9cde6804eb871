import { startRedis } from '@querent/testing';
import Redis from 'ioredis';
import { Registry } from 'prom-client';
import { vectorIndexContract } from '../contract/vector-index-contract';
import { VectorIndexUnavailable, type VectorPurpose } from '../vector-index';
import { vectorMetrics } from '../vector-metrics';
import { redisVectorEraser } from './redis-vector-eraser';
import { redisVectorIndex } from './redis-vector-index';

const opened = (redis: Redis, purpose: VectorPurpose, embedder: { model: string; dimension: number }, prefix: string) =>
  redisVectorIndex({ redis, purpose, embedder, prefix, metrics: vectorMetrics(new Registry()), warn: () => undefined });

vectorIndexContract('the index in Redis', async () => {
  const server = await startRedis();
  const clients: Redis[] = [];
  const connected = (): Redis => {
    const redis = new Redis(server.url);
    clients.push(redis);
    return redis;
  };
  return {
    open: (purpose, embedder, prefix = 'querent') => opened(connected(), purpose, embedder, prefix),
    eraser: (prefix = 'querent') => redisVectorEraser({ redis: connected(), prefix }),
    async stop() {
      for (const client of clients) client.disconnect();
      await server.stop();
    },
  };
});

describe('erasing from a Redis', () => {
  it('removes the rest of an evicted collection, and rejects if Redis is unavailable', async () => {
    const server = await startRedis();
    const redis = new Redis(server.url, { maxRetriesPerRequest: 0, retryStrategy: () => null });
    const index = opened(redis, 'questions', { model: 'm', dimension: 2 }, 'querent');
    for (const tenant of ['acme', 'zeta'])
      await index.upsert({ tenant, connection: 'shop' }, [{ id: 'p', vector: Float32Array.of(1, 0) }]);
    const [state = ''] = await redis.keys('*:state');
    await redis.del(state);
    const eraser = redisVectorEraser({ redis, prefix: 'querent' });
    expect(await eraser.erase(() => false)).toBe(0);
    expect(
      (await redis.keys('*')).filter(
        (key) => key.includes(state.slice(0, state.indexOf('}'))) && !key.endsWith(':collections'),
      ),
    ).toEqual([]);
    expect(await index.scopes()).toHaveLength(1);
    // Recreated by another process after the eraser has read its name: the eraser checks and removes in one step.
    const other = redis.duplicate();
    await redis.del((await redis.keys('*:state'))[0] ?? '');
    const { sendCommand } = redis;
    let made = 0;
    redis.sendCommand = function (command, ...more) {
      if (!/^(evalsha|eval|unlink)$/.test(command.name)) return sendCommand.call(redis, command, ...more);
      made += 1;
      const makes = opened(other, 'questions', { model: 'm', dimension: 2 }, 'querent').upsert(
        { tenant: 'zeta', connection: 'shop' },
        [{ id: 'q', vector: Float32Array.of(0, 1) }],
      );
      void makes.then(() => sendCommand.call(redis, command, ...more));
      return command.promise;
    };
    await eraser.erase(() => false);
    redis.sendCommand = sendCommand;
    expect(made).toBeGreaterThan(0);
    expect(
      (await index.search({ tenant: 'zeta', connection: 'shop' }, Float32Array.of(0, 1), { limit: 5 })).map(
        ({ id }) => id,
      ),
    ).toEqual(['q']);
    other.disconnect();
    await index.close();
    await server.stop();
    await expect(eraser.erase(() => true)).rejects.toThrow(VectorIndexUnavailable);
    redis.disconnect();
  });

  it('continues with the other collections if some cannot be read, and reports each', async () => {
    const server = await startRedis();
    const redis = new Redis(server.url);
    const index = opened(redis, 'questions', { model: 'm', dimension: 2 }, 'querent');
    for (const tenant of ['a', 'b', 'c', 'd'])
      await index.upsert({ tenant, connection: 'shop' }, [{ id: 'p', vector: Float32Array.of(1, 0) }]);
    const [one = '', another = '', ...others] = (await redis.keys('*:state')).sort();
    await redis.hset(one, 'about', '{');
    await redis.set(another, 'no hash');
    const failure = await redisVectorEraser({ redis, prefix: 'querent' })
      .erase(() => true)
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(VectorIndexUnavailable);
    expect([one, another].map((key) => String(failure).includes(key))).toEqual([true, true]);
    expect(await redis.exists(...others)).toBe(0);
    await index.close();
    redis.disconnect();
    await server.stop();
  });
});
