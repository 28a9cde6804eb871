import { seededRandom } from '@querent/testing';
import { fixed, median, quantile } from '../../../bench/statistics';
import type { Flags } from '../flags';
import { cellBound, costs, redisCalls, redisKilobytes } from './costs';
import { playCell, processesFor, undisturbedMs } from './simulated-cell';
import { assigned, changedRates, loadsOf, moves, tenantRates } from './tenants';

const print = (line: string): void => void process.stdout.write(`${line}\n`);
/** Questions a second. */
const RATES = [10, 100, 1_000, 10_000];
/** Part of a cell's bound that its tenants use when they are assigned: the rest is for their growth. */
const FILLED = 0.8;
/** Change of tenants' rates after which they are assigned again: standard deviation of the logarithm. */
const CHANGE = 0.3;
const SECONDS = 60;
/** Cells whose questions are simulated: the busiest, and some others. */
const PLAYED = 4;
const HOUR_S = 3_600;

/**
 * Simulates installations that share tenants, from the measured costs of a question: cells, processes and servers for
 * several rates, times of questions, and the moves of tenants whose rates change. Nothing is started.
 */
export async function cells({ tenants, seed }: Flags): Promise<void> {
  const bound = cellBound();
  print(
    `cells of ${fixed(bound, 0)} questions a second, filled to ${100 * FILLED} %; a question that waits for nothing takes ${fixed(undisturbedMs, 0)} ms`,
  );
  for (const rate of RATES) {
    const random = seededRandom(seed);
    const count = Math.ceil(rate / (bound * FILLED));
    const rates = tenantRates(tenants, rate, random);
    const cellOf = assigned(rates, count);
    const loads = loadsOf(rates, cellOf, count);
    const busiest = Math.max(...loads);
    const played = [...loads].sort((a, b) => b - a).slice(0, PLAYED);
    const plays = played.map((load) => playCell(load, SECONDS, random));
    const times = plays.flatMap(({ times: all }) => all);
    const pods = loads.reduce(
      (sum, load) => sum + Object.values(processesFor(load)).reduce((all, each) => all + each, 0),
      0,
    );
    const cores = (rate * Object.values(costs).reduce((sum, ms) => sum + ms, 0)) / 1_000;
    print(
      `  ${rate} questions a second: ${count} ${count === 1 ? 'cell' : 'cells'}, ${pods} pods, ${fixed(cores, 1)} cores, ${4 * count} servers of Redis with ${fixed(redisCalls * rate, 0)} calls and ${fixed((redisKilobytes * rate) / 1_000, 2)} MB a second (${fixed((redisKilobytes * rate * HOUR_S) / 1e6, 1)} GB an hour)`,
    );
    print(
      `    the busiest cell has ${fixed(busiest, 1)} questions a second, the busiest tenant ${fixed(Math.max(...rates), 1)}; times p50 ${fixed(median(times), 0)}, p95 ${fixed(quantile(times, 0.95), 0)}, p99 ${fixed(quantile(times, 0.99), 0)} ms (${times.length} questions); busiest server of Redis ${fixed(100 * Math.max(...plays.flatMap(({ busy }) => [...busy].flatMap(([station, part]) => (station.startsWith('redis') ? [part] : [])))), 0)} %`,
    );
    if (Math.max(...rates) > bound) print('    the busiest tenant asks more than a cell permits: it cannot be divided');
    const later = changedRates(rates, CHANGE, random);
    const moved = moves(later, cellOf, count, bound);
    print(
      `    after rates changed (${fixed(
        later.reduce((sum, each) => sum + each, 0),
        0,
      )} a second): ${moved === null ? 'one more cell is necessary' : `${moved.length} of ${tenants} tenants move`}; the end of one cell stops ${fixed(100 / count, 1)} % of tenants`,
    );
  }
}
