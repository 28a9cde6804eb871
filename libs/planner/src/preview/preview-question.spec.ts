import { detectLocale, normalizeQuestion } from '@querent/language';
import type { SemanticModel } from '@querent/model';
import { LIBRARY, modelOf, SCHOOLS, SHOP, SIGHTS } from '@querent/model/fixture';
import fc from 'fast-check';
import type { PlanInput } from '../plan-input';
import { planQuestion } from '../plan-question';
import type { Preview } from './preview';
import { previewQuestion } from './preview-question';

const inputOf = (model: SemanticModel, question: string): PlanInput => ({
  question,
  locale: detectLocale(question),
  model,
  today: '2026-11-21',
  timezone: 'UTC',
  choices: [],
});
const preview = (model: SemanticModel, question: string): Preview => previewQuestion(inputOf(model, question));
const partsOf = (model: SemanticModel, question: string): string[] =>
  preview(model, question).parts.map(({ from, to, kind, label }) => `${question.slice(from, to)} = ${kind}: ${label}`);

describe('the parts of a question', () => {
  it.each([
    [
      SHOP,
      'How many orders in 2026 by channel?',
      [
        'How many orders = metric: number of orders',
        '2026 = time: 2026 (2026-01-01 to 2026-12-31)',
        'channel = dimension: channel',
      ],
    ],
    [
      SHOP,
      '２０２５年杭州的订单数？',
      [
        '２０２５年 = time: 2025年（2025-01-01 至 2025-12-31）',
        '杭州 = filter: 城市为杭州市',
        '订单数 = metric: 订单数',
      ],
    ],
    [
      SHOP,
      'top 5 clients by revenue last year',
      [
        'top 5 = limit: first 5, highest revenue first',
        'clients = dimension: client',
        'revenue = metric: revenue',
        'last year = time: 2025 (2025-01-01 to 2025-12-31)',
      ],
    ],
    [
      SHOP,
      'clients with more than 3 orders',
      ['clients = entity: client', 'more than 3 orders = filter: with more than 3 orders'],
    ],
    [SIGHTS, '评分最高的10个景区', ['最高的10个 = limit: 取前10，按评分从高到低', '景区 = entity: 景区']],
    [
      LIBRARY,
      'average price of books over 300 pages',
      ['average price of books = metric: average price', 'over 300 pages = filter: pages is over 300'],
    ],
  ] as const)('have one label for each contiguous stretch: %#', (model, question, parts) => {
    expect(partsOf(model, question)).toEqual(parts);
  });

  it('of a follow-up are those of the words in it', () => {
    const before = planQuestion(inputOf(SHOP, 'revenue by channel in 2024'));
    if (before.kind !== 'planned') throw new Error(before.kind);
    const question = 'and in 2025?';
    const { kind, text, parts } = previewQuestion({ ...inputOf(SHOP, question), context: before.query });
    expect(kind).toBe('planned');
    expect(text).toContain('by channel');
    expect(parts.map(({ from, to }) => question.slice(from, to))).toEqual(['2025']);
  });
});

describe('the kind of a preview', () => {
  it('is ambiguous with the clarification of the planner', () => {
    const { kind, text, clarification } = preview(SHOP, 'orders');
    expect(kind).toBe('ambiguous');
    expect(clarification).toMatchObject({ trigger: 'too_vague', question: text });
    expect(clarification?.options.map((option) => Object.keys(option).sort())).toContainEqual(['id', 'label']);
  });

  it.each([
    ['how many zorblaxes', ['zorblaxes']],
    ['monthly revenue 2025', ['2025']],
    ['HOW MANY  Zorblaxes and flimflams?', ['Zorblaxes', 'flimflams']],
  ])('is uncovered with the unread words: %s', (question, words) => {
    const { kind, uncovered } = preview(SHOP, question);
    expect(kind).toBe('uncovered');
    expect(uncovered.map(({ text }) => text)).toEqual(words);
    for (const { from, to, text } of uncovered) expect(question.slice(from, to)).toBe(text);
  });

  it.each(['delete all orders', 'hello', '你好'])('is unsupported with the reason or the reply: %s', (question) => {
    const { kind, text, uncovered } = preview(SHOP, question);
    expect([kind, uncovered]).toEqual(['unsupported', []]);
    expect(text.length).toBeGreaterThan(5);
  });
});

