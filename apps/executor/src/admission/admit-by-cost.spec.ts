import { admitByCost, NotAdmitted, type CostLimits } from './admit-by-cost';
import { laneLimits, poolSizeOf, type Lane } from './lane';

const LIMITS: CostLimits = { maxCost: 1_000, maxScannedRows: 500, slowCost: 100 };
const NONE: CostLimits = { maxCost: null, maxScannedRows: null, slowCost: null };

function judged(limits: CostLimits, lane: Lane, totalCost: number, scannedRows: number): string {
  const decisions: string[] = [];
  try {
    admitByCost(limits, lane, (decision) => decisions.push(decision))({ totalCost, scannedRows, rows: Number.NaN });
    return decisions.join();
  } catch (error) {
    if (!(error instanceof NotAdmitted)) throw error;
    // The reported decision must be the one that was thrown.
    return decisions.join() === error.why ? error.why : `${error.why}, reported as ${decisions.join()}`;
  }
}

describe('admission', () => {
  it.each<[string, CostLimits, Lane, number, number, string]>([
    ['is cheap', LIMITS, 'quick', 100, 500, 'run'],
    ['is slow', LIMITS, 'quick', 100.01, 1, 'slow'],
    ['is slow and in the slow lane', LIMITS, 'slow', 1_000, 1, 'run'],
    ['costs too much', LIMITS, 'quick', 1_000.5, 1, 'too_expensive'],
    ['costs too much and is in the slow lane', LIMITS, 'slow', 1_001, 1, 'too_expensive'],
    ['scans too many rows', LIMITS, 'quick', 1, 501, 'too_expensive'],
    ['scans too many rows and is in the slow lane', LIMITS, 'slow', 1, 501, 'too_expensive'],
    ['has an unknown cost', LIMITS, 'quick', Number.NaN, Number.NaN, 'run'],
    ['has an infinite cost', LIMITS, 'quick', Number.POSITIVE_INFINITY, 1, 'too_expensive'],
    ['is costly and has no limits', NONE, 'quick', 1e12, 1e12, 'run'],
    [
      'costs more than the limit but less than the slow lane needs',
      { ...NONE, maxCost: 10, slowCost: 100 },
      'quick',
      50,
      1,
      'too_expensive',
    ],
  ])('decides on a statement that %s', (_what, limits, lane, cost, rows, expected) => {
    expect(judged(limits, lane, cost, rows)).toBe(expected);
  });
});

describe('the lanes of a connection', () => {
  it.each([1, 2, 3, 4, 16, 100])(
    'leave a pool connection free with %i quick statements and all slow ones running',
    (maxConcurrent) => {
      const limits = { maxConcurrent, maxConcurrentPerTenant: 3, maxWaiting: 9 };
      const slow = laneLimits(limits, 'slow');
      expect(laneLimits(limits, 'quick')).toEqual(limits);
      expect(slow.maxConcurrent).toBeGreaterThanOrEqual(1);
      expect(slow.maxConcurrent).toBeLessThanOrEqual(2);
      expect(poolSizeOf(limits)).toBeGreaterThan(maxConcurrent + slow.maxConcurrent);
    },
  );
});
