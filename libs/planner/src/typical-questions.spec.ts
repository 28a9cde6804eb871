import { SHOP } from '@querent/model/fixture';
import { planQuestion } from './plan-question';
import { typicalQuestions } from './typical-questions';

describe('The typical questions of a model', () => {
  const now = new Date('2026-03-01T12:00:00Z');

  it("are the connection's examples in each language", () => {
    const questions = typicalQuestions(SHOP, { zh: ['有多少客户'], en: ['number of customers'] }, now);
    expect(questions.map(({ question, locale }) => [locale, question])).toEqual([
      ['zh', '有多少客户'],
      ['en', 'number of customers'],
    ]);
  });

  it('are counts of tables, which the planner reads, if there are no examples', () => {
    const plans = typicalQuestions(SHOP, { zh: [], en: [] }, now).map((asked) => planQuestion(asked).kind);
    expect(plans.length).toBeGreaterThan(1);
    expect(new Set(plans)).toEqual(new Set(['planned']));
  });
});
