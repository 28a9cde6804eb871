import type { Choice, PlanResult } from '@querent/contracts';
import { detectLocale } from '@querent/language';
import { shapeOf } from '../../fixture/shape-of';
import { WORKSHOP } from '../../fixture/workshop';
import { planQuestion } from '../../plan-question';

const planOf = (question: string, choices: Choice[] = []): PlanResult =>
  planQuestion({
    question,
    locale: detectLocale(question),
    model: WORKSHOP,
    today: '2026-11-24',
    timezone: 'UTC',
    choices,
  });
const shape = (question: string): string => shapeOf(planOf(question));

describe('two times of the same row compared', () => {
  it.each([
    ['invoices paid after their due date', 'invoices | where paid_on>due_on'],
    ['how many invoices were paid after the due date', 'invoices | count(invoices) | where paid_on>due_on'],
    ['repairs delivered later than promised', 'repairs | where delivered_on>promised_on'],
    ['repairs whose shipping date is before the order date', 'repairs | where shipped_on<ordered_on'],
    ['invoices paid no later than the due date', 'invoices | where paid_on<=due_on'],
    [
      'invoices that were paid after the due date by branch',
      'invoices | count(invoices) | by name | where paid_on>due_on',
    ],
    ['total invoice amount of invoices paid after the due date', 'invoices | sum(amount) | where paid_on>due_on'],
    [
      'which branches have repairs delivered after the promised date',
      'branches | where some repairs(delivered_on>promised_on)',
    ],
    ['付款日期晚于到期日的发票', 'invoices | where paid_on>due_on'],
    ['在到期日之后付款的发票有多少张', 'invoices | count(invoices) | where paid_on>due_on'],
    ['到期日后才付款的发票有多少张', 'invoices | count(invoices) | where paid_on>due_on'],
    ['提前于到期日付款的发票', 'invoices | where paid_on<due_on'],
    ['发货日期比下单日期早的维修单', 'repairs | where shipped_on<ordered_on'],
    ['晚于到期日付款的发票金额合计', 'invoices | sum(amount) | where paid_on>due_on'],
    [
      '交付日期晚于承诺日期的加急维修单有几张',
      'repairs | count(repairs) | where delivered_on>promised_on, repairs.rush=true',
    ],
  ])('a comparison of two times is a condition on the row: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });

  it.each([
    [
      'how many invoices were paid after their due date last year',
      'invoices | count(invoices) | where paid_on>due_on, paid_on in 2025-01-01..2026-01-01',
    ],
    ['去年在到期日之后付款的发票', 'invoices | where paid_on in 2025-01-01..2026-01-01, paid_on>due_on'],
  ])('a period beside a comparison of two times applies to the first event: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });

  it.each([
    ['invoices paid more than 5 days after their due date', 'invoices | where paid_on>due_on by 5 day'],
    ['invoices paid at least 2 weeks before the due date', 'invoices | where due_on>=paid_on by 14 day'],
    [
      'invoices paid within 10 days after the issue date',
      'invoices | where paid_on>=issued_on by 0 day, paid_on<=issued_on by 10 day',
    ],
    ['比到期日晚5天以上付款的发票', 'invoices | where paid_on>=due_on by 5 day'],
    ['付款日期比到期日晚了5天以上的发票', 'invoices | where paid_on>=due_on by 5 day'],
    [
      '开票后10天内付款的发票有多少',
      'invoices | count(invoices) | where paid_on>=issued_on by 0 day, paid_on<=issued_on by 10 day',
    ],
    [
      'visits where the departure time is more than 3 hours after the arrival time',
      'visits | where left_at>arrived_at by 3 hour',
    ],
    ['下单日期和发货日期是同一天的维修单', 'repairs | where ordered_on=shipped_on by 0 day'],
    ['invoices paid on the same day as they were issued', 'invoices | where paid_on=issued_on by 0 day'],
    ['到店时间和离店时间不在同一天的到访', 'visits | where arrived_at!=left_at by 0 day'],
  ])('a comparison of two times may have a distance: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });

  it('a comparison of two times may define a share', () => {
    for (const question of ['share of invoices paid after their due date', '到期日之后付款的发票占比']) {
      const plan = planOf(question);
      expect(plan.kind === 'planned' ? plan.query.measures[0]?.share : plan.kind).toMatchObject({
        of: 'filtered',
        where: [{ kind: 'compare_columns', column: { column: 'paid_on' }, op: '>', other: { column: 'due_on' } }],
      });
    }
  });
});

describe('an event that did not happen by a date', () => {
  it('“by the due date” is asked about, since it may mean a grouping', () => {
    expect(shape('how many invoices were paid by the due date')).toMatch(/^ask .*payment date is not after due date/);
  });

  it.each([
    ['invoices not paid by the due date'],
    ['未在到期日之前付款的发票'],
    ['repairs not delivered by the promised date'],
  ])('“not by the date” asks whether events that never happened are included: %s', (question) => {
    const plan = planOf(question);
    expect(plan.kind === 'ambiguous' ? plan.ambiguity.options : plan.kind).toHaveLength(2);
  });

  it('events that never happened are included if the asker chooses this', () => {
    const question = 'invoices not paid by the due date';
    const plan = planOf(question);
    if (plan.kind !== 'ambiguous') throw new Error(plan.kind);
    const { key, options } = plan.ambiguity;
    const shapes = options.map(({ value }) => shapeOf(planOf(question, [{ key, value }])));
    expect(shapes.sort()).toEqual(['invoices | where or', 'invoices | where paid_on>due_on']);
  });
});

describe('two amounts or values of the same row compared', () => {
  it.each([
    ['repairs with actual hours above planned hours', 'repairs | where actual_hours>planned_hours'],
    ['repairs that cost more than their budget', 'repairs | where cost>budget'],
    ['repairs where actual hours do not exceed planned hours', 'repairs | where actual_hours<=planned_hours'],
    [
      'how many repairs have actual hours equal to the planned hours',
      'repairs | count(repairs) | where actual_hours=planned_hours',
    ],
    ['repairs whose cost is more than 100 above the budget', 'repairs | where cost>budget by 100'],
    ['repairs whose pickup town is different from the return town', 'repairs | where pickup_town!=return_town'],
    ['实际工时超过计划工时的维修单', 'repairs | where actual_hours>planned_hours'],
    ['实际工时没有超过计划工时的维修单', 'repairs | where actual_hours<=planned_hours'],
    ['成本高于预算的维修单有几张', 'repairs | count(repairs) | where cost>budget'],
    ['取件城市和送回城市相同的维修单', 'repairs | where pickup_town=return_town'],
  ])('a comparison of two columns is a condition on the row: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });

  it.each([
    ['repairs where the weight exceeds the planned hours'],
    ['重量超过计划工时的维修单'],
    ['repairs where the budget is after the order date'],
    ['repairs over budget'],
    ['invoices paid after the opening date of claims'],
  ])('columns of different units or types, or unnamed ones, are not compared: %s', (question) => {
    expect(shape(question)).toBe('unsupported');
  });
});

describe('a comparison of a time with a date', () => {
  it.each([
    ['invoices paid after 2025-03-01', 'invoices | where paid_on in 2025-03-02..'],
    ['repairs ordered before 2025', 'repairs | where ordered_on in ..2025-01-01'],
    ['number of invoices by due date', 'invoices | count(invoices) | by due_on:day'],
  ])('a comparison of a time with a date keeps its meaning: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });
});
