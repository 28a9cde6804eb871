import { shapeOf } from '../reading/result-shape';
import {
  avgOf,
  by,
  col,
  countOf,
  query,
  specimen,
  sumOf,
  type Specimen,
  type SpecimenName,
} from '../fixture/specimens';
import { answerForm, answerForms, answerText } from './answer-text';

const texts = (from: Specimen, additive = false, today = '2027-01-01'): string => {
  const result = {
    rowCount: from.rowCount ?? from.rows.length,
    truncated: from.truncated ?? false,
    skipped: from.skipped ?? [],
  };
  const shape = shapeOf({ output: from.output, ...result }, from.rows, from.query, from.locale);
  return answerText({
    shape,
    query: from.query,
    result,
    refinedQuestion: from.refined,
    question: from.question,
    disclosures: from.disclosures ?? [],
    today,
    isAdditive: () => additive,
  });
};

describe('an answer', () => {
  it.each<[SpecimenName, string]>([
    ['countZh', '浙江省的5A景区数量为 20 个。'],
    ['numberEn', 'Average order value, Q3 2025: 1,234,567.89 yuan.'],
    [
      'monthsZh',
      '2024年每个月的订单金额：从2024年1月的 1,250,000 元到2024年12月的 1,256,894.68 元，上升 0.6%。最高是2024年4月的 1,704,048.09 元，最低是2024年10月的 1,103,538.56 元。',
    ],
    [
      'gapEn',
      'Number of orders by month: from 900 orders in January 2024 to 1,452 orders in June 2026, up 61.3%. The peak was 1,452 orders in June 2026, the low 866 orders in November 2024.',
    ],
    ['seriesZh', '2025年各渠道每月的销售额：共 4 组、10 个时期。2025年10月最高的是手机应用（295,348.19 元）。'],
    [
      'yearsZh',
      '各年份基础设施综合评分：从2023年的 71.25 分到2025年的 78.93 分，上升 10.8%。最高是2025年的 78.93 分，最低是2023年的 71.25 分。',
    ],
    ['citiesZh', '各城市的客户数，共 11 组：最高的是杭州市（980 人），最低的是丽水市（250 人）。'],
    [
      'shareEn',
      'Share of refund amount by category: the largest share is Electronics (36.8%), followed by Appliances (18.4%), Clothing (12.3%).',
    ],
    ['shareZh', '各客户类型的订单数占比：占比最高的是普通客户（65.1%），其次是VIP客户（23%）、企业客户（11.9%）。'],
    [
      'childrenZh',
      '西湖区基础设施各项得分（2025年）：网络 82.15 分、终端 76.4 分、教室 88.02 分。其中教室最高，终端最低。',
    ],
    [
      'compareTotalZh',
      '2025年与2024年的订单金额对比：2024年为 15,230,000.50 元，2025年为 18,120,345 元，增加 2,890,344.50 元（+19%）。',
    ],
    [
      'compareGroupsEn',
      'Revenue by category, 2025 against 2024, 8 groups: 7 up, 1 down. The largest rise: Beauty (550,000 yuan → 890,000 yuan, up by 340,000 yuan (+61.8%)). The largest fall: Electronics (900,000 yuan → 800,000 yuan, down by 100,000 yuan (−11.1%)).',
    ],
    [
      'mapZh',
      '杭州西湖附近5公里内的景区：共找到 8 条，前几条是杭州西湖风景名胜区、雷峰塔景区、灵隐寺、六和塔、宋城等。最近的是杭州西湖风景名胜区（0 公里）。',
    ],
    [
      'rankingZh',
      '评分最高的10个景区，共 8 项，前 5 项依次是杭州西湖风景名胜区（4.9 分）、雷峰塔景区（4.8 分）、灵隐寺（4.7 分）、六和塔（4.6 分）、宋城（4.5 分）。',
    ],
    [
      'coverageZh',
      '浙江省的5A景区：共找到 23 条，前几条是景区1、景区2、景区3、景区4、景区5等。数据来源：A级景区名录 + 景点详情 8 条、A级景区名录 8 条、景点详情 7 条。',
    ],
    ['emptyZh', '没有找到符合条件的数据。查询的内容是：所在城市为火星的景区。'],
    ['top1En', 'City with the most active customers: Hangzhou (number of customers: 412 customers).'],
  ])('to %s', (name, text) => {
    expect(texts(specimen(name))).toBe(text);
  });

  it('ranks the first in the order of the database', () => {
    expect(texts(specimen('topEn'))).toMatch(
      /^Top 5 products by revenue, 2025: .+ \(1,482,000\.50 yuan\), Air purifier X3 \(1,200,340 yuan\)/,
    );
  });

  describe('an answer with a limit of sentences', () => {
    const brief = (from: Specimen, maxSentences: number | null, additive = false, today = '2027-01-01'): string => {
      const result = {
        rowCount: from.rowCount ?? from.rows.length,
        truncated: from.truncated ?? false,
        skipped: from.skipped ?? [],
      };
      const shape = shapeOf({ output: from.output, ...result }, from.rows, from.query, from.locale);
      return answerText({
        shape,
        query: from.query,
        result,
        refinedQuestion: from.refined,
        question: from.question,
        disclosures: from.disclosures ?? [],
        today,
        isAdditive: () => additive,
        maxSentences,
      });
    };

    it('states the answer first', () => {
      expect(brief(specimen('monthsZh'), 1)).toBe(
        '2024年每个月的订单金额：从2024年1月的 1,250,000 元到2024年12月的 1,256,894.68 元，上升 0.6%。',
      );
      expect(brief(specimen('citiesZh'), 1, true)).not.toContain('合计');
      expect(brief(specimen('citiesZh'), 2, true)).toContain('合计');
      expect(brief(specimen('citiesZh'), null, true)).toBe(texts(specimen('citiesZh'), true));
    });

    it('keeps all qualifying sentences', () => {
      const from = specimen('citiesZh', {
        disclosures: ['年份取最新'],
        skipped: [{ label: '评分', count: 3 }],
        truncated: true,
      });
      const text = brief(from, 1, true);
      for (const words of ['最高的是杭州市', '年份取最新', '3 个值', '只取回了前 11 行']) expect(text).toContain(words);
      expect(text).not.toContain('合计');
    });

    it('names partial periods', () => {
      const [full, cut] = [
        brief(specimen('monthsZh'), null, false, '2024-12-10'),
        brief(specimen('monthsZh'), 1, false, '2024-12-10'),
      ];
      expect(full.length).toBeGreaterThan(cut.length);
      expect(cut).toContain('2024年12月');
      expect(cut.split('。').filter(Boolean)).toHaveLength(2);
    });
  });

  it('gives a total only for an additive measure with all rows', () => {
    expect(texts(specimen('citiesZh'), true)).toContain('合计 6,765 人。');
    expect(texts(specimen('citiesZh'), false)).not.toContain('合计');
    expect(texts(specimen('citiesZh', { truncated: true }), true)).not.toContain('合计');
    expect(texts(specimen('topEn'), true)).not.toContain('In total');
  });

  it('uses 共有 for a "how many" question', () => {
    expect(texts(specimen('countZh', { refined: '浙江省5A景区有多少个？' }))).toBe('浙江省5A景区共有 20 个。');
  });

  it("names the figure for a question in the asker's own words, unless the words do", () => {
    const own = (question: string, label: string, locale: 'zh' | 'en'): string =>
      texts({
        locale,
        question,
        refined: question,
        output: [col('measure', label, { format: 'integer' })],
        rows: [[42]],
        query: null,
      });
    expect(own('查询大客户数量', '客户数量', 'zh')).toBe('大客户数量为 42。');
    expect(own('大客户怎么样', '客户数量', 'zh')).toBe('大客户怎么样：客户数量为 42。');
    expect(own('那去年呢', '订单数', 'zh')).toBe('那去年呢：订单数为 42。');
    expect(own('看看订单数', '订单数', 'zh')).toBe('订单数为 42。');
    expect(own('有多少个头绪', '结果1', 'zh')).toBe('有多少个头绪：42。');
    expect(own('how many key accounts do we have?', 'number of customers', 'en')).toBe(
      'How many key accounts do we have: 42 (number of customers).',
    );
    expect(own('foo '.repeat(499), 'result 1', 'en')).toMatch(/^Foo (foo )+.{0,3}…: 42\.$/);
  });

  it("gives the single value of any type for a question in the asker's own words", () => {
    const own = (value: string | boolean, role: 'measure' | 'text', locale: 'zh' | 'en'): string => {
      const question = locale === 'zh' ? '订单在涨吗' : 'are orders growing?';
      return texts({
        locale,
        question,
        refined: question,
        output: [col(role, 'answer')],
        rows: [[value]],
        query: null,
      });
    };
    expect(own('yes', 'measure', 'en')).toBe('Are orders growing: yes.');
    expect(own(false, 'text', 'en')).toBe('Are orders growing: no.');
    expect(own(true, 'measure', 'zh')).toBe('订单在涨吗：是。');
  });

  it('gives figures with the names of their rows without a query', () => {
    const of = (question: string, output: Specimen['output'], rows: Specimen['rows']): string =>
      texts({ locale: 'zh', question, refined: question, output, rows, query: null });
    expect(
      of(
        '列出所有大客户',
        [col('name', '客户名称'), col('measure', '订单金额', { unit: '元', format: 'currency' })],
        [
          ['甲', 3000],
          ['乙', 2000],
        ],
      ),
    ).toBe('所有大客户：共找到 2 条，分别是甲（3,000 元）、乙（2,000 元）。');
    expect(
      of(
        '请看一下各品类的退货占比',
        [col('dimension', '品类'), col('share', '占比', { format: 'percent' })],
        [
          ['图书', 0.5],
          ['玩具', 0.3],
          ['电子', 0.2],
        ],
      ),
    ).toBe('各品类的退货占比：占比最高的是图书（50%），其次是玩具（30%）、电子（20%）。');
  });

  it('uses the right preposition for a day, a week and a month', () => {
    const during = (grain: 'day' | 'week' | 'month'): string => {
      const output: Specimen['output'] = [
        { ...col('time', 'date'), grain },
        col('measure', 'orders', { format: 'integer' }),
      ];
      return texts({
        locale: 'en',
        question: 'q',
        refined: 'orders',
        output,
        rows: [
          ['2026-03-02', 1],
          ['2026-04-06', 2],
        ],
        query: null,
      });
    };
    expect(during('day')).toContain('from 1 on March 2, 2026 to 2 on April 6, 2026, up 100%');
    expect(during('week')).toContain('from 1 in the week of March 2, 2026 to 2 in the week of April 6, 2026');
    expect(during('month')).toContain('from 1 in March 2026 to 2 in April 2026');
  });

  it.each([
    ['points', '1 point'],
    ['people', '1 person'],
    ['ms', '1 ms'],
    ['km/s', '1 km/s'],
    ['branches', '1 branch'],
  ])('writes one of %s as %s', (unit, text) => {
    expect(
      texts({
        locale: 'en',
        question: 'q',
        refined: 'total',
        output: [col('measure', 'total', { unit })],
        rows: [[1]],
        query: query({ measures: [sumOf('total')] }),
      }),
    ).toBe(`Total: ${text}.`);
  });

  it('names several groups that share an extreme', () => {
    const output = [col('dimension', 'city'), col('measure', 'orders', { format: 'integer' })];
    expect(
      texts({
        locale: 'en',
        question: 'q',
        refined: 'orders by city',
        output,
        rows: [
          ['a', 9],
          ['b', 5],
          ['c', 2],
          ['d', 2],
        ],
        query: query({ measures: [sumOf('orders')], dimensions: [by('city')] }),
      }),
    ).toBe('Orders by city, 4 groups. Highest: a (9); lowest: c (2), d (2).');
  });

  it('states that nothing can be computed, instead of a number', () => {
    expect(texts(specimen('numberEn', { rows: [[null]] }))).toBe(
      'Average order value, Q3 2025: there is no data to compute this from.',
    );
  });

  it('gives zero as a number', () => {
    expect(texts(specimen('countZh', { rows: [[0]] }))).toBe('浙江省的5A景区数量为 0 个。');
  });

  it('names all that share the first place', () => {
    const rows = [
      ['a', 5],
      ['b', 5],
      ['c', 3],
      ['d', 1],
      ['e', 1],
    ];
    expect(texts({ ...specimen('citiesZh'), rows })).toContain(
      '最高的是a（5 人）、b（5 人），最低的是d（1 人）、e（1 人）。',
    );
    expect(texts({ ...specimen('citiesZh'), rows: rows.map(([name]) => [name ?? '', 2]) })).toContain(
      '共 5 组，均为 2 人。',
    );
  });

  it('excludes groups without a value from the extremes, and mentions them', () => {
    expect(
      texts({
        ...specimen('citiesZh'),
        rows: [
          ['a', 5],
          ['b', 4],
          ['c', 3],
          ['d', 1],
          ['e', null],
        ],
      }),
    ).toContain('另有 1 组没有数值。');
  });

  it('names periods that are partial because of today or the question’s range', () => {
    expect(texts(specimen('monthsZh'), false, '2024-12-20')).toContain('其中2024年12月只含部分日期。');
    expect(texts(specimen('monthsZh'), false, '2025-01-01')).not.toContain('部分');
    const from = specimen('monthsZh');
    const range = { from: '2024-01-15', to: '2024-12-16', label: '' };
    const query0 = from.query && {
      ...from.query,
      filters: [{ kind: 'time' as const, column: { table: 't', column: 'd' }, range, negated: false }],
    };
    expect(texts({ ...from, query: query0 }, false, '2026-01-01')).toContain('其中2024年1月、2024年12月只含部分日期。');
  });

  it('warns when the current year is compared with a whole one', () => {
    const from = specimen('compareTotalZh');
    const compare = from.query?.compare && {
      ...from.query.compare,
      current: { from: '2025-01-01', to: '2025-11-22', label: '2025年' },
    };
    expect(texts({ ...from, query: from.query && { ...from.query, compare: compare ?? null } })).toContain(
      '两个时期长短不同：2024年有 366 天，2025年有 325 天。',
    );
    expect(texts(from)).not.toContain('长短不同');
  });

  it('ranks the largest changes with both values', () => {
    const from = specimen('compareGroupsEn');
    const ranked = from.query && {
      ...from.query,
      limit: 2,
      order: [{ by: { kind: 'change' as const, index: 0 }, direction: 'desc' as const }],
    };
    expect(texts({ ...from, query: ranked, rows: from.rows.slice(0, 2) })).toBe(
      'Revenue by category, 2025 against 2024: Electronics (900,000 yuan → 800,000 yuan), Appliances (830,000 yuan → 890,000 yuan).',
    );
  });

  it('gives no growth rate for a zero base', () => {
    expect(texts({ ...specimen('compareTotalZh'), rows: [['100', '0', '100', null]] })).toContain('增加 100 元。');
    expect(
      texts({
        ...specimen('monthsZh'),
        rows: [
          ['2024-01-01', '0'],
          ['2024-02-01', '50'],
        ],
      }),
    ).toContain('变化 50 元');
  });

  it('keeps the digits of numbers that exceed the precision of a double', () => {
    expect(texts({ ...specimen('countZh'), rows: [['12345678901234567890']] })).toContain(
      '12,345,678,901,234,567,890 个',
    );
  });

  it('gives only the number of rows that it cannot name', () => {
    const orders: Specimen = {
      locale: 'en',
      question: 'orders',
      refined: 'list of orders',
      output: [col('text', 'order number'), col('dimension', 'channel')],
      rows: [
        ['1', 'app'],
        ['2', 'web'],
      ],
      query: query(),
    };
    expect(texts(orders)).toBe('List of orders: 2 found.');
  });
});

