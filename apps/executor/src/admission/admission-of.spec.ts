import { admissionOf, NotAdmitted, type CostLimits } from './admission-of';
import { laneLimits, poolSizeOf, type Lane } from './lane';

const LIMITS: CostLimits = { maxCost: 1_000, maxScannedRows: 500, slowCost: 100 };
const NONE: CostLimits = { maxCost: null, maxScannedRows: null, slowCost: null };

function judged(limits: CostLimits, lane: Lane, totalCost: number, scannedRows: number): string {
  const told: string[] = [];
  try {
    admissionOf(limits, lane, (decision) => told.push(decision))({ totalCost, scannedRows, rows: Number.NaN });
    return told.join();
  } catch (error) {
    if (!(error instanceof NotAdmitted)) throw error;
    // What is counted is what happened.
    return told.join() === error.why ? error.why : `${error.why}, told as ${told.join()}`;
  }
}

describe('admission', () => {
  it.each<[string, CostLimits, Lane, number, number, string]>([
    ['is cheap', LIMITS, 'quick', 100, 500, 'run'],
    ['is slow', LIMITS, 'quick', 100.01, 1, 'slow'],
    ['is slow, in the slow lane', LIMITS, 'slow', 1_000, 1, 'run'],
    ['costs too much', LIMITS, 'quick', 1_000.5, 1, 'too_expensive'],
    ['costs too much, in the slow lane', LIMITS, 'slow', 1_001, 1, 'too_expensive'],
    ['goes through too many rows', LIMITS, 'quick', 1, 501, 'too_expensive'],
    ['goes through too many rows, in the slow lane', LIMITS, 'slow', 1, 501, 'too_expensive'],
    ['is of unknown cost', LIMITS, 'quick', Number.NaN, Number.NaN, 'run'],
    ['is beyond any number', LIMITS, 'quick', Number.POSITIVE_INFINITY, 1, 'too_expensive'],
    ['is costly where nothing is bounded', NONE, 'quick', 1e12, 1e12, 'run'],
    [
      'is slow where the slow bound lies above the last',
      { ...NONE, maxCost: 10, slowCost: 100 },
      'quick',
      50,
      1,
      'too_expensive',
    ],
  ])('of a statement that %s', (_what, limits, lane, cost, rows, expected) => {
    expect(judged(limits, lane, cost, rows)).toBe(expected);
  });
});

describe('the lanes', () => {
  it.each([1, 2, 3, 4, 16, 100])(
    'leave a free connection beside %i quick statements and every slow one',
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
