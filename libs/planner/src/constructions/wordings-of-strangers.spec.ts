import { detectLocale } from '@querent/language';
import type { PlanResult } from '@querent/contracts';
import { KITCHEN } from '../fixture/kitchen';
import { shapeOf } from '../fixture/shape-of';
import { readQuestion } from '../read-question';

const planOf = (question: string): PlanResult =>
  readQuestion({
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
  ])('is one of the unit that the amount is kept in: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });

  it.each([['ingredients over 2 hours'], ['ingredients with a stock over 2 hours']])(
    'is none of an amount of another quantity: %s',
    (question) => {
      expect(shape(question)).toBe('unsupported');
    },
  );
});

describe('a year by its name', () => {
  it.each([['the 3 oldest dishes by year created']])('grades age from the earliest on: %s', (question) => {
    expect(orderOf(question)).toEqual([
      [{ by: { kind: 'column', column: { table: 'dishes', column: 'created_year' } }, direction: 'asc' }],
      3,
    ]);
  });
});

describe('what is of a country', () => {
  it.each([
    ['German suppliers', 'suppliers | where suppliers.country=Germany'],
    ['how many French branches', 'branches | count(branches) | where branches.country=France'],
    ['suppliers that are Spanish', 'suppliers | where suppliers.country=Spain'],
  ])('is asked for by its adjective: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });
});

describe('a reference that is called by what is done', () => {
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
  ])('is a verb of those referred to: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });
});

describe('things that rows of others tie together', () => {
  const cases = ['dishes with more than 6 ingredients in the recipe', '配料里用了6种以上食材的菜品'];

  it.each(cases)('are counted by those rows: %s', (question) => {
    expect(planOf(question)).toMatchObject({
      query: { subject: { name: 'dishes' }, filters: [{ kind: 'exists', table: 'recipes', count: { value: 6 } }] },
    });
  });

  it.each([
    ['dishes and the number of ingredients each uses', 'recipes | count(recipes) | by name | with none'],
    ['guests who bought at least 3 different dishes', 'guests | where guests with count_distinct(dish_id)>=3'],
    ['买过至少3款不同菜品的客户有几家', 'guests | count(guests) | where guests with count_distinct(dish_id)>=3'],
  ])('are counted once each: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });
});

describe('different things', () => {
  it('are counted, and not what they did', () => {
    expect(shape('how many different guests placed an order last month')).toBe(
      'guests | count(guests) | where some orders(ordered_on in 2026-10-01..2026-11-01)',
    );
  });
});

describe('which one has the highest', () => {
  it.each([
    [
      'in which month of last year did we order the highest net amount',
      'orders | sales | by ordered_on:month | where ordered_on in 2025-01-01..2026-01-01',
    ],
    ['which guest type has the highest net amount', 'orders | sales | by kind'],
  ])('asks for one of the groups: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
    expect(orderOf(question)).toEqual([[expect.objectContaining({ direction: 'desc' })], 1]);
  });

  it('asks whose it is', () => {
    expect(planOf('金额最高的订单是哪个客户的')).toMatchObject({
      query: { subject: { name: 'orders' }, select: [{ table: 'guests', column: 'name' }], limit: 1 },
    });
  });

  it('asks among whom', () => {
    expect(orderOf('who joined first among the guests')).toEqual([
      [{ by: { kind: 'column', column: { table: 'guests', column: 'joined_on' } }, direction: 'asc' }],
      1,
    ]);
  });
});

describe('the first or last time of each', () => {
  it.each([
    ['when did each guest place their first order', 'orders | min(ordered_on) | by name'],
    ['the latest order date of each guest', 'orders | max(ordered_on) | by name'],
    ['每个客户第一次下单的日期', 'orders | min(ordered_on) | by name'],
    ['每个客户最近一次下单是什么时候', 'orders | max(ordered_on) | by name'],
  ])('is one for each: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });
});

describe('every thing with its figure', () => {
  it.each([
    ['list every guest with the number of orders', 'orders | count(orders) | by name | with none'],
    ['every dish with its sales', 'orders | sales | by name | with none'],
  ])('has those that have none: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });

  it('is no extreme', () => {
    expect(shape('which guest has the most portions')).toBe('orders | portions_sold | by name');
  });
});

describe('what happened in a period', () => {
  it.each([
    ['orders last week', 'orders | where ordered_on in 2026-11-16..2026-11-23'],
    ['list the orders last week', 'orders | where ordered_on in 2026-11-16..2026-11-23'],
    ['orders last week that did not pass', 'orders | where ordered_on in 2026-11-16..2026-11-23, orders.passed=false'],
  ])('is shown: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });
});

describe('days past a date to come', () => {
  it('are before today', () => {
    expect(shape('invoices past their due date')).toBe('invoices | where due_on in ..2026-11-24');
    expect(shape('过了应付日期的账单')).toBe('invoices | where due_on in ..2026-11-24');
  });
});

describe('what holds in each part of time', () => {
  it.each([
    ['orders on the last day of each month'],
    ['每月最后一天的订单数'],
    ['销售额每年都高于10000的客户'],
    ['guests with orders in three consecutive months'],
  ])('is not read as a bound of the whole: %s', (question) => {
    expect(shape(question)).toBe('unsupported');
  });
});

describe('how well things do', () => {
  it.each([
    ['popular dishes', 'portions sold / sales'],
    ['热门菜品', '售餐量 / 销售额'],
    ['哪些菜品比较受欢迎', '售餐量 / 销售额'],
  ])('is asked about: %s', (question, options) => {
    expect(shape(question)).toBe(`ask ambiguous_metric rank:dishes: ${options}`);
  });
});

describe('two kinds, respectively', () => {
  it('are kept apart', () => {
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
  ])('is asked for by its verb: %s', (question) => {
    expect(shape(question)).toBe('orders | count(orders) | where orders.passed=false');
  });
});

describe('days to come', () => {
  it('are no days on which something was done', () => {
    expect(shape('orders to be delivered in the next 10 days')).toBe(
      'orders | where deliver_on in 2026-11-24..2026-12-05',
    );
  });
});

describe('words around a question', () => {
  it.each([
    ['从来没下过单的客户是哪几家', 'guests | where some orders()'],
    ['今年和去年的销售额比一下', 'orders | sales | from 2025-01-01..2026-01-01 to 2026-01-01..2026-11-25'],
    ['累计下单超过3次的客户', 'guests | where some orders()'],
    ['上个月卖出多少份餐', 'orders | portions_sold | where ordered_on in 2026-10-01..2026-11-01'],
    ['每种客户类型各出现几次', 'guests | count(guests) | by kind'],
    ['我们机构一共有几个客户', 'guests | count(guests)'],
    ['各客户类型的客户数，多的排前面', 'guests | count(guests) | by kind'],
    ['average net order amount', 'orders | avg(amount)'],
    ['which guests have joined the company', 'guests | where null'],
  ])('add nothing to it: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });

  it('that ask for an age are not left out', () => {
    expect(shape('how old is the average guest')).toBe('unsupported');
  });
});
