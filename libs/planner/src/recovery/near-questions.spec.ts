import { emptyRunData, type Run } from '@querent/contracts';
import type { Locale, SemanticModel } from '@querent/model';
import { LIBRARY, SCHOOLS, SIGHTS } from '@querent/model/fixture';
import { newRun } from '@querent/testing';
import { planQuestion } from '../plan-question';
import { nearQuestions } from './near-questions';

const runOf = (question: string, locale: Locale, tables: string[] = []): Run =>
  ({
    ...newRun({ id: 'run00001', question, locale }),
    createdAt: '2026-11-21T09:00:00.000Z',
    data: { ...emptyRunData(), retrieval: { tables, samples: [], hints: [] } },
  }) as unknown as Run;

describe('questions near one that could not be answered', () => {
  it.each<[SemanticModel, string, Locale, RegExp]>([
    [LIBRARY, 'how loyal are members by branch', 'en', /members/],
    [LIBRARY, '读者按分馆的忠诚度', 'zh', /读者|分馆/],
    [SCHOOLS, '学校的幸福感怎么样', 'zh', /学校/],
    [SIGHTS, '哪些景区最香', 'zh', /景区/],
  ])('near questions are about the named things: “%#”', (model, question, locale, about) => {
    const near = nearQuestions(runOf(question, locale), model, []);
    expect(near.length).toBeGreaterThanOrEqual(2);
    expect(near.join('\n')).toMatch(about);
  });

  it('near questions are at most three, distinct, and readable by the planner', () => {
    for (const model of [LIBRARY, SCHOOLS, SIGHTS]) {
      for (const [question, locale] of [
        ['xyzzy', 'en'],
        ['呱呱', 'zh'],
      ] as const) {
        const run = runOf(question, locale);
        const near = nearQuestions(run, model, []);
        const { today, timezone } = run.request;
        expect(near.length).toBeLessThanOrEqual(3);
        expect(new Set(near).size).toBe(near.length);
        expect(
          near.map((text) => planQuestion({ question: text, locale, model, today, timezone, choices: [] }).kind),
        ).toEqual(near.map(() => 'planned'));
      }
    }
  });

  it('near questions are about the tables of retrieval if the question names nothing', () => {
    const [first] = nearQuestions(runOf('xyzzy', 'en', ['loans']), LIBRARY, []);
    expect(first).toMatch(/loan/i);
  });

  it('near questions never contain the question itself', () => {
    expect(nearQuestions(runOf('How many members are there?', 'en'), LIBRARY, [])).not.toContain(
      'How many members are there?',
    );
  });
});
