import { detectLocale } from '@querent/language';
import type { PlanResult } from '@querent/contracts';
import { POTTERY } from '../../fixture/pottery';
import { shapeOf } from '../../fixture/shape-of';
import { planQuestion } from '../../plan-question';

const planOf = (question: string): PlanResult =>
  planQuestion({
    question,
    locale: detectLocale(question),
    model: POTTERY,
    today: '2026-11-24',
    timezone: 'UTC',
    choices: [],
  });
const shape = (question: string): string => shapeOf(planOf(question));
const selectOf = (question: string): unknown => {
  const plan = planOf(question);
  if (plan.kind !== 'planned') return plan.kind;
  const { subject, select, limit } = plan.query;
  return [subject.name, ...select.map(({ column }) => column), limit];
};

describe('“who” did the first or last of something', () => {
  it.each([
    ['who placed the first order', ['orders', 'name', 1]],
    ['谁最先下单', ['orders', 'name', 1]],
    ['最近一张订单是谁下的', ['orders', 'name', 1]],
    ['第一张订单是谁下的', ['orders', 'name', 1]],
    ['who did the latest firing', ['firings', 'stoker', 1]],
  ])('“who” shows the person of the first or last row: %s', (question, expected) => {
    expect(selectOf(question)).toEqual(expected);
  });
});

describe('“who” did the most', () => {
  it.each([
    ['who fired the most', 'firings | count(firings) | by stoker'],
    ['谁做的烧制最少', 'firings | count(firings) | by stoker'],
  ])('“who” groups by the person that the rows store: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });
});

describe('an amount next to its verb', () => {
  it.each([
    ['which kiln worker fired the most pieces', 'firings | sum(fired) | by stoker'],
    ['how many pieces did we fire last year', 'firings | sum(fired) | where fired_on in 2025-01-01..2026-01-01'],
    ['how many pieces were fired in 2025', 'firings | sum(fired) | where fired_on in 2025-01-01..2026-01-01'],
  ])('an amount next to its verb is the amount named by both: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });

  it('an amount next to its verb ranks by the amount, and not by the number of events', () => {
    const plan = planOf('which kiln worker fired the fewest pieces');

    expect(plan).toMatchObject({
      kind: 'planned',
      query: { measures: [{ what: { fn: 'sum' } }], order: [{ direction: 'asc' }] },
    });
  });
});

describe('the thing most used', () => {
  it.each([
    ['哪家门店用得最多', 'orders | count(orders) | by name'],
    ['which shop was used the most', 'orders | count(orders) | by name'],
    ['今年用得最少的门店是哪家', 'orders | count(orders) | by name | where placed_on in 2026-01-01..2026-11-25'],
  ])('uses are counted by the only rows that refer to the thing: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });

  it.each([['哪件陶器做得最少'], ['which pot was done the most']])(
    '“done most” is asked about if rows and pieces differ: %s',
    (question) => {
      expect(shape(question)).toMatch(/^ask ambiguous_metric/u);
    },
  );
});

describe('“how many different”', () => {
  it('“how many different” counts the distinct values of the noun right behind it', () => {
    expect(shape('how many different heights do the lidded pots have')).toBe(
      'pots | count_distinct(height) | where pots.lidded=true',
    );
  });

  it('“how many different” does not count things of another verb', () => {
    expect(shape('how many different shops did the Lund buyers rent')).toBe('unsupported');
  });
});
