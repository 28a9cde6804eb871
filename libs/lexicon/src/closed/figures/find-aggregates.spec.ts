import fc from 'fast-check';
import { findAggregates } from './find-aggregates';

describe('findAggregates', () => {
  it.each([
    ['景区有多少个', '有多少个:count'],
    ['订单数', '数:count'],
    ['客户数量', '数量:count'],
    ['平均分数', '平均:avg'],
    ['数据', ''],
    ['总销售额', '总:sum'],
    ['总部在北京', ''],
    ['总经理', ''],
    ['金额合计', '合计:sum'],
    ['客单价最大值', '最大值:max'],
    ['中位数', '中位数:median'],
    ['不同的城市', '不同的:distinct'],
    ['各品类占比', '占比:share'],
    ['男女比例', '比例:ratio'],
    ['how many orders', 'how many:count'],
    ['the total number of orders', 'the total number of:count'],
    ['total revenue', 'total:sum'],
    ['average order value', 'average:avg'],
    ['share of refunds', 'share of:share'],
    ['what percentage of orders', 'what percentage:share'],
    ['distinct cities', 'distinct:distinct'],
    ['median salary', 'median:median'],
    ['the ratio of', 'the ratio of:ratio'],
    ['accounts and discounts', ''],
  ])('%s → %s', (text, expected) => {
    expect(
      findAggregates(text)
        .map(({ text: found, kind }) => `${found}:${kind}`)
        .join(' '),
    ).toBe(expected);
  });
});

it('spans of aggregates are inside the text, in order, without overlap', () => {
  const pieces = [
    '总',
    '数',
    '总数',
    '平均',
    '每',
    '最高值',
    '不同的',
    '占比',
    '"',
    'the ',
    'total ',
    'number of ',
    'İ',
    '𠮷',
    '.',
  ];
  const anyText = fc.oneof(
    fc.array(fc.constantFrom(...pieces), { maxLength: 14 }).map((some) => some.join('')),
    fc.string({ unit: 'binary', maxLength: 40 }),
  );
  fc.assert(
    fc.property(anyText, (text) => {
      let covered = 0;
      for (const span of findAggregates(text)) {
        expect(text.slice(span.start, span.end)).toBe(span.text);
        expect(span.end).toBeGreaterThan(span.start);
        expect(span.start).toBeGreaterThanOrEqual(covered);
        covered = span.end;
      }
    }),
    { numRuns: 600 },
  );
});
