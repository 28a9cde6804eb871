import { detectLocale } from '@querent/language';
import { shapeOf } from '../../fixture/shape-of';
import { TEA_HOUSE } from '../../fixture/tea-house';
import { planQuestion } from '../../plan-question';

const shape = (question: string): string =>
  shapeOf(
    planQuestion({
      question,
      locale: detectLocale(question),
      model: TEA_HOUSE,
      today: '2026-11-24',
      timezone: 'UTC',
      choices: [],
    }),
  );

describe('money from sales', () => {
  it.each([
    ['花园厅上个月卖了多少钱', 'bill_lines | takings | where rooms.name=Garden, sale_date in 2026-10-01..2026-11-01'],
    ['去年每个月卖了多少钱', 'bill_lines | takings | by sale_date:month | where sale_date in 2025-01-01..2026-01-01'],
    ['how much did we sell last year', 'bill_lines | takings | where sale_date in 2025-01-01..2026-01-01'],
    [
      'how much did the Tower room sell last year',
      'bill_lines | takings | where rooms.name=Tower, sale_date in 2025-01-01..2026-01-01',
    ],
  ])('money from sales is the metric of sales: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });

  it.each(['which rooms sold less than 500 euros last year', '去年卖了不到500元的茶室'])(
    'a bound in money applies to the sales of each group: %s',
    (question) => {
      expect(shape(question)).toBe(
        'bill_lines | takings | by name | where sale_date in 2025-01-01..2026-01-01 | having takings<500 | with none',
      );
    },
  );
});

describe('money that customers spent', () => {
  it.each([
    [
      'how much did gold drinkers spend last year',
      'bills | sum(total) | where drinkers.tier=gold, sold_on in 2025-01-01..2026-01-01',
    ],
    ['金卡茶客去年花了多少钱', 'bills | sum(total) | where drinkers.tier=gold, sold_on in 2025-01-01..2026-01-01'],
    [
      'drinkers who paid more than 300 last year',
      'bills | sum(total) | by name | where sold_on in 2025-01-01..2026-01-01 | having sum(total)>300',
    ],
    ['which drinker spent the most', 'bills | sum(total) | by name'],
    ['哪位茶客花钱最多', 'bills | sum(total) | by name'],
  ])('money that customers spent is the sum of their bills: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });

  it('employees do not spend money', () => {
    expect(shape('which waiter spent the most')).not.toContain('sum(total)');
  });

  it('a bound in money does not count bills', () => {
    expect(shape('drinkers who bought Oolong for more than 40 in total')).toContain('takings>40');
  });
});

describe('the verb of a means of payment', () => {
  it.each([
    ['how many bills were paid with a voucher', 'bills | count(bills) | where bills.pay_way=voucher'],
    ['bills paid by card', 'bills | where bills.pay_way=card'],
    ['用茶券付款的账单有多少', 'bills | count(bills) | where bills.pay_way=voucher'],
    ['现金付的账单', 'bills | where bills.pay_way=cash'],
  ])('the verb of a means of payment adds no condition: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });
});

describe('“best” and “worst”', () => {
  const first = (question: string): string => {
    const plan = planQuestion({
      question,
      locale: 'en',
      model: TEA_HOUSE,
      today: '2026-11-24',
      timezone: 'UTC',
      choices: [],
    });
    return plan.kind === 'planned' ? (plan.query.order[0]?.direction ?? 'none') : plan.kind;
  };

  it.each([
    ['who is our worst grower in terms of number of late crates', 'desc'],
    ['the best grower by number of late crates', 'asc'],
    ['worst grower by number of crates', 'asc'],
  ])('the worst has most of a bad thing, and least of others: %s', (question, expected) => {
    expect(first(question)).toBe(expected);
  });

  it('“best” is asked about if only the asker knows whether much is good', () => {
    expect(first('the best grower by number of organic crates')).toBe('ambiguous');
  });
});

it.each(['which head waiter has the most total hours worked', '哪位领班累计工时最多'])(
  'a person with a role is asked for, and no amount: %s',
  (question) => {
    expect(shape(question)).toBe('waiters | where waiters.post=head waiter');
  },
);

describe('words around the counted things', () => {
  it.each([
    ['因为洒漏的投诉有几起', 'gripes | count(gripes) | where gripes.cause=spilt'],
    ['由于茶凉的投诉', 'gripes | where gripes.cause=cold'],
    ['从来没卖出去过的茶品', 'teas | where no bill_lines()'],
    ['去年开了多少张账单', 'bills | count(bills) | where sold_on in 2025-01-01..2026-01-01'],
    ['which room brings in the most sales', 'bill_lines | takings | by name'],
    ['杯单价最高的茶室', 'bill_lines | per_cup | by name'],
  ])('words around the counted things are read correctly: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });
});

describe('the most common value', () => {
  it.each([
    ['what is the most common reason for complaints', 'gripes | count(gripes) | by cause'],
    ['most common tier', 'drinkers | count(drinkers) | by tier'],
    ['最常见的投诉原因是什么', 'gripes | count(gripes) | by cause'],
    ['最常见的支付方式', 'bills | count(bills) | by pay_way'],
  ])('the most common value is that of most rows: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });
});

it('a verb behind a missing reference adds no condition', () => {
  expect(shape('how many bills have no drinker attached')).toBe('bills | count(bills) | where null');
});

it.each(['how many drinkers used a room last year', '去年用过茶室的茶客有多少'])(
  'use of a lasting thing in a period is not confused with the start of the thing: %s',
  (question) => {
    expect(shape(question)).not.toBe(
      'drinkers | count(drinkers) | where some rooms(opened_on in 2025-01-01..2026-01-01)',
    );
    expect(shape(question)).toMatch(/sold_on in 2025-01-01|^ask /);
  },
);
