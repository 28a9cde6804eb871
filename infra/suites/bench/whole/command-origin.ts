import type Redis from 'ioredis';
import { sumOf, type Figure } from './figures';

/**
 * Commands per run by kind, of clients and of scripts. INFO counts both together, and MONITOR names the origin of each,
 * but slows Redis down, so this is measured separately.
 */
export async function callsByOrigin(redis: Redis, runs: number, work: () => Promise<unknown>): Promise<Figure[]> {
  const monitor = await redis.monitor();
  const counts = { clients: new Map<string, number>(), scripts: new Map<string, number>() };
  monitor.on('monitor', (_time: string, [name = '']: string[], source: string) => {
    const counted = counts[source === 'lua' ? 'scripts' : 'clients'];
    const command = name.toLowerCase();
    counted.set(command, (counted.get(command) ?? 0) + 1);
  });
  await work();
  monitor.disconnect();
  return Object.entries(counts).flatMap(([origin, calls]) => {
    const column = `${origin} (1)`;
    const figures = [...calls].map(([row, count]): Figure => ({ part: 'redis', row, column, value: count / runs }));
    return [...figures, sumOf(figures, 'redis', column)];
  });
}
