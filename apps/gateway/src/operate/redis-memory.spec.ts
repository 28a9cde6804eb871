import { createRedis, waitForRedis } from '@querent/platform';
import { startRedis } from '@querent/testing';
import { readRedisMemory } from './redis-memory';

describe('the memory of Redis', () => {
  it('is reported with maxmemory or the machine’s memory as the limit; null without permission for INFO', async () => {
    const server = await startRedis();
    const redis = createRedis(server.url, 'command');
    try {
      await waitForRedis(redis, 5_000);
      const unbounded = await readRedisMemory(redis);
      expect(unbounded?.used).toBeGreaterThan(100_000);
      expect(unbounded?.limit).toBeGreaterThan(100_000_000);
      await redis.call('CONFIG', 'SET', 'maxmemory', '64mb');
      expect(await readRedisMemory(redis)).toMatchObject({ limit: 64 * 1024 * 1024 });
      await redis.call('ACL', 'SETUSER', 'default', '-info');
      expect(await readRedisMemory(redis)).toBeNull();
    } finally {
      redis.disconnect();
      await server.stop();
    }
  });
});
