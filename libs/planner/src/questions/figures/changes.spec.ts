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

it.each([
  [
    '车费比去年增长最多的站点',
    'rides | takings | by name | from 2025-01-01..2026-01-01 to 2026-01-01..2026-11-24 | most changed desc, 10 rows',
  ],
  [
    'which 3 stations dropped most in fare since last year',
    'rides | takings | by name | from 2025-01-01..2025-11-24 to 2026-01-01..2026-11-24 | most changed asc, 3 rows',
  ],
  ['上个月和去年同期的车费', 'rides | takings | from 2025-10-01..2025-11-01 to 2026-10-01..2026-11-01'],
  ['金卡和银卡骑手各有多少骑行', 'rides | count(rides) | by level | where riders.level in gold/silver'],
  ['金卡骑手和普通骑手各有多少条骑行单', 'rides | count(rides) | by level | where riders.level in gold/plain'],
  ['金卡骑手和银卡骑手各有多少', 'riders | count(riders) | by level | where riders.level in gold/silver'],
  ['金卡骑手和非金卡骑手各有多少次骑行', 'unsupported'],
  ['best stations', 'ask ambiguous_metric rank:stations: brakes score / outlay / polish score / takings'],
  ['new riders last month', 'riders | where joined_on in 2026-10-01..2026-11-01'],
])('a change between periods is read: %s', (question, expected) => {
  expect(shape(question)).toBe(expected);
});
