import type { PlanResult, SemanticQuery } from '@querent/contracts';
import { detectLocale } from '@querent/language';
import { shapeOf } from '../../fixture/shape-of';
import { WORKSHOP } from '../../fixture/workshop';
import { planQuestion } from '../../plan-question';

const planOf = (question: string, context: SemanticQuery | null = null): PlanResult =>
  planQuestion({
    question,
    locale: detectLocale(question),
    model: WORKSHOP,
    today: '2026-11-24',
    timezone: 'UTC',
    choices: [],
    context,
  });
const shape = (question: string): string => shapeOf(planOf(question));

function queryOf(question: string, context: SemanticQuery | null = null): SemanticQuery {
  const plan = planOf(question, context);
  if (plan.kind !== 'planned') throw new Error(shapeOf(plan));
  return plan.query;
}

describe('“slowest” and “fastest”', () => {
  it.each([
    ['average days from order date to shipping date by branch, slowest first', 'desc'],
    ['average days from order date to shipping date by branch, fastest first', 'asc'],
  ] as const)('“slowest” and “fastest” order by the length of time: %s', (question, direction) => {
    expect(queryOf(question).order).toMatchObject([{ direction }]);
  });

  it.each([
    ['the fastest time from order date to delivery date', 'repairs | min(delivered_on since ordered_on in days)'],
    ['从报案到结案最慢用了几天', 'claims | max(settled_on since filed_on in days)'],
  ])('“slowest” and “fastest” aggregate the length of time: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });
});

describe('a length between two moments without a unit', () => {
  it.each(['average time between arrival and departure', '从到店到离店平均多久'])(
    'a length between two moments is counted in hours: %s',
    (question) => {
      expect(shape(question)).toBe('visits | avg(left_at since arrived_at in hours)');
    },
  );

  it('a ranking by a length between two moments counts in hours', () => {
    const [order] = queryOf('visits with the longest time from arrival to departure').order;
    expect(order?.by).toMatchObject({ since: { column: 'arrived_at', unit: 'hour' } });
  });
});

describe('unknown states', () => {
  it.each([
    "how many repairs don't we know whether they are rush",
    'repairs for which it is unclear whether they are rush',
    'how many repairs have no rush recorded',
  ])('an unknown state is a missing value, and no denial: %s', (question) => {
    expect(queryOf(question).filters).toMatchObject([{ kind: 'null', negated: false, column: { column: 'rush' } }]);
  });
});

it('a turn that announces another topic starts a new question', () => {
  const before = queryOf('average days from order date to shipping date by branch');
  const plan = planOf('Now something else: number of claims by branch', before);
  expect(shapeOf(plan)).toBe('claims | count(claims) | by name');
});
