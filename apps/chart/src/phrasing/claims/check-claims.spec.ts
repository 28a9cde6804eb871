import fc from 'fast-check';
import type { Locale, OutputColumn, Row } from '@querent/contracts';
import { col } from '../../fixture/specimens';
import { shapeOf } from '../../reading/result-shape';
import { unprovenClaim } from './check-claims';

interface Result {
  locale: Locale;
  output: OutputColumn[];
  rows: Row[];
  asked: string;
  limited?: boolean;
  rowCount?: number;
}

const claim = (
  { locale, output, rows, asked, limited = false, rowCount = rows.length }: Result,
  text: string,
): string | null =>
  unprovenClaim(text, {
    shape: shapeOf({ output, rowCount, truncated: rowCount > rows.length }, rows, null, locale, true),
    rows,
    asked,
    limited,
    today: '2026-11-21',
  });

const citiesZh: Result = {
  locale: 'zh',
  asked: '各城市的订单数、订单金额和占比',
  output: [
    col('dimension', '城市'),
    col('measure', '订单数', { unit: '单', format: 'integer' }),
    col('measure', '订单金额', { unit: '元', format: 'currency' }),
    col('share', '金额占比'),
  ],
  rows: [
    ['上海市', 12, '84000', 0.6],
    ['杭州市', 30, '42000', 0.3],
    ['苏州市', 8, '14000', 0.1],
  ],
};
const citiesEn: Result = {
  locale: 'en',
  asked: 'orders and revenue by city',
  output: [
    col('dimension', 'city'),
    col('measure', 'orders', { format: 'integer' }),
    col('measure', 'revenue', { unit: 'yuan', format: 'currency' }),
    col('share', 'share of revenue'),
  ],
  rows: [
    ['Shanghai', 12, '84000', 0.6],
    ['Hangzhou', 30, '42000', 0.3],
    ['Suzhou', 8, '14000', 0.1],
  ],
};
const monthsZh: Result = {
  locale: 'zh',
  asked: '今年每个月的订单金额',
  output: [col('time', '月份', { grain: 'month' }), col('measure', '订单金额', { unit: '元' })],
  rows: [
    ['2026-01-01', 500],
    ['2026-02-01', 800],
    ['2026-03-01', 300],
  ],
};
const monthsEn: Result = {
  locale: 'en',
  asked: 'monthly revenue this year',
  output: [col('time', 'month', { grain: 'month' }), col('measure', 'revenue', { unit: 'yuan' })],
  rows: [
    ['2026-01-01', 500],
    ['2026-02-01', 800],
    ['2026-03-01', 300],
  ],
};
const comparedZh: Result = {
  locale: 'zh',
  asked: '2025年与2024年各品类的销售额对比',
  output: [
    col('dimension', '品类'),
    col('measure', '销售额 · 2025年', { unit: '元' }),
    col('measure', '销售额 · 2024年', { unit: '元' }),
    col('change', '销售额 · 变化', { unit: '元' }),
    col('growth', '销售额 · 增长率'),
  ],
  rows: [
    ['家电', 1200, 1000, 200, 0.2],
    ['服装', 600, 800, -200, -0.25],
  ],
};
const comparedEn: Result = {
  ...comparedZh,
  locale: 'en',
  asked: 'revenue by category, 2025 against 2024',
  output: [
    col('dimension', 'category'),
    col('measure', 'revenue · 2025', { unit: 'yuan' }),
    col('measure', 'revenue · 2024', { unit: 'yuan' }),
    col('change', 'revenue · change', { unit: 'yuan' }),
    col('growth', 'revenue · growth'),
  ],
  rows: [
    ['Appliances', 1200, 1000, 200, 0.2],
    ['Clothing', 600, 800, -200, -0.25],
  ],
};
const topEn: Result = {
  locale: 'en',
  asked: 'top 3 products by revenue over 100 yuan',
  limited: true,
  output: [col('name', 'product'), col('measure', 'revenue', { unit: 'yuan' })],
  rows: [
    ['Lamp', 900],
    ['Desk', 700],
    ['Chair', 200],
  ],
};
const oneZh: Result = {
  locale: 'zh',
  asked: '订单总数是多少',
  output: [col('measure', '订单数', { unit: '单', format: 'integer' })],
  rows: [[40]],
};
const byCityMonth: Result = {
  locale: 'en',
  asked: 'revenue by city and month',
  output: [
    col('time', 'month', { grain: 'month' }),
    col('dimension', 'city'),
    col('measure', 'revenue', { unit: 'yuan' }),
  ],
  rows: [
    ['2026-01-01', 'Leeds', 500],
    ['2026-01-01', 'Paris', 400],
    ['2026-02-01', 'Leeds', 300],
    ['2026-02-01', 'Paris', 700],
  ],
};

