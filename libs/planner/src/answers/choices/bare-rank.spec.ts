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

describe('a ranking without a stated figure', () => {
  it.each([
    [SHOP, 'top clients', 'rank:clients', 'order_amount'],
    [SHOP, '前5名客户', 'rank:clients', 'order_amount'],
    [SHOP, '最好的产品', 'rank:goods', 'revenue'],
    [SHOP, 'worst products', 'rank:goods', 'revenue'],
    [SHOP, 'the best channels', 'rank:orders.channel', 'order_amount'],
    [SHOP, 'top 3 VIP clients', 'rank:clients', 'order_amount'],
    [SCHOOLS, '最差的学校是哪所', 'rank:schools', null],
    [SCHOOLS, 'top 10 schools', 'rank:schools', null],
  ] as const)(
    'a ranking without a figure asks for one, and is ordered by the choice: %#',
    (model, question, key, offered) => {
      const asked = plan(model, question);
      if (asked.kind !== 'ambiguous') throw new Error(`${question} is ${asked.kind}`);
      expect(asked.ambiguity).toMatchObject({ trigger: 'ambiguous_metric', key });
      if (offered) expect(asked.ambiguity.options.map(({ value }) => value)).toContain(`metric:${offered}`);
      for (const { value } of asked.ambiguity.options)
        expect(shapeOf(plan(model, question, [{ key, value }]))).toMatch(
          // A metric that requires a term of the year asks for it next if the question names none.
          /order (?:measure 0|\w+) (?:asc|desc) \| limit|^ask missing_filter filter:term$/,
        );
    },
  );

  it.each([
    [SHOP, 'top clients by revenue'],
    [SHOP, '销售额最高的产品'],
    [LIBRARY, 'top 3 books by number of loans'],
    [LIBRARY, 'the most expensive book'],
  ] as const)('a ranking with a stated figure asks nothing: %#', (model, question) => {
    expect(plan(model, question).kind).toBe('planned');
  });
});