describe('the alternatives of a part', () => {
  const alternativesOf = (question: string, words: string): string[] =>
    preview(SHOP, question)
      .parts.filter(({ from, to }) => question.slice(from, to) === words)
      .flatMap(({ alternatives }) => alternatives?.map(({ replacement }) => replacement) ?? []);

  it('are other figures, groups, values and periods, in the words of the question', () => {
    expect(alternativesOf('revenue by channel in 2025', 'revenue')).toContain('units sold by channel in 2025');
    expect(alternativesOf('number of orders by channel', 'channel')).toContain('number of orders by status');
    expect(alternativesOf('杭州的订单数', '杭州')).toContain('上海的订单数');
    expect(alternativesOf('number of orders in 2025', '2025')).toContain('number of orders this year');
    expect(alternativesOf('今年每个月的销售额', '每个月')).toContain('今年每季度的销售额');
  });

  it('of a word that is asked about have the meaning of an option', () => {
    const question = 'big clients';
    const { clarification, parts } = preview(SHOP, question);
    expect(clarification?.trigger).toBe('unknown_term');
    const labels = clarification?.options.map(({ label }) => label) ?? [];
    for (const { label } of parts.flatMap(({ alternatives }) => alternatives ?? [])) expect(labels).toContain(label);
  });
});

