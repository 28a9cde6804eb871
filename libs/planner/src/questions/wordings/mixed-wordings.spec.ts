import { detectLocale } from '@querent/language';
import type { PlanResult } from '@querent/contracts';
import { KITCHEN } from '../../fixture/kitchen';
import { shapeOf } from '../../fixture/shape-of';
import { planQuestion } from '../../plan-question';

const planOf = (question: string): PlanResult =>
  planQuestion({
    question,
    locale: detectLocale(question),
    model: KITCHEN,
    today: '2026-11-24',
    timezone: 'UTC',
    choices: [],
  });
const shape = (question: string): string => shapeOf(planOf(question));
const orderOf = (question: string): unknown => {
  const plan = planOf(question);
  if (plan.kind !== 'planned') return plan.kind;
  return [plan.query.order.map(({ by, direction }) => ({ by, direction })), plan.query.limit];
};

describe('a bound with a unit', () => {
  it.each([
    ['ingredients with a stock over 2 tons', 'ingredients | where ingredients.stock_kg>2000'],
    ['库存超过2吨的食材有哪些', 'ingredients | where ingredients.stock_kg>2000'],
    ['dishes that take more than 2 hours', 'dishes | where dishes.prep_min>120'],
    ['备餐时长在1到2小时之间的菜品', 'dishes | where between'],
  ])('a bound is converted to the unit of the amount: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });

  it.each([['ingredients over 2 hours'], ['ingredients with a stock over 2 hours']])(
    'a bound in the unit of another quantity does not apply: %s',
    (question) => {
      expect(shape(question)).toBe('unsupported');
    },
  );
});

describe('an age by a year column', () => {
  it.each([['the 3 oldest dishes by year created']])(
    'the oldest by a year column has the earliest year: %s',
    (question) => {
      expect(orderOf(question)).toEqual([
        [{ by: { kind: 'column', column: { table: 'dishes', column: 'created_year' } }, direction: 'asc' }],
        3,
      ]);
    },
  );
});

describe('the country of a thing', () => {
  it.each([
    ['German suppliers', 'suppliers | where suppliers.country=Germany'],
    ['how many French branches', 'branches | count(branches) | where branches.country=France'],
    ['suppliers that are Spanish', 'suppliers | where suppliers.country=Spain'],
  ])('an adjective of a country selects its things: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });
});

describe('a reference named after a verb', () => {
  it.each([
    ['who supplies Saffron', 'suppliers | where some ingredients(ingredients.name=Saffron)'],
    ['which supplier supplies the most ingredients', 'ingredients | count(ingredients) | by name'],
    ['ingredients supplied by Nordfarm', 'ingredients | where suppliers.name=Nordfarm'],
    [
      'which branch is the receiver of the most transfers',
      'transfers | count(transfers) | by branches@transfers@to_id.name',
    ],
    ['哪个分店调入最多', 'transfers | count(transfers) | by branches@transfers@to_id.name | where null'],
    ['哪家是调出最多的分店', 'transfers | count(transfers) | by branches@transfers@from_id.name | where null'],
  ])('the verb of a reference relates the referenced rows: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });
});

describe('things related by the rows of a third table', () => {
  const cases = ['dishes with more than 6 ingredients in the recipe', '配料里用了6种以上食材的菜品'];

  it.each(cases)('related things are counted by the rows between: %s', (question) => {
    expect(planOf(question)).toMatchObject({
      query: { subject: { name: 'dishes' }, filters: [{ kind: 'exists', table: 'recipes', count: { value: 6 } }] },
    });
  });

  it.each([
    ['dishes and the number of ingredients each uses', 'recipes | count(recipes) | by name | with none'],
    ['guests who bought at least 3 different dishes', 'guests | where guests with count_distinct(dish_id)>=3'],
    ['买过至少3款不同菜品的客户有几家', 'guests | count(guests) | where guests with count_distinct(dish_id)>=3'],
  ])('distinct related things are counted: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });
});

describe('distinct things that did something', () => {
  it('distinct things are counted, and not their events', () => {
    expect(shape('how many different guests placed an order last month')).toBe(
      'guests | count(guests) | where some orders(ordered_on in 2026-10-01..2026-11-01)',
    );
  });
});

describe('“which has the highest”', () => {
  it.each([
    [
      'in which month of last year did we order the highest net amount',
      'orders | sales | by ordered_on:month | where ordered_on in 2025-01-01..2026-01-01',
    ],
    ['which guest type has the highest net amount', 'orders | sales | by kind'],
  ])('“which has the highest” returns one group: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
    expect(orderOf(question)).toEqual([[expect.objectContaining({ direction: 'desc' })], 1]);
  });

  it('“whose” shows the owner of the row', () => {
    expect(planOf('金额最高的订单是哪个客户的')).toMatchObject({
      query: { subject: { name: 'orders' }, select: [{ table: 'guests', column: 'name' }], limit: 1 },
    });
  });

  it('“who among” ranks the named things', () => {
    expect(orderOf('who joined first among the guests')).toEqual([
      [{ by: { kind: 'column', column: { table: 'guests', column: 'joined_on' } }, direction: 'asc' }],
      1,
    ]);
  });
});

describe('the first or last time of each thing', () => {
  it.each([
    ['when did each guest place their first order', 'orders | min(ordered_on) | by name'],
    ['the latest order date of each guest', 'orders | max(ordered_on) | by name'],
    ['每个客户第一次下单的日期', 'orders | min(ordered_on) | by name'],
    ['每个客户最近一次下单是什么时候', 'orders | max(ordered_on) | by name'],
  ])('the first or last time is aggregated for each thing: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });
});

describe('every thing with its figure', () => {
  it.each([
    ['list every guest with the number of orders', 'orders | count(orders) | by name | with none'],
    ['every dish with its sales', 'orders | sales | by name | with none'],
  ])('a list of every thing includes things without rows: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });

  it('a ranking excludes things without rows', () => {
    expect(shape('which guest has the most portions')).toBe('orders | portions_sold | by name');
  });
});

describe('events in a period', () => {
  it.each([
    ['orders last week', 'orders | where ordered_on in 2026-11-16..2026-11-23'],
    ['list the orders last week', 'orders | where ordered_on in 2026-11-16..2026-11-23'],
    ['orders last week that did not pass', 'orders | where ordered_on in 2026-11-16..2026-11-23, orders.passed=false'],
  ])('events in a period are listed: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });
});

describe('dates that have passed', () => {
  it('“past their due date” means before today', () => {
    expect(shape('invoices past their due date')).toBe('invoices | where due_on in ..2026-11-24');
    expect(shape('过了应付日期的账单')).toBe('invoices | where due_on in ..2026-11-24');
  });
});

describe('conditions on each period', () => {
  it.each([
    ['orders on the last day of each month'],
    ['每月最后一天的订单数'],
    ['销售额每年都高于10000的客户'],
    ['guests with orders in three consecutive months'],
  ])('a condition on each period is not read as one on the whole time: %s', (question) => {
    expect(shape(question)).toBe('unsupported');
  });
});

describe('popularity', () => {
  it.each([
    ['popular dishes', 'portions sold / sales'],
    ['热门菜品', '售餐量 / 销售额'],
    ['哪些菜品比较受欢迎', '售餐量 / 销售额'],
  ])('popularity asks for the figure that measures it: %s', (question, options) => {
    expect(shape(question)).toBe(`ask ambiguous_metric rank:dishes: ${options}`);
  });
});

describe('two values with “respectively”', () => {
  it('“respectively” groups by the two values', () => {
    expect(shape('how many school and office guests do we have respectively')).toBe(
      'guests | count(guests) | by kind | where guests.kind in school/office',
    );
  });
});

describe('a state that was reached or not', () => {
  it.each([
    ['how many orders did not pass'],
    ['how many orders failed to pass'],
    ["orders that didn't pass, how many"],
  ])('a state is identified by its verb: %s', (question) => {
    expect(shape(question)).toBe('orders | count(orders) | where orders.passed=false');
  });
});

describe('future days', () => {
  it('future days refer to the planned date, and not to that of the event', () => {
    expect(shape('orders to be delivered in the next 10 days')).toBe(
      'orders | where deliver_on in 2026-11-24..2026-12-05',
    );
  });
});

describe('words around a question', () => {
  it.each([
    ['从来没下过单的客户是哪几家', 'guests | where no orders()'],
    ['今年和去年的销售额比一下', 'orders | sales | from 2025-01-01..2026-01-01 to 2026-01-01..2026-11-25'],
    ['累计下单超过3次的客户', 'guests | where some orders()'],
    ['上个月卖出多少份餐', 'orders | portions_sold | where ordered_on in 2026-10-01..2026-11-01'],
    ['每种客户类型各出现几次', 'guests | count(guests) | by kind'],
    ['我们机构一共有几个客户', 'guests | count(guests)'],
    ['各客户类型的客户数，多的排前面', 'guests | count(guests) | by kind'],
    ['average net order amount', 'orders | avg(amount)'],
    ['which guests have joined the company', 'guests | where null'],
  ])('words around a question add no condition: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });

  it('a question for an age is not reduced to a count', () => {
    expect(shape('how old is the average guest')).toBe('unsupported');
  });
});

describe('a verb that only states a relation', () => {
  it.each([
    ['which dishes are associated with Saffron', 'dishes | where some recipes(ingredients.name=Saffron)'],
    ['哪些菜品关联了Saffron', 'dishes | where some recipes(ingredients.name=Saffron)'],
    [
      'how many ingredients does the Paella concern',
      'ingredients | count(ingredients) | where some recipes(dishes.name=Paella)',
    ],
    ['which guests have never been affected by an order', 'guests | where no orders()'],
  ])('a verb of relation joins the two things: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });
});

describe('“… first” behind a question', () => {
  const by = (table: string, column: string, direction: string): unknown => [
    [{ by: { kind: 'column', column: { table, column } }, direction }],
    null,
  ];

  it.each([
    ['dishes and their list price, most expensive first', by('dishes', 'list_price', 'desc')],
    ['菜品和标价，最贵的排前面', by('dishes', 'list_price', 'desc')],
    ['ingredients, cheapest first', by('ingredients', 'price', 'asc')],
    [
      'average preparation time by dish, shortest first',
      [[{ by: { kind: 'measure', index: 0 }, direction: 'asc' }], null],
    ],
    ['rank the dishes by list price', by('dishes', 'list_price', 'desc')],
  ])('“… first” orders all rows by the amount on its scale: %s', (question, expected) => {
    expect(orderOf(question)).toEqual(expected);
  });

  it('“most expensive first” does not order counts', () => {
    expect(shape('number of orders by guest, most expensive first')).toBe('unsupported');
  });
});

describe('the extreme row of each group', () => {
  it.each([
    ['the most expensive ingredient of each supplier', 'max', 1],
    ['每个供应商最贵的食材', 'max', 1],
    ['the two cheapest ingredients from each supplier', 'min', 2],
  ])('the extreme row of each group is limited per group: %s', (question, fn, limit) => {
    expect(planOf(question)).toMatchObject({
      query: { measures: [{ what: { fn, column: { table: 'ingredients', column: 'price' } } }], limit, limitPer: 1 },
    });
  });
});

describe('values that are listed with their number', () => {
  it.each([
    [
      'Nordfarm和Sunfields两个供应商有多少种食材',
      'ingredients | count(ingredients) | where suppliers.name in Nordfarm/Sunfields',
    ],
    [
      'how many ingredients do the two suppliers Nordfarm and Sunfields have',
      'ingredients | count(ingredients) | where suppliers.name in Nordfarm/Sunfields',
    ],
    ['学校和公司食堂两种客户类型的订单数', 'orders | count(orders) | where guests.kind in school/office'],
  ])('the number of listed values adds no condition: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });

  it('another number than that of the listed values is not ignored', () => {
    expect(shape('Nordfarm和Sunfields三个供应商有多少种食材')).not.toContain('Nordfarm/Sunfields');
  });
});

describe('the difference of two periods', () => {
  it.each([['本月的订单数比上个月多了还是少了，差多少'], ['这个月的销售额和上个月差多少']])(
    'a difference compares the two periods: %s',
    (question) => {
      expect(planOf(question)).toMatchObject({
        query: { compare: { base: { from: '2026-10-01' }, current: { from: '2026-11-01' } } },
      });
    },
  );

  it('a difference of two values is not read', () => {
    expect(shape('学校和公司食堂的销售额差多少')).toBe('unsupported');
  });
});

describe('the share of each value', () => {
  it.each([['各客户类型的占比'], ['share of each guest type']])(
    'the share of each value is of all rows: %s',
    (question) => {
      expect(planOf(question)).toMatchObject({
        query: {
          measures: [{ what: { fn: 'count', table: 'guests' }, share: { of: 'total' } }],
          dimensions: [{ column: { table: 'guests', column: 'kind' } }],
        },
      });
    },
  );
});

describe('the number of each category in a period', () => {
  it('the things of a category are counted without naming them', () => {
    expect(shape('各客户类型去年的数量')).toContain('ask ambiguous_term time:2025年');
    expect(planOf('各客户类型今年和去年的数量对比')).toMatchObject({
      query: {
        measures: [{ what: { fn: 'count', table: 'guests' } }],
        dimensions: [{ column: { column: 'kind' } }],
        compare: { base: { from: '2025-01-01' }, current: { from: '2026-01-01' } },
      },
    });
  });
});
