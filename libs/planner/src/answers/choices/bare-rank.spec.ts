import { detectLocale } from '@querent/language';
import type { Choice, PlanResult } from '@querent/contracts';
import type { SemanticModel } from '@querent/model';
import { LIBRARY, SCHOOLS, shapeOf, SHOP } from '@querent/model/fixture';
import { planQuestion } from '../../plan-question';

const plan = (model: SemanticModel, question: string, choices: Choice[] = []): PlanResult =>
  planQuestion({
    question,
    locale: detectLocale(question),
    model,
    today: '2026-11-21',
    timezone: 'Asia/Shanghai',
    choices,
  });

describe('a subject ranked by nothing that is said', () => {
  it.each([
    [SHOP, 'top clients', 'rank:clients', 'order_amount'],
    [SHOP, '前5名客户', 'rank:clients', 'order_amount'],
    [SHOP, '最好的产品', 'rank:goods', 'revenue'],
    [SHOP, 'worst products', 'rank:goods', 'revenue'],
    [SHOP, 'the best channels', 'rank:orders.channel', 'order_amount'],
    [SHOP, 'top 3 VIP clients', 'rank:clients', 'order_amount'],
    [SCHOOLS, '最差的学校是哪所', 'rank:schools', null],
    [SCHOOLS, 'top 10 schools', 'rank:schools', null],
  ] as const)('is asked what it is ranked by, and ranked by the choice: %#', (model, question, key, offered) => {
    const asked = plan(model, question);
    if (asked.kind !== 'ambiguous') throw new Error(`${question} is ${asked.kind}`);
    expect(asked.ambiguity).toMatchObject({ trigger: 'ambiguous_metric', key });
    if (offered) expect(asked.ambiguity.options.map(({ value }) => value)).toContain(`metric:${offered}`);
    for (const { value } of asked.ambiguity.options)
      expect(shapeOf(plan(model, question, [{ key, value }]))).toMatch(
        // A figure that requires a term of the year, which nothing names, asks for it next.
        /order (?:measure 0|\w+) (?:asc|desc) \| limit|^ask missing_filter filter:term$/,
      );
  });

  it.each([
    [SHOP, 'top clients by revenue'],
    [SHOP, '销售额最高的产品'],
    [LIBRARY, 'top 3 books by number of loans'],
    [LIBRARY, 'the most expensive book'],
  ] as const)('is not asked about where it is said: %#', (model, question) => {
    expect(plan(model, question).kind).toBe('planned');
  });
});
