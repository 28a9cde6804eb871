import type { SemanticQuery } from '@querent/contracts';
import {
  applyRecovery,
  askForLess,
  type AskForLessInput,
  type HeldDays,
  muchSmallerQuestions,
  smallerQuestions,
} from '@querent/explain';
import { compileQuery } from '@querent/compiler';
import { type Locale, type SemanticModel } from '@querent/model';
import { modelOf, SHOP, SIGHTS } from '@querent/model/fixture';
import { planQuestion } from '../plan-question';

const today = '2026-11-21';
const timezone = 'Asia/Shanghai';
const unknown: HeldDays = () => null;

function inputOf(question: string, locale: Locale, model: SemanticModel, heldDays = unknown): AskForLessInput {
  const plan = planQuestion({ question, locale, model, today, timezone, choices: [] });
  if (plan.kind !== 'planned') throw new Error(`${question}: ${plan.kind}`);
  return { query: plan.query, model, locale, today, timezone, maxRows: 500, choices: [], pauses: 0, heldDays };
}

const labels = (input: AskForLessInput): string[] =>
  smallerQuestions(input)
    .flat()
    .map(({ recovery }) => recovery.label);
const statementOf = (query: SemanticQuery, { model, locale }: AskForLessInput) =>
  compileQuery(query, model, { today, timezone, locale, maxRows: 500 });

/** A table without a time column. */
const TIMELESS = modelOf(
  { parts: 'id integer, colour text = red|blue|green, weight numeric' },
  {
    tables: {
      parts: {
        label: { zh: '零件', en: 'part' },
        columns: {
          colour: { role: 'dimension', label: { zh: '颜色', en: 'colour' } },
          weight: { role: 'measure', label: { zh: '重量', en: 'weight' } },
        },
      },
    },
  },
);

const QUESTIONS: [string, Locale, SemanticModel][] = [
  ['number of orders by channel', 'en', SHOP],
  ['今年各品类的销售额', 'zh', SHOP],
  ['2024年每个月的订单金额', 'zh', SHOP],
  ['compare revenue this year with last year', 'en', SHOP],
  ['list clients in 上海市', 'en', SHOP],
  ['杭州市和上海市的客户数', 'zh', SHOP],
  ['浙江有多少5A景区', 'zh', SIGHTS],
  ['total weight of parts', 'en', TIMELESS],
  ['各颜色的零件数', 'zh', TIMELESS],
];

describe('smaller questions after a time-out', () => {
  it.each([
    [
      'recent periods with data, longest first',
      'number of orders by channel',
      'en',
      SHOP,
      ['only this year', 'only the last 3 months', 'only last month'],
    ],
    [
      'one of several values',
      '杭州市和上海市的客户数',
      'zh',
      SHOP,
      ['只看城市为杭州市的部分', '只看城市为上海市的部分'],
    ],
    [
      'a total or one group, without a time column',
      '各颜色的零件数',
      'zh',
      TIMELESS,
      ['只看合计，不分组', '只看颜色为red的部分'],
    ],
    [
      'one category, without anything else to restrict',
      'total weight of parts',
      'en',
      TIMELESS,
      ['only where colour is red', 'only where colour is blue'],
    ],
  ] as [string, string, Locale, SemanticModel, string[]][])(
    'smaller questions are about %s',
    (_what, question, locale, model, expected) => {
      expect(labels(inputOf(question, locale, model))).toEqual(expect.arrayContaining(expected));
    },
  );

  it('smaller questions use the last times with data', () => {
    const old: HeldDays = () => ({ from: '2021-03-01', to: '2024-05-17' });
    expect(labels(inputOf('number of orders by channel', 'en', SHOP, old)).slice(0, 5)).toEqual([
      'only 2024',
      'only Q2 2024',
      'only May 2024',
      'only 2024-05-11 to 2024-05-17',
      'only 2024-05-17',
    ]);
    expect(labels(inputOf('各渠道的订单数', 'zh', SHOP, old)).join()).not.toMatch(/今年|上个月|昨天|最近/);
    const short: HeldDays = () => ({ from: '2026-11-19', to: '2026-11-21' });
    expect(labels(inputOf('各渠道的订单数', 'zh', SHOP, short)).join()).not.toMatch(/上个月/);
  });

  it.each(['2026-11-20', '2026-10-31'])(
    'smaller questions are the same for data loaded once a day or a month, ending on %s',
    (to) => {
      expect(labels(inputOf('number of orders by channel', 'en', SHOP, () => ({ from: '2021-03-01', to })))).toEqual(
        expect.arrayContaining(['only the last 3 months', 'only last month']),
      );
    },
  );

  it.each(QUESTIONS)(
    'a chosen smaller question is run as offered, alone and in two steps: %s',
    (question, locale, model) => {
      for (const held of [unknown, () => ({ from: '2021-03-01', to: '2024-12-17' })]) {
        const input = inputOf(question, locale, model, held);
        const smaller = smallerQuestions(input).flat();
        const all = [...smaller, ...smaller.slice(-2).flatMap((one) => muchSmallerQuestions(input, one))];
        for (let at = 0; at < all.length; at += 4) {
          const some = all.slice(at, at + 4);
          const ambiguity = askForLess(input, some);
          for (const [n, { value }] of (ambiguity?.options ?? []).entries()) {
            const chosen = applyRecovery(value, { query: input.query, model, locale, today });
            if (chosen === null) throw new Error(`nothing comes of ${value}`);
            const { sql, params } = statementOf(chosen.query, input);
            expect({ sql, params }).toEqual({ sql: some[n]?.statement.sql, params: some[n]?.statement.params });
          }
        }
      }
    },
  );

  it('each smaller question is offered once, and none that was tried', () => {
    for (const [question, locale, model] of QUESTIONS) {
      const input = inputOf(question, locale, model);
      const offered = labels(input);
      expect(new Set(offered).size).toBe(offered.length);
    }
  });
});

describe('the clarification about a costly question', () => {
  it('asks for another wording if no smaller question exists', () => {
    const asked = askForLess(inputOf('number of orders by channel', 'en', SHOP), []);
    expect(asked).toMatchObject({ trigger: 'too_expensive', options: [], allowText: true });
    expect(asked?.question).toBe(
      'The question would go through more data than is allowed, so it was not started – please choose a shorter period or a part of the data.',
    );
    expect(askForLess(inputOf('各渠道的订单数', 'zh', SHOP), [])?.question).toBe(
      '这个问题预计要处理的数据超出了允许的范围，因此没有开始计算，请说明只看哪一段时间或哪一部分。',
    );
  });

  it('is not asked after the last allowed pause', () => {
    expect(askForLess({ ...inputOf('number of orders by channel', 'en', SHOP), pauses: 3 }, [])).toBeNull();
  });
});
