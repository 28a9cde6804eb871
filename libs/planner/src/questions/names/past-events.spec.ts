import { detectLocale } from '@querent/language';
import { HARBOUR } from '../../fixture/harbour';
import { shapeOf } from '../../fixture/shape-of';
import { planQuestion } from '../../plan-question';

const shape = (question: string, model = HARBOUR): string => {
  const locale = detectLocale(question);
  return shapeOf(planQuestion({ question, locale, model, today: '2026-11-24', timezone: 'UTC', choices: [] }));
};

describe('an event with a date that may be in the future', () => {
  it.each([
    ['how many permits expired'],
    ['the number of permits that have already expired'],
    ['how many expired permits are there'],
    ['how many permits have expired so far'],
    ['已经到期的许可证有多少'],
    ['有多少许可证已到期'],
  ])('“expired” requires a date in the past: %s', (question) => {
    expect(shape(question)).toBe('permits | count(permits) | where due_on in ..2026-11-24');
  });

  it.each([['which permits have not expired yet'], ['permits that are yet to expire'], ['尚未到期的许可证有哪些']])(
    '“not yet expired” excludes dates in the past: %s',
    (question) => {
      const locale = detectLocale(question);
      const plan = planQuestion({
        question,
        locale,
        model: HARBOUR,
        today: '2026-11-24',
        timezone: 'UTC',
        choices: [],
      });
      expect(plan.kind === 'planned' ? plan.query.filters : plan.kind).toMatchObject([
        { kind: 'time', column: { column: 'due_on' }, range: { from: null, to: '2026-11-24' }, negated: true },
      ]);
    },
  );

  it('a stated period replaces the condition of the past', () => {
    expect(shape('how many permits expired in March 2025')).toBe(
      'permits | count(permits) | where due_on in 2025-03-01..2025-04-01',
    );
  });

  it('a verb in the present does not require a date in the past', () => {
    expect(shape('how many permits expire this year')).toBe(
      'permits | count(permits) | where due_on in 2026-01-01..2027-01-01',
    );
  });

  it('“already” bounds a date that every row has', () => {
    const { permits, ...tables } = HARBOUR.tables;
    const { issued_on: issued, ...columns } = permits?.columns ?? {};
    if (!permits || !issued) throw new Error('the fixture has changed');
    const starts = { ...issued, label: { zh: '生效日期', en: 'start date' }, nullable: false };
    const model = {
      ...HARBOUR,
      tables: { ...tables, permits: { ...permits, columns: { issued_on: starts, ...columns } } },
    };
    expect(shape('how many permits have already started', model)).toBe(
      'permits | count(permits) | where issued_on in ..2026-11-25',
    );
  });
});
