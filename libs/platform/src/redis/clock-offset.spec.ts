import { Registry } from 'prom-client';
import { startRedis, waitFor } from '@querent/testing';
import { measureClockOffset } from './clock-offset';
import { createRedis, waitForRedis } from './create-redis';

const HOUR_MS = 3_600_000;

describe('the clock of Redis', () => {
  it('is told as it differs from the process’s, and not at all while Redis is away', async () => {
    const server = await startRedis();
    const redis = createRedis(server.url, 'worker');
    await waitForRedis(redis, 5_000);
    const told = async (registry: Registry): Promise<number | undefined> => {
      const text = /^querent_redis_clock_offset_seconds (.*)$/m.exec(await registry.metrics())?.[1];
      return text === undefined ? undefined : Number(text);
    };
    const [right, late, early] = [0, -HOUR_MS, HOUR_MS].map((wrong) => {
      const registry = new Registry();
      measureClockOffset(redis, registry, () => Date.now() + wrong);
      return registry;
    }) as [Registry, Registry, Registry];
    // Within 5 s: of a machine that is busy.
    expect(await told(right)).toBeCloseTo(0, -1);
    expect(await told(late)).toBeCloseTo(3_600, -1);
    expect(await told(early)).toBeCloseTo(-3_600, -1);
    // An answer that took two seconds on its way, as the first one of a server that hung does.
    const slow = new Registry();
    let now = Date.now();
    measureClockOffset(redis, slow, () => (now += 2_000));
    expect(await told(slow)).toBeUndefined();
    await server.stop();
    await waitFor(async () => (await told(late)) === undefined);
    redis.disconnect();
  });
});
