import type { Summary } from './figures';

/** Questions per second. */
const RATES = [10, 100, 1_000, 10_000];
/** Share of a core that a process may use, so that short bursts do not queue. */
const BUSY = 0.7;
const SERVERS = ['Redis', 'PostgreSQL'];
const HOUR_S = 3_600;

/**
 * The cost of planned questions at several rates: processes of each service, cores of the servers, and memory of Redis
 * per hour of `RUN_RETENTION_HOURS`. Derived from the processor time and the bytes of a run, so it assumes that both
 * are proportional to the rate; the part `steady` shows how far that is true. Without idle processes.
 * @param cpu column of the processor time per run, ms
 * @param kept row of the bytes that a run keeps
 */
export function sizesFrom(figures: readonly Summary[], cpu: string, kept: string): Summary[] {
  const costs = figures.filter(({ part, row, column }) => part === 'cpu' && column === cpu && row !== 'sum');
  const bytes = figures.find(({ part, row }) => part === 'redis' && row === kept)?.value;
  const size = (row: string, column: string, value: number): Summary => ({
    part: 'sizes',
    row,
    column,
    value,
    rounds: [value],
  });
  return RATES.flatMap((rate) => {
    const row = `${rate} questions/s`;
    return [
      ...costs.map(({ row: process, value }) => {
        const cores = (rate * value) / 1_000;
        return SERVERS.includes(process)
          ? size(row, `${process} cores`, cores)
          : size(row, process, Math.max(1, Math.ceil(cores / BUSY)));
      }),
      ...(bytes === undefined ? [] : [size(row, 'Redis GB/h', (rate * HOUR_S * bytes) / 1e9)]),
    ];
  });
}