describe('all alternatives', () => {
  const all = (model: SemanticModel, question: string, locale = detectLocale(question)): Preview =>
    previewQuestion({ ...inputOf(model, question), locale }, { sought: 'all' });
  const offered = (model: SemanticModel, question: string, words: string): string[] =>
    all(model, question)
      .parts.filter(({ from, to }) => question.slice(from, to) === words)
      .flatMap(({ alternatives }) => alternatives?.map(({ label, replacement }) => `${label}: ${replacement}`) ?? []);

  it.each<[string, string, string[]]>([
    [
      'revenue by channel in 2025',
      'channel',
      ['status: revenue by status in 2025', 'month: revenue by month in 2025', 'without “channel”: revenue in 2025'],
    ],
    [
      'revenue by channel in 2025',
      '2025',
      [
        '2024 (2024-01-01 to 2024-12-31): revenue by channel in 2024',
        '2026 (2026-01-01 to 2026-11-21): revenue by channel this year',
        'October 2026 (2026-10-01 to 2026-10-31): revenue by channel last month',
        'without “2025”: revenue by channel',
      ],
    ],
    [
      '2025 revenue by channel',
      '2025',
      ["2026 (2026-01-01 to 2026-11-21): this year's revenue by channel", 'without “2025”: revenue by channel'],
    ],
    [
      'monthly revenue this year',
      'monthly',
      [
        'quarter: quarterly revenue this year',
        'channel: revenue by channel this year',
        'without “monthly”: revenue this year',
      ],
    ],
    [
      'top 5 clients by revenue last year',
      'top 5',
      [
        'first 10, highest revenue first: top 10 clients by revenue last year',
        'first 5, lowest revenue first: bottom 5 clients by revenue last year',
        'all: clients by revenue last year, highest first',
      ],
    ],
    ['top 5 clients by revenue last year', 'clients', ['channel: top 5 channels by revenue last year']],
    ['How many orders in 2025?', 'How many orders', ['revenue: Revenue in 2025?']],
    ['What is the revenue in 2025?', 'revenue', ['units sold: What are the units sold in 2025?']],
    ['杭州的订单数', '杭州', ['上海市: 上海的订单数', '不限“杭州”: 订单数']],
    ['今年各渠道的销售额', '渠道', ['月份: 今年各月的销售额', '不分“渠道”: 今年的销售额']],
    [
      '今年各渠道的销售额',
      '今年',
      ['2025年（2025-01-01 至 2025-12-31）: 去年各渠道的销售额', '不限“今年”: 各渠道的销售额'],
    ],
    ['今年每个月的销售额', '每个月', ['季度: 今年每季度的销售额', '渠道: 今年各渠道的销售额']],
    [
      '2025年第三季度的销售额',
      '2025年第三季度',
      ['2025年第二季度（2025-04-01 至 2025-06-30）: 2025年第二季度的销售额'],
    ],
  ])('of “%s” for “%s” are natural questions with their meanings', (question, words, expected) => {
    expect(offered(SHOP, question, words)).toEqual(expect.arrayContaining(expected));
  });

  it.each([
    [
      'revenue by channel, where order date is in October 2026 (2026-10-01 to 2026-10-31)',
      'October 2026 (2026-10-01 to 2026-10-31)',
      'revenue by channel, where order date is in September 2026',
    ],
    [
      '下单日期在2026年10月（2026-10-01 至 2026-10-31）的销售额，按渠道统计',
      '2026年10月（2026-10-01 至 2026-10-31）',
      '下单日期在2026年9月的销售额，按渠道统计',
    ],
  ])('replace a period of the explicit wording with its days: %s', (question, words, replacement) => {
    const time = previewQuestion(inputOf(SHOP, question), { sought: 'all' }).parts.find(({ kind }) => kind === 'time');
    expect(question.slice(time?.from, time?.to)).toBe(words);
    expect(time?.alternatives?.[0]?.replacement).toBe(replacement);
  });

  it('do not offer periods of one group, or longer groups than the period', () => {
    expect(offered(SHOP, 'revenue by month this year', 'this year').join()).not.toMatch(
      /(?:this|last) month$|last 30/m,
    );
    expect(offered(SHOP, 'revenue by month this year', 'month').join()).not.toContain('by year');
    expect(offered(SHOP, 'revenue by channel last month', 'channel').join()).not.toContain('by month');
  });

  it('name the definition that the model has of a measure', () => {
    const { revenue } = SHOP.metrics;
    if (revenue === undefined) throw new Error('The fixture has no revenue');
    const model = {
      ...SHOP,
      metrics: { ...SHOP.metrics, revenue: { ...revenue, description: { en: 'completed orders alone', zh: '' } } },
    };
    const definitions = (of: SemanticModel) =>
      preview(of, 'revenue by channel').parts.map(({ definition }) => definition);
    expect(definitions(model)).toEqual(['completed orders alone', undefined]);
    expect(definitions({ ...model, metrics: { ...model.metrics, revenue: { ...revenue, description: {} } } })).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('keep the meaning of every other part', () => {
    const question = 'revenue by channel in 2025';
    const planned = planQuestion(inputOf(SHOP, question));
    if (planned.kind !== 'planned') throw new Error(planned.kind);
    const { parts } = all(SHOP, question);
    const changed = parts.find(({ kind }) => kind === 'metric')?.alternatives ?? [];
    expect(changed.length).toBeGreaterThan(2);
    for (const { replacement } of changed) {
      const read = planQuestion(inputOf(SHOP, replacement));
      if (read.kind !== 'planned') throw new Error(replacement);
      expect(read.query.dimensions.map(({ column }) => column)).toEqual(
        planned.query.dimensions.map(({ column }) => column),
      );
      expect(read.query.filters.map((one) => one.kind === 'time' && one.range)).toEqual(
        planned.query.filters.map((one) => one.kind === 'time' && one.range),
      );
    }
  });

  it('have labels in the language of the answer and questions in that of the question', () => {
    const { parts } = all(SHOP, 'revenue by channel this year', 'zh');
    const labels = parts.flatMap(({ alternatives }) => alternatives ?? []);
    expect(labels.length).toBeGreaterThan(10);
    expect(labels.map(({ label }) => label).join()).toContain('不限“this year”');
    for (const { replacement } of labels) expect(replacement).not.toMatch(/\p{Script=Han}/u);
  });

  it('are at most 8 of a part, of different questions, and none if none are sought', () => {
    for (const [model, question] of QUESTIONS) {
      const { parts } = all(model, question);
      const replacements = parts.flatMap(
        ({ alternatives }) => alternatives?.map(({ replacement }) => replacement) ?? [],
      );
      expect(new Set(replacements).size).toBe(replacements.length);
      for (const { alternatives = [] } of parts) expect(alternatives.length).toBeLessThanOrEqual(8);
      const none = previewQuestion(inputOf(model, question), { sought: 'none' });
      expect(none.parts.flatMap(({ alternatives }) => alternatives ?? [])).toEqual([]);
      expect(none.parts.map(({ from, label }) => [from, label])).toEqual(parts.map(({ from, label }) => [from, label]));
    }
  });

  it('end as soon as their time is over', () => {
    let tried = 0;
    const { parts } = previewQuestion(inputOf(SHOP, 'revenue by channel in 2025'), {
      sought: 'all',
      isOver: () => ++tried > 3,
    });
    expect(parts.flatMap(({ alternatives }) => alternatives ?? []).length).toBeLessThanOrEqual(3);
  });
});

const QUESTIONS: readonly (readonly [SemanticModel, string])[] = [
  [SHOP, 'How many orders in 2026 by channel?'],
  [SHOP, '今年每个月的销售额'],
  [SHOP, '去年下过单的客户有多少'],
  [SHOP, 'revenue of VIP clients in Hangzhou'],
  [SHOP, 'top 5 clients by revenue last year'],
  [SHOP, 'clients in Hangzhou or Shanghai'],
  [SHOP, 'orders'],
  [SHOP, 'big clients'],
  [SHOP, 'monthly revenue 2025'],
  [LIBRARY, 'number of loans by genre'],
  [LIBRARY, 'average price of books over 300 pages'],
  [LIBRARY, 'fines by branch last year'],
  [LIBRARY, '20元以上的书'],
  [SCHOOLS, '各区带宽'],
  [SCHOOLS, '2024年带宽最高的3所学校'],
  [SIGHTS, '评分最高的10个景区'],
  [SIGHTS, '浙江有多少5A景区'],
  [SIGHTS, '西湖附近的酒店'],
];

describe('every preview', () => {
  it.each(QUESTIONS)('has sorted parts inside the question without overlaps: %#', (model, question) => {
    const { parts, uncovered } = preview(model, question);
    for (const stretches of [parts, uncovered]) {
      let last = 0;
      for (const { from, to } of stretches) {
        expect(from).toBeGreaterThanOrEqual(last);
        expect(to).toBeGreaterThan(from);
        expect(question.slice(from, to)).toBe(question.slice(from, to).trim());
        last = to;
      }
      expect(last).toBeLessThanOrEqual(question.length);
    }
  });

  it('offers only changed questions that are answered or asked about', () => {
    const offered = QUESTIONS.flatMap(([model, question]) =>
      preview(model, question).parts.flatMap(({ alternatives }) =>
        (alternatives ?? []).map(({ replacement }) => ({ model, question, replacement })),
      ),
    );
    expect(offered.length).toBeGreaterThan(30);
    for (const { model, question, replacement } of offered) {
      expect(replacement).not.toBe(question);
      const { kind } = planQuestion(inputOf(model, replacement));
      expect([replacement, kind]).toEqual([replacement, expect.stringMatching(/^(?:planned|ambiguous)$/)]);
    }
  });

  it('has the same parts under any spelling that normalisation folds', () => {
    const folded = fc.constantFrom<(char: string) => string>(
      (char) => char,
      (char) => char.toUpperCase(),
      (char) => (/[!-~]/.test(char) ? String.fromCharCode(char.charCodeAt(0) + 0xfee0) : char),
      (char) => (char === ' ' ? ' \t\u3000 ' : char),
      (char) => `${char}\u200b`,
      (char) => `\u2060${char}`,
    );
    const spelt = fc.constantFrom(...QUESTIONS.slice(0, 5)).chain(([model, question]) =>
      fc.array(folded, { minLength: question.length, maxLength: question.length }).map((how) => ({
        model,
        question,
        written: Array.from(question, (char, at) => how[at]?.(char) ?? char).join(''),
      })),
    );
    const stretches = (model: SemanticModel, question: string): string[] =>
      preview(model, question).parts.map(
        ({ from, to, kind, label }) => `${kind} ${label} ${normalizeQuestion(question.slice(from, to))}`,
      );
    fc.assert(
      fc.property(spelt, ({ model, question, written }) => {
        expect(stretches(model, written)).toEqual(stretches(model, question));
      }),
      { numRuns: 40 },
    );
  });

  it('contains no physical name', () => {
    const ugly = modelOf({
      t_ord_x1: 'ord_pk_9 integer, st_cd_v2 text = Open|Closed, amt_7q numeric, crt_ts_z timestamptz',
    });
    const table = ugly.tables['t_ord_x1'];
    if (!table) throw new Error('The model has no table.');
    Object.assign(table, { label: { zh: '订单', en: 'order' } });
    for (const [column, en] of Object.entries({
      st_cd_v2: 'state',
      amt_7q: 'amount',
      crt_ts_z: 'creation time',
      ord_pk_9: 'number',
    }))
      Object.assign(table.columns[column] ?? {}, { label: { en } });
    for (const question of ['how many orders by state in 2025', 'open orders', 'total amount of closed orders']) {
      for (const sought of ['few', 'all'] as const) {
        const found = previewQuestion(inputOf(ugly, question), { sought });
        expect(found.parts.length).toBeGreaterThan(0);
        expect(JSON.stringify(found)).not.toMatch(/t_ord_x1|ord_pk_9|st_cd_v2|amt_7q|crt_ts_z/);
      }
    }
  });
});
