import { Registry } from 'prom-client';
import { startRedis, waitFor } from '@querent/testing';
import { measureClockOffset } from './clock-offset';
import { createRedis, waitForRedis } from './create-redis';

const HOUR_MS = 3_600_000;

describe('the clock of Redis', () => {
  it('is exported as its offset from the process’s clock, and not while Redis is unavailable', async () => {
    const server = await startRedis();
    const redis = createRedis(server.url, 'worker');
    await waitForRedis(redis, 5_000);
    const exported = async (registry: Registry): Promise<number | undefined> => {
      const text = /^querent_redis_clock_offset_seconds (.*)$/m.exec(await registry.metrics())?.[1];
      return text === undefined ? undefined : Number(text);
    };
    const [right, late, early] = [0, -HOUR_MS, HOUR_MS].map((wrong) => {
      const registry = new Registry();
      measureClockOffset(redis, registry, () => Date.now() + wrong);
      return registry;
    }) as [Registry, Registry, Registry];
    // Within 5 s, because the machine may be busy.
    expect(await exported(right)).toBeCloseTo(0, -1);
    expect(await exported(late)).toBeCloseTo(3_600, -1);
    expect(await exported(early)).toBeCloseTo(-3_600, -1);
    // A reply that took two seconds, like the first one of a server that was suspended.
    const slow = new Registry();
    let now = Date.now();
    measureClockOffset(redis, slow, () => (now += 2_000));
    expect(await exported(slow)).toBeUndefined();
    await server.stop();
    await waitFor(async () => (await exported(late)) === undefined);
    redis.disconnect();
  });
});
