import type { Choice, Locale } from '@querent/contracts';
import { applyRecovery, askAfterFailure, type AskAfterFailureInput, describeQuery } from '@querent/explain';
import { type SemanticModel } from '@querent/model';
import { LIBRARY, SCHOOLS, SHOP, SIGHTS } from '@querent/model/fixture';
import { type DatabaseErrorClassName, errorClassOf, TOO_EXPENSIVE } from '@querent/sql';
import { planQuestion } from '../plan-question';

type FailedQuery = Pick<AskAfterFailureInput, 'query' | 'model' | 'locale' | 'today'>;

const today = '2026-11-21';

function failedOf(model: SemanticModel, question: string, locale: Locale): FailedQuery {
  const plan = planQuestion({ question, locale, model, today, timezone: 'Asia/Shanghai', choices: [] });
  if (plan.kind !== 'planned') throw new Error(`${question}: ${plan.kind}`);
  return { query: plan.query, model, locale, today };
}

const asked = (failed: FailedQuery, name: DatabaseErrorClassName, message = '', choices: Choice[] = []) =>
  askAfterFailure({ ...failed, errorClass: errorClassOf(name), message, choices, pauses: choices.length });
const labels = (...args: Parameters<typeof asked>): string[] =>
  (asked(...args)?.options ?? []).map(({ label }) => label);

describe('the options after a failed statement', () => {
  it.each<[string, SemanticModel, Locale, DatabaseErrorClassName, string, string[]]>([
    [
      'a question without a period restrict the time',
      SHOP,
      'en',
      'timeout',
      'number of orders by channel',
      ['only this year', 'only the last 3 months', 'the total only, not broken down'],
    ],
    [
      'a question with a period are parts of this period',
      SHOP,
      'zh',
      'timeout',
      '今年各品类的销售额',
      ['只看近3个月', '只看上个月', '只看合计，不分组'],
    ],
    [
      'a past period are its last parts',
      SHOP,
      'zh',
      'timeout',
      '2024年每个月的订单金额',
      ['只看2024年第四季度', '只看2024年12月', '只看合计，不分组'],
    ],
    [
      'a comparison are its periods',
      SHOP,
      'en',
      'out_of_resources',
      'compare revenue this year with last year',
      ['only 2026, without the comparison', 'only 2025, without the comparison'],
    ],
    [
      'a list are a count or the first rows',
      SHOP,
      'en',
      'timeout',
      'list clients in 上海市',
      ['only this year', 'only the last 3 months', 'only the number of rows, without the list', 'only the first 100'],
    ],
    [
      'several conditions drop one of them',
      SIGHTS,
      'zh',
      'too_complex',
      '浙江有多少5A景区',
      ['不限省份', '不限等级', '不限省份，按省份分别统计', '不限等级，按等级分别统计'],
    ],
    [
      'a condition on related rows name these rows',
      LIBRARY,
      'en',
      'invalid_text',
      'members with no loans',
      ['without the condition on loans', 'only the number of rows, without the list'],
    ],
    [
      'a grouping are other groups, those of the same rows first',
      SHOP,
      'zh',
      'grouping',
      '各渠道的订单数',
      ['只看合计，不分组', '改为按状态统计', '改为按客户类型统计'],
    ],
  ])('after a failure, the options for %s', (_what, model, locale, name, question, expected) => {
    const offered = labels(failedOf(model, question, locale), name);
    expect(offered.slice(0, expected.length)).toEqual(expected);
  });

  it('never offers to drop a filter that a metric requires', () => {
    expect(labels(failedOf(SCHOOLS, '2024年各区带宽', 'zh'), 'invalid_text').join()).not.toMatch(/年份/);
  });

  it('avoids the part that the error message blames, in both languages', () => {
    const failed = failedOf(SHOP, '今年上海市各品类的销售额', 'zh');
    for (const [name, message] of [
      ['permission', 'permission denied for table goods'],
      ['permission', 'keine Berechtigung für Tabelle goods'],
      ['permission', '对表 goods 权限不够'],
      ['unknown_column', 'column t4.category does not exist'],
      ['unknown_table', 'relation "public.goods" does not exist'],
    ] as const) {
      const offered = asked(failed, name, message)?.options ?? [];
      expect(offered.length).toBeGreaterThanOrEqual(2);
      for (const { value } of offered) {
        const query = applyRecovery(value, failed)?.query;
        expect(query?.dimensions.map(({ column }) => column.table)).not.toContain('goods');
      }
    }
  });

  it('offers nothing if the failure leaves no alternative', () => {
    expect(
      asked(failedOf(SHOP, 'number of orders by channel', 'en'), 'permission', 'permission denied for table orders'),
    ).toBeNull();
    expect(asked(failedOf(SIGHTS, '浙江有多少5A景区', 'zh'), 'timeout')).toBeNull();
  });

  it('describes the failure in one sentence of business words', () => {
    expect(asked(failedOf(SHOP, 'number of orders by channel', 'en'), 'timeout')?.question).toBe(
      'The question covers so much data that it was not finished in time – how would you like to continue?',
    );
    expect(asked(failedOf(SHOP, '各渠道的订单数', 'zh'), 'timeout')?.question).toBe(
      '这个问题涉及的数据太多，没有在限定时间内算完，您想怎么继续？',
    );
    expect(
      askAfterFailure({ ...failedOf(SHOP, '各渠道的订单数', 'zh'), errorClass: TOO_EXPENSIVE, choices: [], pauses: 0 }),
    ).toMatchObject({ trigger: 'too_expensive', combinable: false, allowText: true });
  });

  it('narrows the question further each time, and never drops a condition that it added', () => {
    let failed = failedOf(SHOP, 'number of orders by channel', 'en');
    const choices: Choice[] = [];
    for (const label of ['only this year', 'only the last 3 months']) {
      const ambiguity = asked(failed, 'timeout', '', choices);
      const option = ambiguity?.options.find((one) => one.label === label);
      const next = option && applyRecovery(option.value, failed);
      if (!ambiguity || !option || !next) throw new Error(`no ${label}`);
      choices.push({ key: ambiguity.key, value: option.value });
      failed = { ...failed, query: next.query };
    }
    expect(describeQuery(failed.query, failed)).toBe(
      'number of orders by channel, where order date is in the last 3 months (2026-08-22 to 2026-11-21)',
    );
    expect(labels(failed, 'timeout', '', choices)).toEqual([
      'only last month',
      'only this month',
      'the total only, not broken down',
    ]);
    expect(labels(failed, 'type_mismatch', '', choices).join()).not.toMatch(/only this year/);
  });
});

describe('the question of a chosen option', () => {
  it('discloses the change and the dropped conditions', () => {
    const failed = failedOf(SHOP, '今年各品类的销售额', 'zh');
    const recovered = applyRecovery('recover:narrow_time:last_3_months', failed);
    expect(recovered).toMatchObject({
      disclosure: '按您的选择：只看近3个月，即最近3个月（2026-08-22 至 2026-11-21）',
      outdated: ['2026年（2026-01-01 至 2026-11-21）'],
    });
  });

  it.each(['recover:narrow_time:never', 'recover:drop_condition:00000000', 'recover:sideways:1', 'orders.channel', ''])(
    'ignores the unknown value “%s”',
    (value) => {
      expect(applyRecovery(value, failedOf(SHOP, 'number of orders by channel', 'en'))).toBeNull();
    },
  );
});
