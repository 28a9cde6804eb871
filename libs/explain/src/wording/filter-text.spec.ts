import type { AggregateFunction, CompareOperator, Filter } from '@querent/contracts';
import { describeFilter } from './describe-query';
import { SHOP } from '@querent/model/fixture';

it.each<[CompareOperator, AggregateFunction, string, string]>([
  ['>', 'avg', '大于平均值', 'is over the average'],
  ['<', 'median', '小于中位数', 'is under the median'],
  ['=', 'max', '为最大值', 'is the greatest'],
  ['=', 'min', '为最小值', 'is the least'],
  ['<', 'max', '小于最大值', 'is under the greatest'],
])('A comparison %s with the %s of all rows is worded with the name of the aggregate', (op, fn, zh, en) => {
  const filter = { kind: 'compare_aggregate', column: { table: 'orders', column: 'amount' }, op, fn } as const;
  expect([
    describeFilter(filter, { model: SHOP, locale: 'zh' }),
    describeFilter(filter, { model: SHOP, locale: 'en' }),
  ]).toEqual([expect.stringMatching(new RegExp(`${zh}$`)), expect.stringMatching(new RegExp(`${en}$`))]);
});

const text = (filter: Filter, locale: 'zh' | 'en') => describeFilter(filter, { model: SHOP, locale });
const measure = { label: 'n', what: { kind: 'aggregate', fn: 'count', table: 'orders' } } as const;
const among: Filter[] = [{ kind: 'compare', column: { table: 'clients', column: 'name' }, op: '=', value: 'Ann' }];

it('A bound on a figure of each thing names what it is compared with', () => {
  const bound = { kind: 'bound', thing: 'clients', measure, op: '>' } as const;
  expect(text({ ...bound, value: 1, against: { fn: 'avg' } }, 'en')).toMatch(
    /^n of the \w+ is over the average \(none counts as 0\)$/,
  );
  expect(text({ ...bound, value: 2, against: { fn: 'avg' } }, 'en')).toMatch(
    /is over 2 times the average \(none counts as 0\)$/,
  );
  expect(text({ ...bound, value: 2, against: { fn: 'avg' } }, 'zh')).toMatch(/大于平均值的2倍（没有的按0计）$/);
  expect(text({ ...bound, value: 1, against: { fn: 'max', among } }, 'en')).toMatch(
    /is over that of the \w+ \(.* is Ann\)$/,
  );
  expect(text({ ...bound, value: 1, against: { fn: 'max', among } }, 'zh')).toMatch(/大于.*为Ann的/);
});

it('A comparison with an aggregate names the rows that are aggregated', () => {
  const filter = {
    kind: 'compare_aggregate',
    column: { table: 'orders', column: 'amount' },
    op: '<',
    fn: 'min',
  } as const;
  expect(text({ ...filter, among }, 'en')).toMatch(/is under that of the \w+ \(.* is Ann\)$/);
  expect(text({ ...filter, fn: 'avg', times: 0.5 }, 'en')).toMatch(/is under 0.5 times the average$/);
});