describe('claims that the rows prove', () => {
  it.each<[Result, string]>([
    [citiesZh, '上海市的订单金额最高，达到84,000元，占比60%，杭州市为42000元。'],
    [citiesZh, '订单数最多的是杭州市，为30单。'],
    [citiesZh, '杭州市的订单数最多（30单），苏州市的订单数最少（8单）。'],
    [citiesZh, '上海市、杭州市、苏州市的订单数分别为12、30和8。'],
    [citiesZh, '共有3个城市，其中上海市占比60%。'],
    [citiesZh, '上海市的订单金额为8.4万元。'],
    [citiesZh, '上海的订单金额高于杭州市。'],
    [citiesZh, '订单金额：上海市84000元、杭州市42000元、苏州市14000元。'],
    [citiesZh, '上海市订单金额84000元，杭州市42000元。'],
    [citiesZh, '按订单金额，上海市排在第一。'],
    [citiesZh, '上海市的订单金额超过80000元。'],
    [citiesEn, 'Shanghai has the highest revenue at 84,000 yuan, with a share of 60%.'],
    [citiesEn, 'Hangzhou has the most orders with 30 orders, and Suzhou has the fewest orders with 8.'],
    [citiesEn, 'Shanghai, Hangzhou and Suzhou had 12, 30 and 8 orders respectively.'],
    [citiesEn, 'There are 3 cities; the highest share is 60%.'],
    [citiesEn, 'Shanghai had 12 orders and revenue of 84,000 yuan.'],
    [citiesEn, 'Revenue in Shanghai is higher than in Hangzhou.'],
    [citiesEn, 'By revenue, Hangzhou ranks second with 42,000 yuan.'.replace('ranks', 'is')],
    [citiesEn, 'Hangzhou had 30 orders. Shanghai reached 84 thousand yuan in revenue.'],
    [monthsZh, '2026年2月的订单金额最高，为800元，2026年3月最低，为300元。'],
    [monthsZh, '订单金额从2026年1月的500元上升到2026年2月的800元。'],
    [monthsZh, '2026年3月订单金额下降至300元。'],
    [monthsEn, 'Revenue rose from 500 yuan in January 2026 to 800 yuan in February 2026.'],
    [monthsEn, 'The highest revenue, 800 yuan, was in February 2026.'],
    [
      {
        ...monthsEn,
        rows: [
          ['2026-01-01', '800'],
          ['2026-02-01', '500'],
          ['2026-03-01', '300'],
        ],
      },
      'Revenue fell every month.',
    ],
    [comparedZh, '家电的销售额增长20%，服装的销售额下降25%。'],
    [comparedZh, '家电2024年为1000元，2025年为1200元，增加200元。'],
    [comparedEn, 'Appliances grew by 20%, while Clothing fell by 25%.'],
    [comparedEn, 'Clothing dropped by 200 yuan to 600 yuan in 2025.'.replace(' to 600 yuan in 2025', '')],
    [topEn, 'The top 3 products by revenue over 100 yuan are Lamp (900), Desk (700) and Chair (200).'],
    [topEn, 'Lamp leads with 900 yuan, followed by Desk (700 yuan).'],
    [oneZh, '订单数为40单。'],
    [oneZh, '订单总数是40单。'],
    [
      { locale: 'en', asked: 'how many zorbs are there', output: [col('measure', 'count')], rows: [[42]] },
      'There are 42 zorbs among the users.',
    ],
    [
      {
        locale: 'en',
        asked: 'how many users',
        output: [col('measure', 'number of users', { format: 'integer' })],
        rows: [[200]],
      },
      'There are 200 users.',
    ],
    [
      { locale: 'zh', asked: '土豪客户有多少', output: [col('measure', '客户数', { unit: '个' })], rows: [[42]] },
      '土豪客户一共有42位。',
    ],
    [
      {
        locale: 'zh',
        asked: '有多少客户',
        output: [col('measure', '客户数', { unit: '人', format: 'integer' })],
        rows: [[200]],
      },
      '一共有 200 位客户。',
    ],
    [byCityMonth, 'In January 2026 Leeds had revenue of 500 yuan and Paris had 400.'],
    [byCityMonth, 'In February 2026 the highest revenue was 700 yuan, in Paris.'],
    [byCityMonth, 'In Paris revenue rose from 400 yuan in January 2026 to 700 yuan in February 2026.'],
  ])('%#: %s', (result, text) => {
    expect([text, claim(result, text)]).toEqual([text, null]);
  });
});

