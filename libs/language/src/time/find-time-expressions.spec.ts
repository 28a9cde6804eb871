import { addDays } from './civil-date';
import { findTimeExpressions } from './find-time-expressions';
import { TIME_CASES } from './time-cases.fixture';

describe.each(TIME_CASES)('asked on $today', ({ today, cases }) => {
  it.each(cases)('%s → %s', (text, expected) => {
    expect(findTimeExpressions(text, { today }).map(inWords).join(' + ')).toBe(expected);
  });
});

function inWords({ range, recurs }: ReturnType<typeof findTimeExpressions>[number]): string {
  if (recurs?.unit === 'time_of_day') return `every day ${recurs.from}..${recurs.to}`;
  if (recurs) return `every ${recurs.unit} ${recurs.values.join(',')}`;
  const last = range.to === null ? '' : addDays(range.to, -1);
  return range.from === last ? last : `${range.from ?? ''}..${last}`;
}

const UNITS = ['天/days', '周/weeks', '个月/months', '个季度/quarters', '年/years'].map((unit) => unit.split('/'));
const FAR = UNITS.flatMap(([zh, en]) =>
  [1, 2026, 2027, 4999, 5000].flatMap((count) => [
    `近${count}${zh}`,
    `${count}${zh}前`,
    `未来${count}${zh}`,
    `过去${count}${zh}以来`,
    `last ${count} ${en}`,
    `next ${count} ${en}`,
    `${count} ${en} ago`,
  ]),
);

it.each([
  ...FAR,
  '0000',
  '0000年',
  'in year 0000',
  '9999',
  '9999年12月31日',
  '公元0000年1月1日',
  '0000-01-01',
  '9999-12-31',
])('reads %s as days of years 1 to 9999, or not at all', (text) => {
  for (const { range } of findTimeExpressions(text, { today: '2026-11-23' })) {
    for (const day of [range.from, range.to]) expect(day ?? '0001-01-01').toMatch(/^(?!0000)\d{4}-\d\d-\d\d$/);
  }
});
