import { setTimeout as pause } from 'node:timers/promises';
import { countersOf, growthOf, memoryOf } from '../idle/process-counters';
import { sumOf, type Figure } from './figures';
import type { WarmProduct } from './warm-product';

const REST_MS = 5_000;
const IDLE_S = 10;

/** Memory of the six services after use, and their processor time while idle. */
export async function idleServices({ own }: WarmProduct): Promise<Figure[]> {
  await pause(REST_MS);
  const services = Object.entries(await own.stack.pids());
  const before = services.map(([, pids]) => countersOf(pids));
  await pause(IDLE_S * 1_000);
  const figures = services.flatMap(([row, pids], at): Figure[] => {
    const { rss, pss } = memoryOf(pids);
    const cpu = growthOf(before[at] ?? new Map(), countersOf(pids)).cpuMs / IDLE_S;
    return [
      { part: 'memory', row, column: 'RSS MB', value: rss / 1e6 },
      { part: 'memory', row, column: 'PSS MB', value: pss / 1e6 },
      { part: 'memory', row, column: 'CPU ms/s', value: cpu },
    ];
  });
  return [
    ...figures,
    sumOf(figures, 'memory', 'RSS MB'),
    sumOf(figures, 'memory', 'PSS MB', '≤ 800'),
    sumOf(figures, 'memory', 'CPU ms/s'),
  ];
}
