import { detectLocale } from '@querent/language';
import type { Ambiguity, Choice, Filter, PlanResult, Proposal } from '@querent/contracts';
import { vocabularyOf } from '@querent/lexicon';
import type { SemanticModel } from '@querent/model';
import { HOSPITAL, LIBRARY, SCHOOLS, shapeOf, SHOP, SIGHTS } from '@querent/model/fixture';
import { planQuestion } from '../../plan-question';

interface With {
  choices?: Choice[];
  proposals?: Proposal[];
  defaults?: Filter[];
}

function plan(model: SemanticModel, question: string, given: With = {}): PlanResult {
  return planQuestion({
    question,
    locale: detectLocale(question),
    model,
    today: '2026-11-21',
    timezone: 'Asia/Shanghai',
    choices: [],
    ...given,
  });
}

/** Questions of every trigger in both languages, over models with and without labels. */
const OPEN: [SemanticModel, string][] = [
  ...[
    '基础设施',
    '看看网络',
    '各区基础设施和网络',
    '好学校有多少',
    '安全',
    '各区的安全',
    '好学校的基础设施',
    '大学校有哪些',
    '新学校',
    '概况',
    'overview',
    '看看学校',
    'schools',
    'how are the networks of good schools',
    '各区网洛综合评分',
    '东湖区的学校',
  ].map((question): [SemanticModel, string] => [SCHOOLS, question]),
  ...[
    'loans',
    '统计借阅',
    '最近的借阅',
    'recent loans',
    'cheap books',
    '便宜的图书',
    'new members',
    '老读者',
    'long books',
    "members whose city is 'Paris'",
    'how is it going',
    '情况怎么样',
    'novel bokos',
    '图书的类型',
  ].map((question): [SemanticModel, string] => [LIBRARY, question]),
  ...[
    'admissions',
    'patients',
    'young patients',
    'recently hired doctors',
    'name',
    'cost by month',
    'average cost of Lin',
  ].map((question): [SemanticModel, string] => [HOSPITAL, question]),
  ...[
    '统计订单',
    'orders',
    '最近的订单',
    '大订单',
    'expensive products',
    '新客户的订单数',
    '客户的金额',
    '杭洲的客户数',
    '看看退款',
  ].map((question): [SemanticModel, string] => [SHOP, question]),
  ...['西湖附近的景区', '便宜的景区', '高分景区', '雷锋塔附近的景区', 'cheap scenic spots', '看看景区'].map(
    (question): [SemanticModel, string] => [SIGHTS, question],
  ),
];

describe('every path through every clarification', () => {
  it.each(OPEN)('question %# asks for nothing twice, and each option has an effect', (model, question) => {
    walk(model, question, [], new Set());
  });

  it('the questions cover most kinds of ambiguity', () => {
    const triggers = new Set(
      OPEN.map(([model, question]) => plan(model, question)).flatMap((found) =>
        found.kind === 'ambiguous' ? [found.ambiguity.trigger] : [],
      ),
    );
    expect([...triggers].sort()).toEqual([
      'ambiguous_metric',
      'ambiguous_term',
      'ambiguous_value',
      'missing_filter',
      'too_vague',
      'unknown_term',
    ]);
  });

  function walk(model: SemanticModel, question: string, choices: Choice[], asked: Set<string>): void {
    const found = plan(model, question, { choices });
    if (found.kind !== 'ambiguous') return;
    const { ambiguity } = found;
    expect(asked).not.toContain(ambiguity.key);
    expectAskable(ambiguity, detectLocale(question));
    const further = new Set([...asked, ambiguity.key]);
    for (const { value } of ambiguity.options)
      walk(model, question, [...choices, { key: ambiguity.key, value }], further);
    const [first, ...also] = ambiguity.options.map(({ value }) => value).filter((value) => value !== 'ignore');
    if (ambiguity.combinable === true && first !== undefined && also.length > 0)
      walk(model, question, [...choices, { key: ambiguity.key, value: first, also }], further);
  }

  function expectAskable({ question, options, allowText }: Ambiguity, locale: string): void {
    expect(options.length).toBeGreaterThanOrEqual(2);
    expect(options.length).toBeLessThanOrEqual(4);
    expect(new Set(options.map(({ id }) => id)).size).toBe(options.length);
    expect(new Set(options.map(({ label }) => label)).size).toBe(options.length);
    expect(allowText).toBe(true);
    expect(/\p{Script=Han}/u.test(question.replace(/“[^”]*”/g, ''))).toBe(locale === 'zh');
  }
});

