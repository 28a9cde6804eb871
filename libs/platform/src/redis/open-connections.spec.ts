import { waitFor } from '@querent/testing';
import { redisConnections } from './open-connections';

describe('the connections of a process', () => {
  it.each(['redis://127.0.0.1:1', 'redis+cluster://127.0.0.1:1'])(
    'reject what waits for %s when they are closed, and all that comes later',
    async (url) => {
      const connections = redisConnections({ REDIS_URL: url }, () => undefined);
      const redis = connections.open('worker');
      const waiting = redis.get('key').catch((error: Error) => error.message);
      await waitFor(() => redis.status === 'reconnecting', { intervalMs: 1 });
      connections.close();
      await expect(waiting).resolves.toMatch(/closed/);
      await expect(redis.get('key')).rejects.toThrow(/closed/);
    },
  );
});
