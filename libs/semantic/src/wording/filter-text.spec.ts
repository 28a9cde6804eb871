import type { AggregateFunction, CompareOperator } from '@querent/contracts';
import { describeFilter } from '../index';
import { SHOP } from '../fixture/shop';

it.each<[CompareOperator, AggregateFunction, string, string]>([
  ['>', 'avg', '大于平均值', 'is over the average'],
  ['<', 'median', '小于中位数', 'is under the median'],
  ['=', 'max', '为最大值', 'is the greatest'],
  ['=', 'min', '为最小值', 'is the least'],
  ['<', 'max', '小于最大值', 'is under the greatest'],
])('an amount %s the %s of all is called so', (op, fn, zh, en) => {
  const filter = { kind: 'compare_aggregate', column: { table: 'orders', column: 'amount' }, op, fn } as const;
  expect([describeFilter(filter, { model: SHOP, locale: 'zh' }), describeFilter(filter, { model: SHOP, locale: 'en' })]).toEqual([
    expect.stringMatching(new RegExp(`${zh}$`)),
    expect.stringMatching(new RegExp(`${en}$`)),
  ]);
});
