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

const YEARS = 'from 2024-01-01..2025-01-01 to 2025-01-01..2026-01-01';

describe('the growth of a figure between two periods', () => {
  it.each([
    ['did takings grow in 2025 compared with 2024', `rides | takings | ${YEARS}`],
    ['takings growth in 2025 versus 2024', `rides | takings | ${YEARS}`],
    ['By what percentage did the takings rise in 2025 compared to 2024?', `rides | takings | ${YEARS}`],
    ['growth in takings between 2024 and 2025', `rides | takings | ${YEARS}`],
    ['how much have takings gone up from 2024 to 2025', `rides | takings | ${YEARS}`],
    ['did the number of rides go down in 2025 compared with 2024', `rides | count(rides) | ${YEARS}`],
    ['takings growth by station in 2025 compared with 2024', `rides | takings | by name | ${YEARS}`],
    ['takings growth of gold riders in 2025 over 2024', `rides | takings | where riders.level=gold | ${YEARS}`],
    [
      'how many percent did takings grow this year over last year',
      'rides | takings | from 2025-01-01..2026-01-01 to 2026-01-01..2026-11-24',
    ],
  ])('growth is read if its words are between the figure and the periods: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });

  it.each([['takings growth'], ['stations with takings growth over 100']])(
    'growth without periods is not read: %s',
    (question) => {
      expect(shape(question)).toBe('unsupported');
    },
  );
});

describe('two kinds of rows compared with each other', () => {
  it.each([
    [
      'takings of the gold riders versus the silver riders',
      'rides | takings | by level | where riders.level in gold/silver',
    ],
    ['takings of gold riders vs silver', 'rides | takings | by level | where riders.level in gold/silver'],
    [
      'takings of gold riders versus takings of silver riders in 2025',
      'rides | takings | by level | where riders.level in gold/silver, started_at in 2025-01-01..2026-01-01',
    ],
    [
      'compare the takings of the gold riders and the silver riders',
      'rides | takings | by level | where riders.level in gold/silver',
    ],
    ['takings of the gold riders and the silver riders', 'rides | takings | where riders.level in gold/silver'],
  ])('a comparison of two kinds of rows groups by kind: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });
});
