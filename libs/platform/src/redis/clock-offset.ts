import { Gauge, type Registry } from 'prom-client';
import { settledWithin } from '../aborts/settled-within';
import { mastersOf, type RedisClient } from './redis-client';

/** An unavailable Redis must not block the scrape, and a late reply does not give an accurate time. */
const TIMEOUT_MS = 1_000;

/**
 * Exports with each scrape how far Redis's clock is ahead of this process's clock; of a cluster, the largest
 * difference. Times of runs are Redis's, so a server with another clock that takes over moves all deadlines. Delays of
 * jobs use the process's clock. Nothing is exported while Redis is unavailable.
 * @param now the process's clock, ms since 1970
 */
export function measureClockOffset(redis: RedisClient, registry: Registry, now = Date.now): void {
  let reading: Promise<number | undefined> | undefined;
  new Gauge({
    name: 'querent_redis_clock_offset_seconds',
    help: 'How far the clock of Redis is ahead of the clock of the process',
    registers: [registry],
    async collect() {
      this.remove();
      if (redis.status !== 'ready') return;
      // A server that hangs is queried once, not with every scrape.
      reading ??= largestOffset(redis, now).finally(() => (reading = undefined));
      const offset = await settledWithin(TIMEOUT_MS, reading, () => new Error('Redis did not answer')).catch(
        () => undefined,
      );
      if (offset !== undefined) this.set(offset / 1_000);
    },
  });
}

/**
 * Largest offset, ms; undefined if no server answers in time, because half of a long round trip may exceed the offset.
 */
async function largestOffset(redis: RedisClient, now: () => number): Promise<number | undefined> {
  const readings = await Promise.allSettled(
    mastersOf(redis).map(async (server) => {
      const sent = now();
      const [seconds, micros] = (await server.time()).map(Number) as [number, number];
      const received = now();
      return received - sent > TIMEOUT_MS ? [] : [seconds * 1_000 + micros / 1_000 - (sent + received) / 2];
    }),
  );
  return readings
    .flatMap((reading) => (reading.status === 'fulfilled' ? reading.value : []))
    .sort((a, b) => Math.abs(b) - Math.abs(a))[0];
}
