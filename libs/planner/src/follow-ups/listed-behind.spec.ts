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

describe('attributes that a turn names before the word that lists them', () => {
  const count = '高级天文学家有多少位';

  it.each([
    [[count, '把姓名列出来'], 'list name astronomers where grade=senior'],
    [[count, '姓名都列一下'], 'list name astronomers where grade=senior'],
    [[count, '把他们的姓名和电话列一下'], 'list name, phone astronomers where grade=senior'],
  ])('attributes are shown for the rows that were counted: %s', (talk, expected) => {
    expect(after(...talk)).toBe(expected);
  });
});

describe('“each” of some things, listed after a figure', () => {
  const figure = '2025年的曝光量是多少';
  const each = after(figure, '按望远镜分');

  it.each([
    [figure, '各望远镜都列一下'],
    [figure, '把各望远镜的都列出来'],
    [figure, '每个望远镜都列出来'],
    ['exposure in 2025', 'list every telescope'],
  ])('after %s, “%s” asks for the figure of each thing', (...talk) => {
    expect(after(...talk)).toBe(each);
  });

  it('things that a turn names alone are listed', () => {
    expect(after(figure, '列出望远镜')).toMatch(/^list .*telescopes$/);
  });
});