describe('claims that the rows do not prove', () => {
  it.each<[string, Result, string]>([
    ['swapped rows', citiesZh, '上海市的订单金额为42000元。'],
    ['swapped rows', citiesZh, '上海市的订单数为30单，杭州市为12单。'],
    ['swapped rows', citiesEn, 'Shanghai had 30 orders and Hangzhou had 12 orders.'],
    ['swapped rows in pairs', citiesZh, '上海市、杭州市、苏州市的订单数分别为30、12和8。'],
    ['swapped rows in pairs', citiesEn, 'Shanghai, Hangzhou and Suzhou had 30, 12 and 8 orders respectively.'],
    ['swapped rows in brackets', topEn, 'Lamp (700), Desk (900) and Chair (200).'],
    ['swapped measures', citiesZh, '上海市的订单金额为12元。'],
    ['swapped measures', citiesEn, 'Shanghai had 84,000 orders.'],
    ['swapped measures', citiesEn, 'Revenue in Shanghai was 12.'],
    [
      'a figure of another measure beside the right one',
      citiesEn,
      'Shanghai had 30 orders and revenue of 84,000 yuan.',
    ],
    ['a wrong unit', citiesZh, '上海市的订单数为12元。'],
    ['a wrong unit', citiesZh, '上海市的订单数为12%。'],
    ['a wrong unit', citiesZh, '上海市的订单数为12万单。'],
    ['a wrong unit', citiesZh, '上海市的订单金额为84000万元。'],
    ['a wrong unit', citiesZh, '上海市的订单金额为84000美元。'],
    ['a wrong unit', citiesZh, '上海市的订单金额为84000单。'],
    ['a wrong unit', citiesZh, '上海市占比60元。'],
    ['a wrong unit', citiesZh, '上海市占比60个百分点。'],
    ['a wrong unit', citiesEn, 'Shanghai had revenue of 84,000 dollars.'],
    ['a wrong unit', citiesEn, 'Shanghai had 12 percent of orders.'],
    ['a wrong unit', citiesEn, 'Shanghai had revenue of 84 million yuan.'],
    ['a wrong end', citiesZh, '苏州市的订单金额最高。'],
    ['a wrong end', citiesZh, '上海市的订单数最多。'],
    ['a wrong end', citiesZh, '订单金额最高的是杭州市，为42000元。'],
    ['a wrong end', citiesZh, '订单金额最低为84000元。'],
    ['a wrong end', citiesEn, 'Hangzhou has the fewest orders with 30.'],
    ['a wrong end', citiesEn, 'The lowest share is 60%.'],
    ['a wrong end', citiesEn, 'Suzhou leads by revenue with 14,000 yuan.'],
    ['the highest of what', citiesEn, 'Shanghai is highest.'],
    ['a wrong rank', citiesZh, '按订单金额，苏州市排在第二。'],
    ['a wrong rank', citiesEn, 'By revenue, Suzhou is second.'],
    ['a wrong successor', topEn, 'Lamp leads with 900 yuan, followed by Chair (200 yuan).'],
    ['a wrong comparison', citiesZh, '杭州市的订单金额高于上海市。'],
    ['a wrong comparison', citiesZh, '上海市的订单数多于杭州市。'],
    ['a wrong comparison', citiesEn, 'Revenue in Suzhou is higher than in Hangzhou.'],
    ['a wrong comparison', citiesEn, 'Shanghai had more than Hangzhou in orders.'],
    ['a difference that is a figure of a row', citiesZh, '上海市的订单金额高于杭州市42000元。'],
    ['a difference that is a figure of a row', citiesZh, '上海市比杭州市多42000元。'],
    ['a wrong bound', citiesZh, '苏州市的订单金额超过14000元。'],
    ['a wrong bound', citiesEn, 'Suzhou had less than 8 orders.'],
    ['a wrong direction', comparedZh, '服装的销售额增长25%。'],
    ['a wrong direction', comparedZh, '家电的销售额下降20%。'],
    ['a wrong direction', comparedEn, 'Appliances fell by 20%.'],
    ['a wrong direction', monthsZh, '订单金额从2026年1月的500元下降到2026年2月的800元。'],
    ['a wrong direction', monthsZh, '2026年3月订单金额上升至300元。'],
    ['a wrong direction', monthsEn, 'Revenue fell from 500 yuan in January 2026 to 800 yuan in February 2026.'],
    ['a wrong direction', monthsEn, 'Revenue rose over the period.'],
    ['a movement that not every step takes', monthsEn, 'Revenue fell every month.'],
    ['a movement that not every step takes', monthsEn, 'Revenue fell steadily.'],
    ['a movement that not every step takes', monthsZh, '订单金额逐月下降。'],
    ['a movement that not every step takes', monthsZh, '订单金额持续下降。'],
    [
      'a wrong direction',
      byCityMonth,
      'In Leeds revenue rose from 500 yuan in January 2026 to 300 yuan in February 2026.',
    ],
    ['another thing’s growth', comparedZh, '家电的销售额增长25%。'],
    ['another period', comparedZh, '家电2024年为1200元。'],
    ['another period', comparedEn, 'Appliances had revenue of 1000 yuan in 2025.'],
    ['another period', monthsZh, '2026年2月的订单金额为500元。'],
    ['another period', monthsEn, 'In March 2026 revenue was 800 yuan.'],
    ['another period', monthsZh, '2026年的订单金额为800元。'],
    ['another period', byCityMonth, 'In February 2026 Leeds had 500 yuan.'],
    ['a period without the thing', byCityMonth, 'In January 2026 revenue was 500 yuan.'],
    ['a sum', citiesZh, '合计84000元。'],
    ['a sum', citiesZh, '上海市和杭州市合计84000元。'],
    ['a sum', citiesZh, '上海市最高，三个城市共计84000元。'],
    ['a sum', citiesEn, 'In total, 84,000 yuan.'],
    ['a sum', citiesEn, 'Shanghai and Hangzhou together had 84,000 yuan in revenue.'],
    ['two rows for one figure', citiesZh, '上海市和杭州市的订单金额为84000元。'],
    ['two rows for one figure', citiesEn, 'Shanghai and Hangzhou had revenue of 84,000 yuan.'],
    ['an average', citiesZh, '平均订单金额为84000元。'],
    ['a multiple', citiesZh, '上海市的订单金额是杭州市的两倍。'],
    ['a multiple', citiesEn, 'Shanghai had double the revenue of Hangzhou.'],
    ['a denial', citiesZh, '上海市的订单金额不是最高。'],
    ['a denial', citiesEn, 'Suzhou had no orders.'],
    ['a count of rows for a measure', { ...citiesZh, rows: citiesZh.rows.slice(0, 2) }, '共有2单。'],
    ['a count of rows for a measure', citiesEn, 'There are 3 orders.'],
    ['a wrong count', citiesEn, 'There are 12 cities.'],
    ['the last of a cut order for the last of all', topEn, 'Chair has the lowest revenue with 200 yuan.'],
    ['the last of a result that is cut', { ...citiesEn, rowCount: 500 }, 'Suzhou has the lowest revenue.'],
    ['a right figure of nothing', citiesEn, 'It reached 84,000 yuan.'],
    ['a right figure of nothing', citiesZh, '达到了84000元。'],
    ['a condition of the question with another figure', topEn, 'Lamp is over 1000 yuan.'],
  ])('%s, case %#', (_, result, text) => {
    expect([text, claim(result, text)]).not.toEqual([text, null]);
  });
});

