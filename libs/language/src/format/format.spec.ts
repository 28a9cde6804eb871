import { formatDate, formatRange } from './format-date';
import { formatNumber } from './format-number';

it.each([
  [1234567.891, {}, '1,234,567.89'],
  ['12345678901234567890.126', {}, '12,345,678,901,234,567,890.13'],
  [0.3456, { percent: true, decimals: 1 }, '34.6%'],
  [-0.001, {}, '0'],
  [12.5, { unit: '元' }, '12.5元'],
  [12.5, { unit: 'points' }, '12.5 points'],
  [2.5, { decimals: 0 }, '3'],
  ['not a number', {}, 'not a number'],
  [Number.NaN, {}, 'NaN'],
])('%p with %p is %s', (value, options, text) => {
  expect(formatNumber(value, 'en', options)).toBe(text);
});

it.each([
  ['2025-03-05', 'zh', 'day', '2025年3月5日'],
  ['2025-03-05T10:00:00Z', 'en', 'day', 'March 5, 2025'],
  ['2025-07-01', 'en', 'quarter', 'Q3 2025'],
  ['2025-07-01', 'zh', 'quarter', '2025年第三季度'],
  ['2025-07-01', 'zh', 'month', '2025年7月'],
  ['2025-01-01', 'en', 'year', '2025'],
  ['unknown', 'en', 'day', 'unknown'],
] as const)('%s in %s by %s is %s', (value, locale, grain, text) => {
  expect(formatDate(value, locale, grain)).toBe(text);
});

it.each([
  [{ from: '2025-01-01', to: '2026-01-01' }, '2025年1月1日至2025年12月31日', 'January 1, 2025 to December 31, 2025'],
  [{ from: '2025-01-01', to: '2025-01-02' }, '2025年1月1日', 'January 1, 2025'],
  [{ from: '2025-01-01', to: null }, '2025年1月1日起', 'from January 1, 2025 on'],
  [{ from: null, to: '2025-01-01' }, '截至2024年12月31日', 'until December 31, 2024'],
  [{ from: null, to: null }, '全部时间', 'all time'],
])('%p is %s', (range, zh, en) => {
  expect(formatRange(range, 'zh')).toBe(zh);
  expect(formatRange(range, 'en')).toBe(en);
});