describe('proposals for unknown words', () => {
  const unrelated = (model: SemanticModel): Proposal[] =>
    [...vocabularyOf(model)].slice(0, 40).map(({ text, value }) => ({ word: text, value, score: 0.9 }));
  const clear: [SemanticModel, string][] = [
    [LIBRARY, 'number of loans by genre'],
    [LIBRARY, '2025年入会的读者'],
    [HOSPITAL, 'how many female patients'],
    [SCHOOLS, '各区带宽'],
    [SHOP, '今年各渠道的订单数'],
    [SIGHTS, '浙江有多少5A景区'],
    [LIBRARY, 'borowing by genre'],
  ];

  it.each(clear)('proposals never make the planner ask about a clear question (%#)', (model, question) => {
    expect(plan(model, question, { proposals: unrelated(model) })).toEqual(plan(model, question));
  });

  const readers: Proposal[] = [
    { word: 'subscribers', value: 'thing:members', score: 0.6 },
    { word: 'subscribers', value: 'thing:nothing', score: 0.9 },
    { word: 'subscribers', value: 'attribute:members.kind', score: 0.7 },
  ];

  it('proposals turn a refusal into a clarification, best first, and only with parts of the model', () => {
    expect(plan(LIBRARY, 'how many subscribers in York').kind).toBe('unsupported');
    const asked = plan(LIBRARY, 'how many subscribers in York', { proposals: readers });
    expect(asked.kind === 'ambiguous' && asked.ambiguity.options.map(({ value }) => value)).toEqual([
      'attribute:members.kind',
      'thing:members',
      'ignore',
    ]);
  });

  it.each<[SemanticModel, string, string, string, string]>([
    [LIBRARY, 'how many subscribers in York', 'subscribers', 'thing:members', 'how many members in York'],
    [LIBRARY, 'penalties by genre', 'penalties', 'metric:fines', 'fines by genre'],
    [LIBRARY, 'loans by theme', 'theme', 'attribute:books.genre', 'loans by genre'],
    [LIBRARY, 'how many novellas', 'novellas', 'value:books.genre=fiction', 'how many fiction'],
    [LIBRARY, 'how many overdue', 'overdue', 'term:long_loan', 'how many long loan'],
    [SHOP, '今年各途径的订单数', '途径', 'attribute:orders.channel', '今年各渠道的订单数'],
  ])('a chosen proposal is read as the part that it names (%#)', (model, question, word, value, plain) => {
    expect(shapeOf(plan(model, question, { choices: [{ key: `unknown:${word}`, value }] }))).toBe(
      shapeOf(plan(model, plain)),
    );
  });
});

describe('several options chosen together', () => {
  it.each<[SemanticModel, string, Choice, string]>([
    [
      SCHOOLS,
      '基础设施',
      { key: 'metric:infrastructure', value: 'composite', also: ['network'] },
      'assessments | infrastructure*, network* | where assessments.year latest',
    ],
    [
      SCHOOLS,
      '好学校有多少',
      { key: 'term:好学校', value: 'schools.level=A', also: ['schools.level=B'] },
      'schools | count(schools) | where schools.level in A/B',
    ],
    [
      SCHOOLS,
      '安全',
      { key: 'filter:term', value: '1', also: ['2'] },
      'assessments | safety | by assessments.term | where assessments.term in 1/2, assessments.year latest | order measure 0 desc',
    ],
    [
      LIBRARY,
      '统计借阅',
      { key: 'ask:loans', value: 'count', also: ['metric:fines', 'month'] },
      'loans | count(loans), fines | by loans.lent_on:month | order dimension 0 asc',
    ],
    [
      LIBRARY,
      "members whose city is 'Paris'",
      { key: 'unknown:Paris', value: 'value:branches.city=Leeds', also: ['value:branches.city=York'] },
      'members detail | where branches.city in Leeds/York',
    ],
  ])('several options chosen together give one query (%#)', (model, question, choice, shape) => {
    const found = plan(model, question, { choices: [choice] });
    expect(shapeOf(found)).toBe(shape);
  });
});