describe('qualifying sentences are always included', () => {
  it.each<[string, Specimen, string]>([
    ['a cut list', specimen('coverageZh', { truncated: true, rowCount: 1000 }), '结果较多，只取回了前 1,000 条'],
    [
      'cut groups',
      specimen('rateEn', { truncated: true, rowCount: 1000 }),
      'The result has more than 1,000 rows; only the first 1,000 were fetched.',
    ],
    [
      'skipped values',
      specimen('rankingZh', { skipped: [{ label: '评分', count: 12 }] }),
      '“评分”中有 12 个值不是有效数值，未计入。',
    ],
    [
      'rows without an owner',
      specimen('rankingZh', {
        skipped: [{ label: '客户', count: 1200, note: '另有 {count} 条订单没有客户，未参与比较' }],
      }),
      '说明：另有 1,200 条订单没有客户，未参与比较。',
    ],
    [
      'overlapping shares',
      {
        ...specimen('shareEn'),
        output: specimen('shareEn').output.map((column) => ({ ...column, overlapping: true })),
      },
      'The groups may overlap, so the shares need not add up to 100%.',
    ],
    [
      'filled-in defaults',
      specimen('childrenZh', { disclosures: ['年份取最新（2025）。', '年份取最新（2025）', '基础设施为综合得分'] }),
      '说明：年份取最新（2025）；基础设施为综合得分。',
    ],
    ['defaults of an empty answer', specimen('emptyZh', { disclosures: ['年份取最新'] }), '说明：年份取最新。'],
  ])('%s', (_what, from, text) => {
    expect(texts(from)).toContain(text);
  });
});

