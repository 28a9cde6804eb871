import type { OutputColumn, Row } from '@querent/contracts';
import { shapeOf } from '../reading/result-shape';
import { factsOf } from './facts';
import { unfounded } from './unfounded';

const output: OutputColumn[] = [
  { key: 'c1', label: '城市', role: 'dimension' },
  { key: 'c2', label: '订单金额', role: 'measure', unit: '元', format: 'currency' },
  { key: 'c3', label: '占比', role: 'share' },
  { key: 'c4', label: '月份', role: 'time', grain: 'month' },
];
const rows: Row[] = [
  ['上海市', 12345.67, 0.6, '2026-03-01'],
  ['杭州市', 8000, 0.4, '2026-04-01'],
  ['Lyon', 15, 0, '2026-04-01'],
];
const facts = factsOf(
  shapeOf({ output, rowCount: 3, truncated: false }, rows, null, 'zh'),
  rows,
  '今年超过100元的订单按城市的金额',
  null,
);
const english = factsOf(
  shapeOf(
    {
      output: output.map((column, at) => ({ ...column, label: ['city', 'order amount', 'share', 'month'][at] ?? '' })),
      rowCount: 3,
      truncated: false,
    },
    rows,
    null,
    'en',
  ),
  rows,
  'order amount over 100 by city this year',
  null,
);

describe('a phrased answer', () => {
  it.each([
    '上海市的订单金额最高，达到12,345.67元，占比60%，杭州市为8000元。',
    '共有3个城市，其中上海市占比60%。',
    '今年上海市排在第一，金额约1.23万元。',
    '2026年3月上海市的金额为12345.67元。',
    'Lyon 的订单金额只有15元。',
    '上海市和杭州市合计占全部。',
    '超过100元的订单中，上海市最多。',
    '“上海市”居首，“杭州市”其次为8,000元'.replace('其次', ''),
  ])('accepts: %s', (text) => {
    expect(unfounded(text, facts, '2026-11-21')).toBeNull();
  });

  it.each([
    ['上海市的订单金额为12,346.99元。', '12,346.99'],
    ['合计为20360.67元。', '20360.67'],
    ['上海市占比61%。', '61%'],
    ['2025年上海市最高。', '2025年'],
    ['去年上海市最高。', '去年'],
    ['2026年5月上海市最高。', '2026年5月'],
    ['武汉市的金额最高。', '武汉'],
    ['上海市最高，这得益于双十一促销。', '得益'],
    ['Berlin 的金额最高。', 'berlin'],
    ['“苏州店”居首。', '苏州店'],
    ['共有三十七个城市。', '三十七'],
    ['上海市约1.3万元。', '1.3万'],
    ['张三负责上海市。', '三负责'],
    ['上海市的C12最高。', 'c12'],
    ['上海市的5A订单最高。', '5a'],
    ['上海市的负责人最多。', '负责'],
  ])('refuses: %s', (text, claim) => {
    expect(unfounded(text, facts, '2026-11-21')).toContain(claim);
  });

  it.each([
    'Lyon has the lowest order amount with 15 yuan.',
    'Overall, there are 3 cities; the highest share is 60%.',
    'In March 2026 the order amount was 12,345.67.',
    'This year Lyon comes last.',
  ])('accepts in English: %s', (text) => {
    expect(unfounded(text, english, '2026-11-21')).toBeNull();
  });

  it.each([
    ['Lyon and Paris lead.', 'paris'],
    ['Paris leads with 15.', 'paris'],
    ['The manager is Smith.', 'manager'],
    ['Lyon reached 16.', '16'],
    ['Two thousand orders came from Lyon.', 'two thousand'],
    ['In May 2026 Lyon had 15.', 'may 2026'],
    ['Lyon is the capital.', 'capital'],
  ])('refuses in English: %s', (text, claim) => {
    expect(unfounded(text, english, '2026-11-21')).toContain(claim);
  });
});
