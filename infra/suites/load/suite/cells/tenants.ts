import type { SeededRandom } from '@querent/testing';

/** Standard deviation of the logarithm of tenants' rates: one tenant in a hundred asks 33 times the median. */
const SPREAD = 1.5;

/** Rates of tenants, questions a second, which add up to `total`: few ask much, as in a log-normal distribution. */
export function tenantRates(count: number, total: number, random: SeededRandom): number[] {
  const weights = Array.from({ length: count }, () => Math.exp(SPREAD * normal(random)));
  const sum = weights.reduce((all, weight) => all + weight, 0);
  return weights.map((weight) => (total * weight) / sum);
}

/** Rates some time later: each has changed by a factor, its logarithm with this standard deviation. */
export const changedRates = (rates: readonly number[], spread: number, random: SeededRandom): number[] =>
  rates.map((rate) => rate * Math.exp(spread * normal(random)));

/** Box–Muller transform. */
const normal = (random: SeededRandom): number =>
  Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());

/** The cell of each tenant: the busiest tenants first, each into the cell with the least load so far. */
export function assigned(rates: readonly number[], cells: number): number[] {
  const loads = new Array<number>(cells).fill(0);
  const cellOf = new Array<number>(rates.length).fill(0);
  for (const [tenant, rate] of [...rates.entries()].sort((a, b) => b[1] - a[1])) {
    const cell = loads.indexOf(Math.min(...loads));
    cellOf[tenant] = cell;
    loads[cell] = (loads[cell] ?? 0) + rate;
  }
  return cellOf;
}

export function loadsOf(rates: readonly number[], cellOf: readonly number[], cells: number): number[] {
  const loads = new Array<number>(cells).fill(0);
  for (const [tenant, rate] of rates.entries()) loads[cellOf[tenant] ?? 0] = (loads[cellOf[tenant] ?? 0] ?? 0) + rate;
  return loads;
}

/**
 * Tenants to move so that no cell is above its bound: from each cell that is, the tenants whose rates are closest to
 * the excess, each into the cell with the least load. Returns the tenants; null if that is not enough.
 */
export function moves(
  rates: readonly number[],
  cellOf: readonly number[],
  cells: number,
  bound: number,
): number[] | null {
  const loads = loadsOf(rates, cellOf, cells);
  const now = [...cellOf];
  const moved: number[] = [];
  for (let most = rates.length; most > 0; most--) {
    const from = loads.indexOf(Math.max(...loads));
    const excess = (loads[from] ?? 0) - bound;
    if (excess <= 0) return moved;
    const to = loads.indexOf(Math.min(...loads));
    const room = bound - (loads[to] ?? 0);
    const candidates = [...rates.entries()].filter(([tenant, rate]) => now[tenant] === from && rate <= room);
    const [tenant, rate] = candidates.sort((a, b) => Math.abs(a[1] - excess) - Math.abs(b[1] - excess))[0] ?? [];
    if (tenant === undefined || rate === undefined) return null;
    now[tenant] = to;
    loads[from] = (loads[from] ?? 0) - rate;
    loads[to] = (loads[to] ?? 0) + rate;
    moved.push(tenant);
  }
  return null;
}
