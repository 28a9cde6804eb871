import { seededRandom } from '@querent/testing';
import { quantile } from '../../../bench/statistics';
import { cellBound, clusterMs } from './costs';
import { playCell, processesFor, undisturbedMs } from './simulated-cell';
import { assigned, changedRates, loadsOf, moves, tenantRates } from './tenants';

describe('a simulated cell', () => {
  it('is busy for the product of rate and cost, and answers no question sooner than its services take', () => {
    const { times, busy } = playCell(100, 60, seededRandom(1));
    expect(times.length).toBeGreaterThan(5_500);
    expect(busy.get('redis of intent')).toBeCloseTo(0.1 * clusterMs('intent'), 1);
    expect(Math.min(...times)).toBeGreaterThan(undisturbedMs / 2);
    expect(quantile(times, 0.5)).toBeGreaterThan(undisturbedMs);
  });

  it('answers soon up to its bound, and ever later beyond what a server can do', () => {
    const [bound, beyond] = [1, 1.6].map((part) =>
      quantile(playCell(part * cellBound(), 30, seededRandom(2)).times, 0.95),
    );
    expect(bound).toBeLessThan(2.5 * undisturbedMs);
    expect(beyond).toBeGreaterThan(20 * undisturbedMs);
  });

  it('has at least two processes of each service', () => {
    expect(Math.min(...Object.values(processesFor(1)))).toBe(2);
    expect(processesFor(1_000).intent).toBe(8);
  });
});

describe('tenants of cells', () => {
  const rates = tenantRates(500, 1_000, seededRandom(3));

  it('ask together what was wanted, few of them much', () => {
    expect(rates.reduce((sum, rate) => sum + rate, 0)).toBeCloseTo(1_000);
    expect(Math.max(...rates)).toBeGreaterThan(10 * quantile(rates, 0.5));
  });

  it('are spread evenly over the cells', () => {
    const loads = loadsOf(rates, assigned(rates, 5), 5);
    expect(Math.max(...loads)).toBeLessThan(1.05 * Math.min(...loads));
  });

  it('move from cells above the bound, as few as possible, and none below it', () => {
    const later = changedRates(rates, 0.8, seededRandom(4));
    const cellOf = assigned(rates, 5);
    const loads = loadsOf(later, cellOf, 5);
    const bound = (Math.max(...loads) + loads.reduce((sum, load) => sum + load, 0) / 5) / 2;
    const moved = moves(later, cellOf, 5, bound);
    expect(moved?.length).toBeGreaterThan(0);
    expect(moved?.length).toBeLessThan(10);
    expect(moves(later, cellOf, 5, Math.max(...loads))).toEqual([]);
    expect(moves(later, cellOf, 5, bound / 2)).toBeNull();
  });
});
