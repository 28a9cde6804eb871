import { detectLocale } from '@querent/language';
import { POTTERY } from '../../fixture/pottery';
import { shapeOf } from '../../fixture/shape-of';
import { planQuestion } from '../../plan-question';

const shape = (question: string): string =>
  shapeOf(
    planQuestion({
      question,
      locale: detectLocale(question),
      model: POTTERY,
      today: '2026-11-24',
      timezone: 'UTC',
      choices: [],
    }),
  );

describe('an amount across things', () => {
  it.each([
    ['median rent across the shops', 'shops | median(rent)'],
    ['total rent across our shops', 'shops | sum(rent)'],
    ['highest rent across shops', 'shops | max(rent)'],
  ])('an amount that each thing stores is aggregated over all: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });

  it('an amount of other rows is grouped by thing', () => {
    expect(shape('takings across the shops')).toBe('orders | takings | by name');
  });

  it('a median over single values is not grouped', () => {
    expect(shape('median rent by shop')).toBe('shops | median(rent)');
  });
});

describe('a repeated marker', () => {
  it.each([['takings of the Lund buyers and of the Ystad buyers'], ['takings for Lund and for Ystad']])(
    'a repeated marker separates two values: %s',
    (question) => {
      expect(shape(question)).toBe('orders | takings | by town | where buyers.town in Lund/Ystad');
    },
  );

  it('a single marker combines two values', () => {
    expect(shape('takings of the Lund and Ystad buyers')).toBe('orders | takings | where buyers.town in Lund/Ystad');
  });
});

describe('rows that a Chinese question names first', () => {
  it.each([
    ['去年的订单，营业额是多少', 'orders | takings | where placed_on in 2025-01-01..2026-01-01'],
    [
      '买家Mia去年下的订单，营业额一共多少',
      'orders | takings | where buyers.name=Mia, placed_on in 2025-01-01..2026-01-01',
    ],
  ])('rows named first have one amount together: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });

  it.each([['列出买家，营业额是多少', 'orders | takings | by name | with none']])(
    'listed rows have an amount each: %s',
    (question, expected) => {
      expect(shape(question)).toBe(expected);
    },
  );

  it('rows named first are the events, and not the persons', () => {
    expect(shape('买家Mia去年下的订单有哪些')).toBe(
      'orders | where buyers.name=Mia, placed_on in 2025-01-01..2026-01-01',
    );
  });
});

describe('an amount by a category of its rows', () => {
  it.each([['refunded amount by refund reason'], ['refunded amount by refund reason, largest first']])(
    'an amount by a category is summed: %s',
    (question) => {
      expect(shape(question)).toBe('refunds | sum(amount) | by reason');
    },
  );
});

describe('averages', () => {
  it.each([
    ['average firing cost per piece this year', 'firings | piece_cost | where fired_on in 2026-01-01..2026-11-25'],
    ['平均单件烧制成本是多少', 'firings | piece_cost'],
  ])('the average of a metric per unit is the metric: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });

  it('the average number of related rows is over all things', () => {
    expect(shape('on average, how many orders does a buyer place')).toBe('buyers | count(orders) per count(buyers)');
  });
});

describe('both ends of an amount', () => {
  it.each([
    ['cheapest and dearest shop price', 'pots | min(price), max(price)'],
    ['最贵和最便宜的售价', 'pots | max(price), min(price)'],
  ])('both ends of an amount are shown side by side: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });
});

describe('the own price of things', () => {
  it.each([
    ['pots that cost more than 90 yuan', 'pots | where pots.price>90'],
    ['how many pots cost less than 40 yuan', 'pots | count(pots) | where pots.price<40'],
    ['which firings cost more than 500 yuan', 'firings | where firings.fire_cost>500'],
  ])('“cost” bounds the own price of things: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });
});
