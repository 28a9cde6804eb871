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

const SHIPPING = 'repairs | avg(shipped_on since ordered_on in days)';
const SETTLING = 'claims | avg(settled_on since filed_on in days)';

describe('the time between two events of a row', () => {
  it.each([
    ['average number of days between order date and shipping date', SHIPPING],
    ['how long does it take on average from ordering to shipping', SHIPPING],
    ['what is the average time from order to shipping', SHIPPING],
    [
      'how many days pass on average between the issue date and the payment date',
      'invoices | avg(paid_on since issued_on in days)',
    ],
    ['median number of days from filing to settlement', 'claims | median(settled_on since filed_on in days)'],
    ['the longest time from order date to delivery date', 'repairs | max(delivered_on since ordered_on in days)'],
    ['what is the shortest time from filing to settlement', 'claims | min(settled_on since filed_on in days)'],
    ['从下单到发货平均要多少天', SHIPPING],
    ['下单到发货平均多久', SHIPPING],
    ['从下单到发货的平均天数', SHIPPING],
    ['维修单从下单到发货平均要多少天', SHIPPING],
    ['下单和发货之间平均相隔几天', SHIPPING],
    ['从报案到结案最短用了几天', 'claims | min(settled_on since filed_on in days)'],
    ['下单到交付的天数总和', 'repairs | sum(delivered_on since ordered_on in days)'],
  ])('the time between two events is a figure: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });

  it.each([
    ['average days from order date to shipping date by branch', `${SHIPPING} | by name`],
    ['各门店从下单到发货的平均天数', `${SHIPPING} | by name`],
    ['加急维修单从下单到发货平均要多少天', `${SHIPPING} | where repairs.rush=true`],
    ['average days from filing to settlement for East', `${SETTLING} | where branches.name=East`],
    ['which branch has the longest average time from filing to settlement', `${SETTLING} | by name`],
    ['每月从报案到结案的平均天数', `${SETTLING} | by filed_on:month`],
  ])('the time between two events is grouped and restricted: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });

  it.each([
    ['average hours from arrival to departure', 'visits | avg(left_at since arrived_at in hours)'],
    ['average time between arrival and departure in hours', 'visits | avg(left_at since arrived_at in hours)'],
    ['从到店到离店平均多少小时', 'visits | avg(left_at since arrived_at in hours)'],
    ['从到店到离店平均多少分钟', 'visits | avg(left_at since arrived_at in minutes)'],
    ['average hours from order date to shipping date', 'unsupported'],
  ])('the time between two events is counted in hours only if both are moments: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });

  it.each([
    [
      'On average, how many days after the issue date are invoices paid',
      'invoices | avg(paid_on since issued_on in days)',
    ],
    [
      'On average, how many days after issue do branches pay an invoice?',
      'invoices | avg(paid_on since issued_on in days)',
    ],
    ['下单后平均多少天发货', SHIPPING],
    ['开票后平均多久付款', 'invoices | avg(paid_on since issued_on in days)'],
  ])('the second event may be named by its verb alone: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });

  it.each([
    ['how long does it take on average to settle a claim', SETTLING],
    ['On average how many days does it take branches to settle a claim?', SETTLING],
    ['理赔案平均要几天才结案', SETTLING],
    ['理赔案平均多少天结案', SETTLING],
  ])("the time starts with the row's own event if none is stated: %s", (question, expected) => {
    expect(shape(question)).toBe(expected);
  });

  it.each([
    ['发票平均要多久付款'],
    ['how long does it take on average to pay an invoice'],
    ['从下单平均要多少天'],
    ['average number of days between order date'],
  ])('a time with an unknown start is not read: %s', (question) => {
    expect(['unsupported', 'ambiguous']).toContain(planOf(question).kind);
  });

  it.each([
    ['claims that took more than 30 days from filing to settlement', 'claims | where settled_on>filed_on by 30 day'],
    [
      'how many claims took more than 30 days from filing to settlement',
      'claims | count(claims) | where settled_on>filed_on by 30 day',
    ],
    [
      'repairs that took longer than 10 days from order date to delivery date',
      'repairs | where delivered_on>ordered_on by 10 day',
    ],
    ['从报案到结案超过90天的理赔案', 'claims | where settled_on>filed_on by 90 day'],
    [
      '下单到交付用了10到20天的维修单',
      'repairs | where delivered_on>=ordered_on by 10 day, delivered_on<=ordered_on by 20 day',
    ],
  ])('the time between two events is bounded: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });

  it.each([
    ['repairs with the longest time from order date to delivery date', 'desc', 1],
    ['which repair took the longest from order to delivery', 'desc', 1],
    ['从下单到交付时间最长的5个维修单', 'desc', 5],
    ['the 3 repairs with the shortest time from order date to delivery date', 'asc', 3],
    ['rank repairs by number of days from order date to delivery date', 'desc', null],
  ])('the time between two events orders rows: %s', (question, direction, limit) => {
    const plan = planOf(question);
    if (plan.kind !== 'planned') throw new Error(plan.kind);
    const since = { table: 'repairs', column: 'ordered_on', unit: 'day' };
    expect(plan.query.order).toMatchObject([
      { by: { kind: 'column', column: { column: 'delivered_on' }, since }, direction },
    ]);
    expect(plan.query.limit).toBe(limit);
  });

  it('the time between two events is named in the asker’s language', () => {
    const labels = ['从下单到发货平均要多少天', 'average number of days between order date and shipping date'].map(
      (question) => {
        const plan = planOf(question);
        return plan.kind === 'planned' ? [plan.query.measures[0]?.label, plan.refinedQuestion] : plan.kind;
      },
    );
    expect(labels).toEqual([
      ['下单日期到发货日期的平均天数', '下单日期到发货日期的平均天数'],
      ['average days from order date to shipping date', 'average days from order date to shipping date'],
    ]);
  });

  it('the time between two events is kept in a follow-up', () => {
    const first = planOf('从下单到发货平均要多少天');
    if (first.kind !== 'planned') throw new Error(first.kind);
    expect(shapeOf(planOf('按门店呢', first.query))).toBe(`${SHIPPING} | by name`);
    expect(shapeOf(planOf('只看加急的', first.query))).toBe(`${SHIPPING} | where repairs.rush=true`);
  });
});
