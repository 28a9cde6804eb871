import { Gauge, type Registry } from 'prom-client';
import { settledWithin } from '../aborts/settled-within';
import { mastersOf, type RedisClient } from './redis-client';

/** A Redis that is away must not hold the scrape; and what it says late says little of its clock. */
const PATIENCE_MS = 1_000;

/**
 * Tells with each scrape by how much Redis's clock is ahead of this process's; of a cluster, the clock that is furthest
 * off. Times of runs are Redis's, so a server with another clock that takes over moves all deadlines; what is put off
 * is told by the process's own. Nothing is told while Redis is away.
 * @param now the process's clock, ms since 1970
 */
export function measureClockOffset(redis: RedisClient, registry: Registry, now = Date.now): void {
  let reading: Promise<number | undefined> | undefined;
  new Gauge({
    name: 'querent_redis_clock_offset_seconds',
    help: 'By how much the clock of Redis is ahead of that of the process',
    registers: [registry],
    async collect() {
      this.remove();
      if (redis.status !== 'ready') return;
      // One that hangs is asked once, not with every scrape.
      reading ??= furthestOff(redis, now).finally(() => (reading = undefined));
      const offset = await settledWithin(PATIENCE_MS, reading, () => new Error('Redis did not answer')).catch(
        () => undefined,
      );
      if (offset !== undefined) this.set(offset / 1_000);
    },
  });
}

/** Ms; undefined where no server answers in time: half of a long way may be all of the difference. */
async function furthestOff(redis: RedisClient, now: () => number): Promise<number | undefined> {
  const readings = await Promise.allSettled(
    mastersOf(redis).map(async (server) => {
      const sent = now();
      const [seconds, micros] = (await server.time()).map(Number) as [number, number];
      const received = now();
      return received - sent > PATIENCE_MS ? [] : [seconds * 1_000 + micros / 1_000 - (sent + received) / 2];
    }),
  );
  return readings
    .flatMap((reading) => (reading.status === 'fulfilled' ? reading.value : []))
    .sort((a, b) => Math.abs(b) - Math.abs(a))[0];
}
