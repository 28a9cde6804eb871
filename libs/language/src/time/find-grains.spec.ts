import { findComparisons } from './find-comparisons';
import { findGrainQuestions, findGrains } from './find-grains';

it.each([
  ['按月统计销售额', 'month'],
  ['每个月的销售额', 'month'],
  ['各月订单数', 'month'],
  ['逐月', 'month'],
  ['按天', 'day'],
  ['每日', 'day'],
  ['每周的订单', 'week'],
  ['每季度', 'quarter'],
  ['各季度', 'quarter'],
  ['每年', 'year'],
  ['历年', 'year'],
  ['按年度', 'year'],
  ['monthly revenue', 'month'],
  ['revenue by month', 'month'],
  ['per quarter', 'quarter'],
  ['each year', 'year'],
  ['for every week', 'week'],
  ['daily', 'day'],
  ['annual totals', 'year'],
  ['over the years', 'year'],
  ['去年每个月每天', 'month day'],
  ['按年龄分组', ''],
  ['按年限排序', ''],
  ['各年级人数', ''],
  ['按日期排序', ''],
  ['部分日期', ''],
  ['每周一', ''],
  ['每年3月', ''],
  ['本月', ''],
  ['the monthlyfee', ''],
])('%s divides time by %s', (text, grains) => {
  expect(
    findGrains(text)
      .map(({ grain }) => grain)
      .join(' '),
  ).toBe(grains);
});

it.each([
  ['哪个月销售额最高', 'month'],
  ['哪一年音乐会最多', 'year'],
  ['which quarter was best', 'quarter'],
  ['哪年级', ''],
  ['what a month', ''],
])('%s asks for a %s', (text, grains) => {
  expect(
    findGrainQuestions(text)
      .map(({ grain }) => grain)
      .join(' '),
  ).toBe(grains);
});

it.each([
  ['销售额同比增长率', 'yoy:同比增长率'],
  ['销售额环比', 'previous_period:环比'],
  ['与去年相比', 'yoy:与去年相比'],
  ['今年比去年增长多少', 'yoy:比去年'],
  ['较去年同期', 'yoy:较去年同期'],
  ['去年同期', 'yoy:去年同期'],
  ['和上个月相比', 'previous_period:和上个月相比'],
  ['比上周多', 'previous_period:比上周'],
  ['compared to last year', 'yoy:compared to last year'],
  ['this year vs last year', 'yoy:vs last year'],
  ['revenue vs. the same period last year', 'yoy:vs. the same period last year'],
  ['year-over-year growth', 'yoy:year-over-year'],
  ['yoy', 'yoy:yoy'],
  ['month over month', 'previous_period:month over month'],
  ['the mom change', 'previous_period:mom'],
  ['higher than last month', 'previous_period:than last month'],
  ['2024年与2023年对比', 'between:对比'],
  ['compare 2023 and 2024', 'between:compare'],
  ['Q1 vs Q2', 'between:vs'],
  ['2025年比2024年增长了多少', 'between:比'],
  ['2025年销售额比2024年', 'between:比'],
  ['pop music', ''],
  ['my mom', ''],
  ['各区网络得分对比', ''],
  ['last year', ''],
])('%s → %s', (text, expected) => {
  expect(
    findComparisons(text, { today: '2026-11-21' })
      .map(({ kind, text: found }) => `${kind}:${found}`)
      .join(' '),
  ).toBe(expected);
});