describe('namesakes', () => {
  const two: Result = {
    locale: 'en',
    asked: 'orders by customer',
    output: [col('name', 'customer'), col('measure', 'orders')],
    rows: [
      ['Ann', 50],
      ['Ann', 30],
      ['Bob', 20],
    ],
  };

  it('accepts each namesake’s figure, and no other', () => {
    expect(claim(two, 'Ann (50), Ann (30) and Bob (20).')).toBeNull();
    expect(claim(two, 'Ann had 20 orders.')).not.toBeNull();
  });
});

describe('any result', () => {
  const names = ['Leeds', 'Paris', 'Lyon', 'Oslo'];
  const figures = fc.uniqueArray(fc.integer({ min: 100, max: 9_999 }), { minLength: 8, maxLength: 8 });
  const tableOf = (values: readonly number[], locale: Locale): Result => ({
    locale,
    asked: 'figures',
    rows: names.map((name, at) => [name, values[at] ?? 0, values[at + 4] ?? 0]),
    output: [
      col('dimension', locale === 'zh' ? '城市' : 'city'),
      col('measure', locale === 'zh' ? '订单数' : 'orders'),
      col('measure', locale === 'zh' ? '退货数' : 'returns'),
    ],
  });
  const wordings: Record<Locale, (name: string, measure: 0 | 1, value: number) => string> = {
    zh: (name, measure, value) => `${name}的${['订单数', '退货数'][measure]}为${value}。`,
    en: (name, measure, value) => `${name} had ${value} ${['orders', 'returns'][measure]}.`,
  };

  it.each<Locale>(['zh', 'en'])('in %s a figure is accepted for its row and measure, and for no other', (locale) => {
    fc.assert(
      fc.property(
        figures,
        fc.nat(3),
        fc.constantFrom(0 as const, 1 as const),
        fc.nat(7),
        (values, row, measure, which) => {
          const text = wordings[locale](names[row] ?? '', measure, values[which] ?? 0);
          expect([text, claim(tableOf(values, locale), text) === null]).toEqual([text, which === row + 4 * measure]);
        },
      ),
    );
  });

  it.each<[Locale, string, string]>([
    ['zh', '最多', '最少'],
    ['en', 'most', 'fewest'],
  ])('in %s only the true extremes are accepted as highest and lowest', (locale, most, least) => {
    fc.assert(
      fc.property(figures, fc.nat(3), fc.boolean(), (values, row, isMost) => {
        const orders = values.slice(0, 4);
        const text =
          locale === 'zh'
            ? `${names[row]}的订单数${isMost ? most : least}。`
            : `${names[row]} has the ${isMost ? most : least} orders.`;
        const isTrue = orders[row] === (isMost ? Math.max(...orders) : Math.min(...orders));
        expect([text, claim(tableOf(values, locale), text) === null]).toEqual([text, isTrue]);
      }),
    );
  });

  it.each<Locale>(['zh', 'en'])('in %s one is more than another where it is', (locale) => {
    fc.assert(
      fc.property(figures, fc.nat(3), fc.nat(3), (values, a, b) => {
        fc.pre(a !== b);
        const text =
          locale === 'zh'
            ? `${names[a]}的订单数高于${names[b]}。`
            : `Orders in ${names[a]} were higher than in ${names[b]}.`;
        expect([text, claim(tableOf(values, locale), text) === null]).toEqual([
          text,
          (values[a] ?? 0) > (values[b] ?? 0),
        ]);
      }),
    );
  });
});
