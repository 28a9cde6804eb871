import { createRedis, waitForRedis } from '@querent/platform';
import { newRun, startRedis } from '@querent/testing';
import { newRunId, RunStore } from './run-store';
import { defaultSagaSettings } from '../saga-settings';

describe('DueRuns', () => {
  it('returns the earliest due time of all partitions', async () => {
    const server = await startRedis();
    const redis = createRedis(server.url, 'command');
    try {
      await waitForRedis(redis, 5_000);
      const store = new RunStore(redis, defaultSagaSettings);
      expect(await store.due.earliest()).toBeNull();
      const before = Date.now();
      const ids = Array.from({ length: 40 }, newRunId);
      for (const id of ids) await store.create(newRun({ id }));
      expect(await store.due.earliest()).toBeGreaterThanOrEqual(before);
      await redis.zadd(store.keys.due(ids[17] as string), 12_345, ids[17] as string);
      expect(await store.due.earliest()).toBe(12_345);
    } finally {
      redis.disconnect();
      await server.stop();
    }
  });
});