it('has a specimen for every form', () => {
  const names: SpecimenName[] = [
    'emptyZh',
    'countZh',
    'compareTotalZh',
    'childrenZh',
    'top1En',
    'compareGroupsEn',
    'monthsZh',
    'shareZh',
    'topEn',
    'citiesZh',
    'mapZh',
  ];
  const forms = names.map((name) => {
    const from = specimen(name);
    return answerForm(
      shapeOf(
        { output: from.output, rowCount: from.rows.length, truncated: false },
        from.rows,
        from.query,
        from.locale,
      ),
      from.query,
    ).form;
  });
  expect(forms).toEqual(answerForms.map(({ form }) => form));
});

it('reads averages and sums of one result under their own names', () => {
  const from: Specimen = {
    locale: 'zh',
    question: 'q',
    refined: '各渠道的订单数和客单价',
    output: [
      col('dimension', '渠道'),
      col('measure', '订单金额', { unit: '元', format: 'currency' }),
      col('measure', '客单价', { unit: '元', format: 'currency' }),
    ],
    rows: [
      ['app', '10.5', '2'],
      ['web', '8', '3'],
    ],
    query: query({ measures: [sumOf('订单金额'), avgOf('客单价'), countOf('x')], dimensions: [by('渠道')] }),
  };
  expect(texts(from)).toBe(
    '各渠道的订单数和客单价，订单金额：app（10.50 元）、web（8 元）。客单价：app（2 元）、web（3 元）。',
  );
});
