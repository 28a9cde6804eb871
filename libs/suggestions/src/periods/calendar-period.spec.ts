import type { Grain } from '@querent/contracts';
import { daysOf, next, periodAt, periodsOf, previous } from './calendar-period';
import { periodName, periodWords } from './period-words';

const today = '2026-11-21';

describe('a calendar period', () => {
  it.each<[Grain, string, string, string, string]>([
    ['year', '2026-01-01', '2026-11-22', '2025-01-01', '2026-01-01'],
    ['quarter', '2026-10-01', '2026-11-22', '2026-07-01', '2026-10-01'],
    ['month', '2026-11-01', '2026-11-22', '2026-10-01', '2026-11-01'],
    ['week', '2026-11-16', '2026-11-22', '2026-11-09', '2026-11-16'],
    ['day', '2026-11-21', '2026-11-22', '2026-11-20', '2026-11-21'],
  ])(
    'of this %s goes from %s to today (until %s), the one before from %s until %s',
    (unit, from, to, beforeFrom, beforeTo) => {
      const period = periodAt(today, unit);
      expect(daysOf(period, today)).toEqual({ from, to });
      expect(daysOf(previous(period), today)).toEqual({ from: beforeFrom, to: beforeTo });
      expect(next(previous(period))).toEqual(period);
    },
  );

  it('is derived from its days', () => {
    expect(periodsOf({ from: '2026-01-01', to: '2026-11-22' }, today)).toEqual([{ unit: 'year', start: '2026-01-01' }]);
    expect(periodsOf({ from: '2025-03-01', to: '2025-04-01' }, today)).toEqual([
      { unit: 'month', start: '2025-03-01' },
    ]);
    expect(periodsOf({ from: '2026-10-23', to: '2026-11-22' }, today)).toEqual([]);
    expect(periodsOf({ from: '2026-06-01', to: null }, today)).toEqual([]);
  });

  it('has several units on the first days of a year', () => {
    expect(periodsOf({ from: '2026-01-01', to: '2026-01-16' }, '2026-01-15').map(({ unit }) => unit)).toEqual([
      'year',
      'quarter',
      'month',
    ]);
  });

  it.each<[Grain, string, string | null, string | null]>([
    ['year', '2026-05-01', '今年', 'this year'],
    ['year', '2025-05-01', '去年', 'last year'],
    ['year', '2023-05-01', '2023年', 'in 2023'],
    ['quarter', '2026-07-09', '上季度', 'last quarter'],
    ['quarter', '2025-07-09', '2025年第三季度', 'in Q3 2025'],
    ['month', '2026-11-02', '本月', 'this month'],
    ['month', '2025-03-02', '2025年3月', 'in March 2025'],
    ['week', '2026-11-10', '上周', 'last week'],
    ['week', '2026-10-10', null, null],
    ['day', '2026-11-20', '昨天', 'yesterday'],
  ])('of unit %s around %s is named %s, %s', (unit, day, zh, en) => {
    const period = periodAt(day, unit);
    expect([periodWords(period, today, 'zh'), periodWords(period, today, 'en')]).toEqual([zh, en]);
  });

  it('has an explicit name, unless it is a week', () => {
    expect(periodName(periodAt(today, 'year'), 'en')).toBe('2026');
    expect(periodName(periodAt(today, 'week'), 'en')).toBeNull();
  });
});
