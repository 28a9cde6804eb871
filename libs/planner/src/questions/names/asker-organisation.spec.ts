import { detectLocale } from '@querent/language';
import type { SemanticQuery } from '@querent/contracts';
import { MUSIC_SCHOOL } from '../../fixture/music-school';
import { shapeOf } from '../../fixture/shape-of';
import { planQuestion } from '../../plan-question';

/** The shape of the last of several turns. */
function after(...talk: string[]): string {
  let context: SemanticQuery | null = null;
  let shape = '';
  for (const question of talk) {
    const plan = planQuestion({
      question,
      locale: detectLocale(question),
      model: MUSIC_SCHOOL,
      today: '2026-11-24',
      timezone: 'UTC',
      choices: [],
      context,
    });
    shape = shapeOf(plan);
    if (plan.kind === 'planned') context = plan.query;
  }
  return shape;
}

describe("words for the asker's organisation", () => {
  it.each([
    '全校有多少教师',
    '我校一共多少教师',
    '贵校现在有几位教师',
    '咱们学校总共多少教师',
    '整个学校有多少教师',
    '全校上下共有几名教师',
    'how many teachers are there in the whole school?',
    'school-wide, how many teachers are there?',
    'how many teachers do we have across the company',
  ])('words for the organisation add no condition: %s', (question) => {
    expect(after(question)).toBe('teachers | count(teachers)');
  });

  it('words for the organisation are not found inside a longer word', () => {
    expect(after('全校区有多少教师')).not.toBe('teachers | count(teachers)');
  });

  it('words for the organisation do not mean a value with their noun', () => {
    expect(after('how many students are there across the school')).toBe('students | count(students)');
  });

  it.each(['本琴房有多少租借', '本店有多少租借', '我们店今年的租借'])(
    'which of several things is the asker’s own is asked about: %s',
    (question) => {
      expect(after(question)).not.toMatch(/^lendings/);
    },
  );

  it('words for the whole organisation include all things of its noun', () => {
    expect(after('全店有多少租借')).toBe('lendings | count(lendings)');
  });
});

describe('the whole organisation after a figure of a part', () => {
  const all = 'lendings | count(lendings) | where lent_on in 2026-01-01..2026-11-25';

  it.each([
    ['城东分校今年有多少租借', '全校呢'],
    ['城东分校今年有多少租借', '那全校是多少'],
    ['城东分校今年有多少租借', '整个学校呢'],
    ['城东分校今年有多少租借', '总体呢'],
    ['how many lendings were there at Eastside this year', 'and school-wide?'],
    ['how many lendings were there at Eastside this year', 'and for the whole company?'],
    ['how many lendings were there at Eastside this year', 'what about overall?'],
    ['今年各分校的租借数', '全校呢'],
  ])('after %s, “%s” asks for the figure of the whole organisation', (...talk) => {
    expect(after(...talk)).toBe(all);
  });

  it('the kind of rows is kept for the whole organisation', () => {
    expect(after('城东分校今年有多少小提琴租借', '全校的呢')).toBe(
      'lendings | count(lendings) | where lendings.kind=violin, lent_on in 2026-01-01..2026-11-25',
    );
  });

  it('a period in the turn is applied to the whole organisation', () => {
    expect(after('城东分校今年有多少租借', '全校去年是多少')).toBe(
      'lendings | count(lendings) | where lent_on in 2025-01-01..2026-01-01',
    );
  });
});
