import type { PlanResult } from '@querent/contracts';
import { detectLocale } from '@querent/language';
import { KITCHEN } from '../../fixture/kitchen';
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
const ordersFrom = (from: string, negated: boolean): object => ({
  kind: 'exists',
  table: 'orders',
  negated,
  filters: [{ kind: 'time', column: { table: 'orders', column: 'ordered_on' }, range: { from } }],
});

describe('“none” in another period', () => {
  it.each([
    ['guests with orders in March but none in April'],
    ['which guests had orders in March and none at all in April'],
    ['guests who placed an order in March, but none in April'],
    ['guests who ordered in March but none in April'],
  ])('“none” denies the rows of the first condition in another period: %s', (question) => {
    expect(planOf(question)).toMatchObject({
      kind: 'planned',
      query: {
        subject: { name: 'guests' },
        filters: [ordersFrom('2026-03-01', false), ordersFrom('2026-04-01', true)],
      },
    });
  });

  it.each([
    ['guests with no orders in March and none in April'],
    ['guests with orders but none in April'],
    ['orders in March but none in April'],
  ])('“none” without rows in a first period is not read: %s', (question) => {
    expect(planOf(question).kind).toBe('unsupported');
  });
});
