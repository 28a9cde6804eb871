import type Redis from 'ioredis';
import { sumOf, type Figure } from '../whole/figures';
import { monitored } from './monitored';

/**
 * Commands per run by kind, of clients and of scripts. INFO counts both together, and MONITOR names the origin of each,
 * but slows Redis down, so this is measured separately.
 */
export async function callsByOrigin(redis: Redis, runs: number, work: () => Promise<unknown>): Promise<Figure[]> {
  const counts = { clients: new Map<string, number>(), scripts: new Map<string, number>() };
  const stop = await monitored(redis, ({ name, isInScript }) => {
    const counted = counts[isInScript ? 'scripts' : 'clients'];
    counted.set(name, (counted.get(name) ?? 0) + 1);
  });
  await work();
  stop();
  return Object.entries(counts).flatMap(([origin, calls]) => {
    const column = `${origin} (1)`;
    const figures = [...calls].map(([row, count]): Figure => ({ part: 'redis', row, column, value: count / runs }));
    return [...figures, sumOf(figures, 'redis', column)];
  });
}
