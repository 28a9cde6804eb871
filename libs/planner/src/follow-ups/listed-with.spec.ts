import { detectLocale } from '@querent/language';
import type { SemanticQuery } from '@querent/contracts';
import { planQuestion } from '../plan-question';
import { OBSERVATORY } from './fixture/observatory';
import { planText } from './fixture/query-text';

/** The shape of the last of several turns. */
function after(...talk: string[]): string {
  let context: SemanticQuery | null = null;
  let text = '';
  for (const question of talk) {
    const plan = planQuestion({
      question,
      locale: detectLocale(question),
      model: OBSERVATORY,
      today: '2026-11-24',
      timezone: 'UTC',
      choices: [],
      context,
    });
    text = planText(plan);
    if (plan.kind === 'planned') context = plan.query;
  }
  return text;
}

describe('a list of the rows that were counted', () => {
  it.each([
    [
      ['how many observations are cloudy', 'list them with site and duration'],
      'list id, site, hours observations where cloudy=true',
    ],
    [
      ['how many astronomers are senior', 'show them with phone and hire date'],
      'list name, phone, hired_on astronomers where grade=senior',
    ],
  ])('a list shows the columns named behind “with”: %s', (talk, expected) => {
    expect(after(...talk)).toBe(expected);
  });
});

const BY_NAME = 'exposure observations where taken_on 2025-01-01..2026-01-01 by name';

describe('the other end of the order shown', () => {
  const top = 'top 5 astronomers by exposure in 2025';

  it.each([
    [[top, 'and the bottom 5'], `${BY_NAME} first 5 asc`],
    [[top, 'and the bottom ones'], `${BY_NAME} first 5 asc`],
    [['2025年曝光量最高的5位天文学家', '倒数三名呢'], `${BY_NAME} first 3 asc`],
    [[top, 'make it the top 3'], `${BY_NAME} first 3 desc`],
    [[top, 'and the bottom 5', 'show only the first'], `${BY_NAME} first 1 asc`],
    [[top, 'just the last'], `${BY_NAME} first 1 desc`],
  ])('the bottom of an order has its own first and last: %s', (talk, expected) => {
    expect(after(...talk)).toBe(expected);
  });
});

const WITHOUT_JANUARY =
  'exposure observations where taken_on 2025-01-01..2026-01-01, taken_on not 2025-01-01..2025-02-01 by taken_on per month';

describe('a condition that a turn removes', () => {
  const months = 'exposure by month in 2025';

  it.each([
    [[months, 'exclude January'], WITHOUT_JANUARY],
    [['2025年每月的曝光量', '去掉一月'], WITHOUT_JANUARY],
    [['exposure by telescope in 2025', 'drop last year'], 'exposure observations by name'],
    [['number of observations by telescope', 'drop the ones below 10'], 'count observations by name having >=10'],
    [['各望远镜的观测数', '去掉低于10的'], 'count observations by name having >=10'],
  ])('only the named condition is removed: %s', (talk, expected) => {
    expect(after(...talk)).toBe(expected);
  });
});
