import type { Doubt, Locale, OutputColumn, Row } from '@querent/contracts';
import { answerText } from '../answer/answer-text';
import { plannedQuery, shop } from '@querent/suggestions/fixture';
import {
  avgOf,
  by,
  col,
  countOf,
  query,
  specimen,
  specimens,
  sumOf,
  type Specimen,
  type SpecimenName,
} from '../fixture/specimens';
import { shapeOf } from '../reading/result-shape';
import { doubtSentences } from './doubt-sentences';
import { doubtsOf } from './doubts';
import { magnitudeRules } from './unusual-magnitudes';

const shapeFor = (from: Specimen) =>
  shapeOf(
    { output: from.output, rowCount: from.rowCount ?? from.rows.length, truncated: from.truncated ?? false },
    from.rows,
    from.query,
    from.locale,
  );
const signs = (from: Specimen, noted: Doubt[] = []): Doubt[] => doubtsOf(noted, shapeFor(from), from.query, null);
const textOf = (from: Specimen, noted: Doubt[] = [], maxSentences: number | null = null): string =>
  answerText({
    shape: shapeFor(from),
    query: from.query,
    result: { rowCount: from.rows.length, truncated: false, skipped: [] },
    refinedQuestion: from.refined,
    question: from.question,
    disclosures: from.disclosures ?? [],
    doubts: signs(from, noted),
    today: '2027-01-01',
    isAdditive: () => false,
    maxSentences,
  });
const grouped = (column: OutputColumn, values: Row, measures = [sumOf(column.label)]): Specimen => ({
  locale: 'en',
  question: 'q',
  refined: 'revenue by city',
  output: [col('dimension', 'city'), column],
  rows: values.map((value, i) => [`city ${i}`, value]),
  query: query({ measures, dimensions: [by('city')] }),
});

describe('signs of doubt', () => {
  it.each((Object.keys(specimens) as SpecimenName[]).filter((name) => name !== 'emptyZh'))(
    'there are none in %s',
    (name) => {
      expect(signs(specimen(name))).toEqual([]);
    },
  );

  it('include an empty result, mentioned once', () => {
    expect(signs(specimen('emptyZh'))).toEqual([{ sign: 'empty_result', about: '' }]);
    expect(textOf(specimen('emptyZh'))).toBe('没有找到符合条件的数据。查询的内容是：所在城市为火星的景区。');
  });

  it('do not include an empty result if only an empty page was read', () => {
    expect(signs({ ...specimen('emptyZh'), rowCount: 3 })).toEqual([]);
  });

  it('include a figure without any value', () => {
    expect(signs(grouped(col('measure', 'revenue'), [null, null]))).toEqual([
      { sign: 'all_null_column', about: 'revenue' },
    ]);
  });

  it('mention a single missing number once', () => {
    const from: Specimen = {
      ...grouped(col('measure', 'revenue'), []),
      output: [col('measure', 'revenue')],
      rows: [[null]],
      query: query({ measures: [sumOf('revenue')] }),
    };
    expect(signs(from)).toEqual([{ sign: 'all_null_column', about: 'revenue' }]);
    expect(textOf(from)).toBe('Revenue by city: there is no data to compute this from.');
  });

  it('do not include empty columns that the question did not name, or growth without a base', () => {
    const list: Specimen = {
      ...specimen('rankingZh'),
      rows: specimen('rankingZh').rows.map(([name, level]) => [name ?? null, level ?? null, null, null]),
    };
    expect(signs({ ...list, query: query() })).toEqual([]);
    expect(signs({ ...list, query: null }).map(({ about }) => about)).toEqual(['门票', '评分']);
    expect(signs(grouped(col('growth', 'growth'), [null, null, null]))).toEqual([]);
  });

  it.each<[string, Specimen]>([
    ['a share above one', grouped(col('share', 'x'), ['0.4', '1.2'])],
    ['a share below nothing', grouped(col('share', 'x'), [-0.1, 0.4])],
    ['a rate of 8,500 %', grouped(col('measure', 'x', { format: 'percent' }), ['85', '90.5'])],
    ['a rate in % beyond measure', grouped(col('measure', 'x', { unit: '%' }), [8_500])],
    ['a quadrillion', grouped(col('measure', 'x', { unit: 'yuan', format: 'currency' }), ['1000000000000000.50'])],
    ['what is no number', grouped(col('measure', 'x'), ['NaN', 3])],
    ['an endless number', grouped(col('measure', 'x'), ['-Infinity', 3])],
    ['one group far larger than the others', grouped(col('measure', 'x'), [1, 2, 3, 2, 40_000])],
  ])('include %s', (_what, from) => {
    expect(signs(from)).toEqual([{ sign: 'unusual_magnitude', about: 'x' }]);
  });

  it.each<[string, Specimen]>([
    ['shares that end a hair beside one', grouped(col('share', 'x'), ['1.0000000002', 0])],
    ['a rate above the plan', grouped(col('measure', 'x', { format: 'percent' }), ['1.35', '-0.2'])],
    ['points of a hundred', grouped(col('measure', 'x', { unit: '%' }), [85, 120])],
    ['the money of a country', grouped(col('measure', 'x', { format: 'currency' }), ['126058200000000'])],
    ['a number that is a name', grouped(col('measure', 'x', { format: 'text' }), ['1234567890123456789'])],
    ['few groups', grouped(col('measure', 'x'), [1, 1, 1, 1_000_000])],
    ['groups that are mostly nothing', grouped(col('measure', 'x'), [0, 0, 0, 0, 0, 1_000_000])],
    ['a list of things', { ...grouped(col('measure', 'x'), [1, 2, 3, 2, 40_000]), query: query() }],
    ['a text that is called so', grouped(col('dimension', 'x'), ['NaN', 'Infinity'], [countOf('y')])],
    ['an average', grouped(col('measure', 'x'), [1, 2, 3, 2, 900], [avgOf('x')])],
  ])('do not include %s', (_what, from) => {
    expect(signs(from)).toEqual([]);
  });

  it('have a test for each rule, by name', () => {
    expect(new Set(magnitudeRules.map(({ name }) => name)).size).toBe(magnitudeRules.length);
  });

  it('include those of earlier stages once each, and qualify even the shortest answer', () => {
    const noted: Doubt[] = [
      { sign: 'rows_multiplied', about: '' },
      { sign: 'rows_multiplied', about: '' },
      { sign: 'unknown_value', about: '城市“亚特兰蒂斯”' },
    ];
    expect(signs(specimen('citiesZh'), noted)).toEqual(noted.slice(1));
    expect(textOf(specimen('citiesZh'), noted, 1)).toBe(
      '各城市的客户数，共 11 组：最高的是杭州市（980 人），最低的是丽水市（250 人）。数据中没有这样的取值：城市“亚特兰蒂斯”。有的数据可能被重复计入。',
    );
  });

  it.each<Locale>(['zh', 'en'])('are worded in one sentence per sign, in %s', (locale) => {
    const many = Array.from({ length: 6 }, (_, i): Doubt => ({ sign: 'unusual_magnitude', about: `m${i}` }));
    const [sentence, ...others] = doubtSentences(many, [], locale);
    expect(others).toEqual([]);
    expect(sentence).toContain('m3…');
    expect(
      doubtSentences(
        [
          { sign: 'all_null_column', about: '' },
          { sign: 'empty_result', about: '' },
          { sign: 'unknown_value', about: '' },
          { sign: 'unusual_magnitude', about: '' },
        ],
        [],
        locale,
      ),
    ).toHaveLength(4);
  });
});

