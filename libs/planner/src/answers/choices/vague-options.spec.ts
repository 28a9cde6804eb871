import type { Choice, Locale, PlanResult } from '@querent/contracts';
import { compileQuery } from '@querent/compiler';
import { type SemanticModel, withRoles } from '@querent/model';
import { LIBRARY, SCHOOLS, SHOP, SIGHTS } from '@querent/model/fixture';
import { planQuestion } from '../../plan-question';

const bareNames = (model: SemanticModel): [string, Locale][] =>
  [...Object.values(model.tables), ...Object.values(model.entities)].flatMap(({ label }) => [
    ...(label.zh ? [[label.zh, 'zh'] as [string, Locale]] : []),
    ...(label.en ? [[label.en, 'en'] as [string, Locale]] : []),
  ]);

describe.each([
  ['a library', LIBRARY],
  ['schools', SCHOOLS],
  ['a shop', SHOP],
  ['sights', SIGHTS],
] as const)('the names alone of %s', (_name, model) => {
  const plan = (question: string, locale: Locale, choices: Choice[] = []): PlanResult =>
    planQuestion({ question, locale, model, today: '2026-11-21', timezone: 'Asia/Shanghai', choices });

  it.each(bareNames(model))(
    'a name alone leads to a clarification, and every option leads to an answer: %s',
    (question, locale) => {
      const asked = plan(question, locale);
      if (asked.kind !== 'ambiguous') return;
      for (const { value, label } of asked.ambiguity.options) {
        const chosen = plan(question, locale, [{ key: asked.ambiguity.key, value }]);
        expect(`${label}: ${chosen.kind === 'ambiguous' ? chosen.ambiguity.trigger : chosen.kind}`).toMatch(
          /: (?:planned|ambiguous_metric|missing_filter)$/,
        );
        if (chosen.kind === 'planned')
          expect(
            compileQuery(chosen.query, withRoles(model), {
              locale,
              today: '2026-11-21',
              timezone: 'Asia/Shanghai',
              maxRows: 100,
            }).sql,
          ).toContain('SELECT');
      }
    },
  );
});

describe('the grouping offered for a name alone', () => {
  const splits = (model: SemanticModel, question: string): string[] => {
    const plan = planQuestion({
      question,
      locale: 'en',
      model,
      today: '2026-11-21',
      timezone: 'Asia/Shanghai',
      choices: [],
    });
    return plan.kind === 'ambiguous'
      ? plan.ambiguity.options.map(({ value }) => value).filter((value) => /^(?:month|year|by:)/.test(value))
      : [];
  };

  it('is by month for events, by year if only years are stored, and by category for lasting things', () => {
    expect(splits(LIBRARY, 'loans')).toEqual(['month']);
    expect(splits(SCHOOLS, 'assessments')).toEqual(['year']);
    expect(splits(LIBRARY, 'books')).toEqual(['by:genre']);
  });
});
