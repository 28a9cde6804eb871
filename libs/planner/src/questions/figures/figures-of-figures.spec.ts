import { detectLocale } from '@querent/language';
import { BIKES } from '../../fixture/bikes';
import { shapeOf } from '../../fixture/shape-of';
import { planQuestion } from '../../plan-question';

const shape = (question: string): string =>
  shapeOf(
    planQuestion({
      question,
      locale: detectLocale(question),
      model: BIKES,
      today: '2026-11-23',
      timezone: 'UTC',
      choices: [],
    }),
  );

describe('a figure computed from figures', () => {
  it.each([
    ['average number of rides per rider', 'riders | count(rides) per count(riders)'],
    ['平均每个骑手的骑行数', 'riders | count(rides) per count(riders)'],
    ['每个骑手平均有多少骑行', 'riders | count(rides) per count(riders)'],
    ['average number of rides per gold rider', 'riders | count(rides) per count(riders) | where riders.level=gold'],
    ['discount as a share of fare', 'rides | sum(discount) per sum(fare)'],
    ['折扣额占车费的比例', 'rides | sum(discount) per sum(fare)'],
  ])('a ratio divides two figures: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });

  it('a ratio of two kinds of rows has conditions on both sides', () => {
    expect(shape('ratio of gold riders to silver riders')).toBe(
      'riders | count(riders)[riders.level=gold] per count(riders)[riders.level=silver]',
    );
  });

  it('an average per thing counts things without rows, so a period restricts only the rows', () => {
    expect(shape('average number of rides per rider in 2025')).toBe(
      'riders | count(rides)[started_at in 2025-01-01..2026-01-01] per count(riders)',
    );
  });

  it.each([
    [
      'average daily rides in October 2026',
      'rides | count(rides) avg over started_at:day | where started_at in 2026-10-01..2026-11-01',
    ],
    [
      '上个月平均每天的骑行数',
      'rides | count(rides) avg over started_at:day | where started_at in 2026-10-01..2026-11-01',
    ],
    ['2025年平均每月的营收', 'rides | takings avg over started_at:month | where started_at in 2025-01-01..2026-01-01'],
  ])('an average per period is taken over groups: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });

  it.each([
    ['how many riders have takings over 1000', 'riders | count(riders) | where riders with takings>1000'],
    ['营收超过1000的骑手有多少个', 'riders | count(riders) | where riders with takings>1000'],
    [
      '去年营收超过1000的骑手有多少个',
      'riders | count(riders) | where riders with takings[started_at in 2025-01-01..2026-01-01]>1000',
    ],
    ['list the riders with takings over 1000', 'rides | takings | by name | having takings>1000'],
  ])('a figure bounds the things that it belongs to: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });

  it.each([
    ['month-over-month growth of takings in 2025', 'previous'],
    ['2025年各月营收环比', 'previous'],
    ['2025年各月营收同比', 'year_before'],
  ])('each period is compared with an earlier one: %s', (question, to) => {
    expect(shape(question)).toBe(
      `rides | takings | by started_at:month | where started_at in 2025-01-01..2026-01-01 | against ${to}`,
    );
  });

  it.each([
    ['list riders and their number of rides', 'rides | count(rides) | by name | with none'],
    ['列出骑手及其骑行数', 'rides | count(rides) | by name | with none'],
  ])('a list with a figure has a row for each thing: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });

  it.each([
    ['which rider has the second highest takings', 'rides | takings | by name | number 2 of desc, 1 row'],
    ['营收第二高的骑手', 'rides | takings | by name | number 2 of desc, 1 row'],
  ])('the second of an order is found: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });
});
