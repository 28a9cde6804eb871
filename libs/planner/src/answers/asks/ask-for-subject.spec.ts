import { detectLocale } from '@querent/language';
import { planQuestion } from '../../plan-question';
import { BIKES } from '../../fixture/bikes';
import { HOSPITAL } from '@querent/model/fixture';

const asked = (question: string, model = BIKES): string | null => {
  const input = { locale: detectLocale(question), model, today: '2026-11-23', timezone: 'UTC', choices: [] };
  const plan = planQuestion({ question, ...input });
  if (plan.kind !== 'ambiguous' || !plan.ambiguity.key.startsWith('about:')) return null;
  return plan.ambiguity.options.map(({ label }) => label).join(' / ');
};

describe('a question without a subject', () => {
  it.each([
    ['and for last month?', HOSPITAL, /number of admissions last month/],
    ['Top 3', HOSPITAL, /^top 3 \w+ \/ top 3 /],
    ['上个月呢？', BIKES, /上个月的骑行数量 \/ /],
    ['超过10的有多少', HOSPITAL, /超过10的/],
    ['show it by gender', HOSPITAL, /number of \w+ by gender \/ number of \w+ by gender/],
    ['按gender看一下', HOSPITAL, /各gender的\w+数量 \/ /],
  ])('“%s” offers the same question about the main things of the model', (question, model, expected) => {
    expect(asked(question, model)).toMatch(expected);
  });

  it.each(['and for the lighthouse keepers?', 'rides last month', 'next year', 'how are you'])(
    '“%s” does not ask for a subject',
    (question) => {
      expect(asked(question)).toBeNull();
    },
  );

  it('offers only questions that the planner can read', () => {
    const options = asked('and for last month?', HOSPITAL)?.split(' / ') ?? [];
    expect(options.length).toBeGreaterThan(1);
    for (const question of options)
      expect(
        planQuestion({ question, locale: 'en', model: HOSPITAL, today: '2026-11-23', timezone: 'UTC', choices: [] })
          .kind,
      ).not.toBe('unsupported');
  });
});
