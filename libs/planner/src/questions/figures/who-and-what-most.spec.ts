import { detectLocale } from '@querent/language';
import type { PlanResult } from '@querent/contracts';
import { POTTERY } from '../../fixture/pottery';
import { shapeOf } from '../../fixture/shape-of';
import { readQuestion } from '../../read-question';

const planOf = (question: string): PlanResult =>
  readQuestion({
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

describe('who did the first or last of something', () => {
  it.each([
    ['who placed the first order', ['orders', 'name', 1]],
    ['谁最先下单', ['orders', 'name', 1]],
    ['最近一张订单是谁下的', ['orders', 'name', 1]],
    ['第一张订单是谁下的', ['orders', 'name', 1]],
    ['who did the latest firing', ['firings', 'stoker', 1]],
  ])('is no row of it: %s', (question, expected) => {
    expect(selectOf(question)).toEqual(expected);
  });
});

describe('who did the most', () => {
  it.each([
    ['who fired the most', 'firings | count(firings) | by stoker'],
    ['谁做的烧制最少', 'firings | count(firings) | by stoker'],
  ])('is one of the persons that the rows keep: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });
});

describe('an amount behind its verb', () => {
  it.each([
    ['which kiln worker fired the most pieces', 'firings | sum(fired) | by stoker'],
    ['how many pieces did we fire last year', 'firings | sum(fired) | where fired_on in 2025-01-01..2026-01-01'],
    ['how many pieces were fired in 2025', 'firings | sum(fired) | where fired_on in 2025-01-01..2026-01-01'],
  ])('is what the model calls by both: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });

  it('ranks by itself, and not by how often it was done', () => {
    const plan = planOf('which kiln worker fired the fewest pieces');

    expect(plan).toMatchObject({
      kind: 'planned',
      query: { measures: [{ what: { fn: 'sum' } }], order: [{ direction: 'asc' }] },
    });
  });
});

describe('what most was done with', () => {
  it.each([
    ['哪家门店用得最多', 'orders | count(orders) | by name'],
    ['which shop was used the most', 'orders | count(orders) | by name'],
    ['今年用得最少的门店是哪家', 'orders | count(orders) | by name | where placed_on in 2026-01-01..2026-11-25'],
  ])('is counted by the only rows that refer to it: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });

  it.each([['哪件陶器做得最少'], ['which pot was done the most']])(
    'is asked about where rows and their pieces differ: %s',
    (question) => {
      expect(shape(question)).toMatch(/^ask ambiguous_metric/u);
    },
  );
});

describe('how many different', () => {
  it('counts the numbers right behind, with what is said of their rows', () => {
    expect(shape('how many different heights do the lidded pots have')).toBe(
      'pots | count_distinct(height) | where pots.lidded=true',
    );
  });

  it('counts no numbers behind other things that were done something with', () => {
    expect(shape('how many different shops did the Lund buyers rent')).toBe('unsupported');
  });
});
