import fc from 'fast-check';
import {
  addDays,
  addMonths,
  civilFromDays,
  daysFromCivil,
  formatCivil,
  parseCivil,
  todayIn,
  weekdayOf,
} from './civil-date';

it('agrees with the platform calendar for every day of six centuries', () => {
  fc.assert(
    fc.property(fc.integer({ min: -135_000, max: 84_000 }), (days) => {
      const date = new Date(days * 86_400_000);
      const civil = civilFromDays(days);
      expect(formatCivil(civil)).toBe(date.toISOString().slice(0, 10));
      expect(daysFromCivil(civil)).toBe(days);
      expect(weekdayOf(formatCivil(civil))).toBe(date.getUTCDay() === 0 ? 7 : date.getUTCDay());
    }),
  );
});

it.each([
  ['2026-03-31', -1, '2026-02-28'],
  ['2024-03-31', -1, '2024-02-29'],
  ['2024-02-29', -12, '2023-02-28'],
  ['2024-02-29', 12, '2025-02-28'],
  ['2026-01-31', 1, '2026-02-28'],
  ['2026-10-31', 1, '2026-11-30'],
  ['2026-01-15', -1, '2025-12-15'],
  ['2026-12-15', 1, '2027-01-15'],
  ['2026-05-31', -27, '2024-02-29'],
])('%s and %d months is %s', (date, months, expected) => {
  expect(addMonths(date, months)).toBe(expected);
});

it.each([
  ['1900-02-28', 1, '1900-03-01'],
  ['2000-02-28', 1, '2000-02-29'],
  ['2026-01-01', -1, '2025-12-31'],
])('%s and %d days is %s', (date, days, expected) => {
  expect(addDays(date, days)).toBe(expected);
});

it.each(['2026-02-29', '2026-13-01', '2026-1-1', 'today', ''])('refuses %j', (date) => {
  expect(() => parseCivil(date)).toThrow(RangeError);
});

it.each([
  ['Asia/Shanghai', '2026-11-21T16:30:00Z', '2026-11-22'],
  ['Asia/Shanghai', '2026-11-21T15:59:59Z', '2026-11-21'],
  ['America/New_York', '2026-11-21T02:30:00Z', '2026-11-20'],
  ['UTC', '2026-12-31T23:59:59Z', '2026-12-31'],
])('in %s the day at %s is %s', (timezone, now, today) => {
  expect(todayIn(timezone, new Date(now))).toBe(today);
});

it('refuses an unknown time zone', () => {
  expect(() => todayIn('Mars/Olympus', new Date())).toThrow(RangeError);
});
