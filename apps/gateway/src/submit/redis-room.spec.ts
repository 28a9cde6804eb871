import { createRedis, waitForRedis } from '@querent/platform';
import { startRedis, waitFor } from '@querent/testing';
import type { ProblemError } from '../problems/problem-error';
import { RedisRoom } from './redis-room';

const isRefused = (room: RedisRoom): Promise<boolean> =>
  room.demand().then(
    () => false,
    (error: ProblemError) => error.code === 'storage_full',
  );

describe('the room in Redis', () => {
  afterEach(() => jest.restoreAllMocks());

  it('is refused while Redis is full, and given to the first question after it was full', async () => {
    const server = await startRedis();
    const redis = createRedis(server.url, 'command');
    const start = performance.now();
    const clock = jest.spyOn(performance, 'now');
    const later = (seconds: number): void => void clock.mockReturnValue(start + seconds * 1000);
    try {
      await waitForRedis(redis, 5_000);
      const room = new RedisRoom(redis);
      await redis.call('CONFIG', 'SET', 'maxmemory', '1');
      later(0);
      expect(await isRefused(room)).toBe(false);
      await waitFor(() => isRefused(room));
      later(600);
      expect(await isRefused(room)).toBe(true);
      await redis.call('CONFIG', 'SET', 'maxmemory', '0');
      later(1200);
      expect(await isRefused(room)).toBe(false);
    } finally {
      redis.disconnect();
      await server.stop();
    }
  });
});