describe('a value that no row has', () => {
  const shape = shapeFor(specimen('countZh'));
  const about = (filters: Parameters<typeof query>[0]): string[] =>
    doubtsOf([], shape, query(filters), shop).map((doubt) => doubt.about);
  const city = { table: 'customers', column: 'city' };
  const kind = { table: 'customers', column: 'kind' };

  it('is named in business words', () => {
    expect(about({ filters: [{ kind: 'compare', column: city, op: '=', value: '火星市' }] })).toEqual(['城市“火星市”']);
    expect(about({ filters: [{ kind: 'in', column: kind, values: ['VIP', 'Gold'], negated: false }] })).toEqual([
      '客户类型“Gold”',
    ]);
    expect(
      about({ filters: [{ kind: 'text', column: city, match: 'contains', value: '火星', negated: false }] }),
    ).toEqual(['城市“火星”']);
    expect(
      about({
        filters: [
          {
            kind: 'or',
            filters: [
              { kind: 'compare', column: city, op: '=', value: '北京市' },
              { kind: 'compare', column: city, op: '=', value: '火星市' },
            ],
          },
        ],
      }),
    ).toEqual(['城市“火星市”']);
    expect(
      about({
        filters: [
          {
            kind: 'exists',
            table: 'orders',
            filters: [{ kind: 'compare', column: { table: 'orders', column: 'channel' }, op: '=', value: 'fax' }],
            negated: false,
          },
        ],
      }),
    ).toEqual(['渠道“fax”']);
    expect(
      about({ measures: [{ ...countOf('x'), where: [{ kind: 'compare', column: city, op: '=', value: '火星市' }] }] }),
    ).toEqual(['城市“火星市”']);
  });

  it.each<[string, Parameters<typeof query>[0]]>([
    ['is stored', { filters: [{ kind: 'compare', column: city, op: '=', value: '杭州市' }] }],
    [
      'is part of what is stored',
      { filters: [{ kind: 'text', column: city, match: 'starts', value: '杭州', negated: false }] },
    ],
    [
      'is excluded',
      {
        filters: [
          { kind: 'compare', column: city, op: '!=', value: '火星市' },
          { kind: 'in', column: kind, values: ['Gold'], negated: true },
        ],
      },
    ],
    [
      'is of a column whose values are not all known',
      { filters: [{ kind: 'compare', column: { table: 'customers', column: 'name' }, op: '=', value: 'Nobody' }] },
    ],
    [
      'is a number among numbers',
      { filters: [{ kind: 'compare', column: { table: 'orders', column: 'amount' }, op: '=', value: 7 }] },
    ],
    [
      'is of nothing in the model',
      { filters: [{ kind: 'compare', column: { table: 'gone', column: 'x' }, op: '=', value: 'y' }] },
    ],
  ])('is not reported where it %s', (_when, asked) => {
    expect(about(asked)).toEqual([]);
  });

  it.each(['杭州市有多少个VIP客户', '今年各渠道的订单金额', '北京市的客户'])('is not reported for %s', (question) => {
    expect(doubtsOf([], shape, plannedQuery(question, 'zh'), shop)).toEqual([]);
  });
});