describe('default conditions', () => {
  const done: Filter = { kind: 'compare', column: { table: 'orders', column: 'status' }, op: '=', value: 'done' };

  it.each<[string, string]>([
    ['订单数', 'orders | count(orders) | where orders.status=done'],
    ['已取消的订单数', 'orders | count(orders) | where orders.status=dropped'],
    ['客户数', 'clients | count(clients)'],
    ['有订单的客户数', 'clients | count(clients) | where some orders(orders.status=done)'],
  ])('with default conditions, “%s” is read as %s', (question, shape) => {
    expect(
      shapeOf(plan(SHOP, question, { defaults: [done] }))
        .replace(/order_count/, 'count(orders)')
        .replace(/client_count/, 'count(clients)'),
    ).toBe(shape);
  });

  it('default conditions are disclosed in business words', () => {
    const found = plan(SHOP, '订单数', { defaults: [done] });
    expect(found.kind === 'planned' && found.disclosures).toContain('默认条件：订单的状态为已完成');
  });
});

describe('decisions that the question itself states', () => {
  it.each<[string, Choice]>([
    ['网络综合评分', { key: 'metric:network', value: 'composite' }],
    ['基础设施各项明细', { key: 'metric:infrastructure', value: 'children' }],
    ['infrastructure breakdown by district', { key: 'metric:infrastructure', value: 'children' }],
  ])('“%s” settles %j, regardless of earlier choices', (question, settled) => {
    const habit: Choice = { key: settled.key, value: settled.value === 'composite' ? 'children' : 'composite' };
    const found = plan(SCHOOLS, question, { choices: [habit] });
    expect(found.kind === 'planned' && found.settled).toEqual([settled]);
    expect(shapeOf(found)).toBe(shapeOf(plan(SCHOOLS, question)));
  });
});

describe('a costly question', () => {
  const vast = (rows: number): SemanticModel => ({
    ...LIBRARY,
    tables: Object.fromEntries(
      Object.entries(LIBRARY.tables).map(([name, table]) => [name, { ...table, estimatedRows: rows }]),
    ),
  });

  it.each<[number, string, string]>([
    [5_000_000, 'list all loans', 'ask too_expensive cost:loans'],
    [5_000_000, 'list all loans in 2025', 'loans detail | where loans.lent_on in 2025-01-01..2026-01-01'],
    [5_000_000, 'how many loans', 'loans | count(loans)'],
    [500_000_000, 'fines by genre', 'ask too_expensive cost:loans'],
    [
      500_000_000,
      'fines by genre this year',
      'loans | fines | by books.genre | where loans.lent_on in 2026-01-01..2026-11-22 | order measure 0 desc',
    ],
  ])('over %d rows, “%s” is read as %s', (rows, question, shape) => {
    expect(shapeOf(plan(vast(rows), question))).toBe(shape);
  });

  it.each<[string, string]>([
    ['this_year', 'loans detail | where loans.lent_on in 2026-01-01..2026-11-22'],
    ['totals', 'loans | count(loans)'],
    ['first', 'loans detail | limit 100'],
  ])('a costly question is narrowed by the choice %s', (value, shape) => {
    expect(shapeOf(plan(vast(5_000_000), 'list all loans', { choices: [{ key: 'cost:loans', value }] }))).toBe(shape);
  });
});
