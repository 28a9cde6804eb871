import { explainQuestion, type Explanation } from './explain';
import { BIKES } from './fixture/bikes';

const explained = (question: string): Explanation =>
  explainQuestion({ question, model: BIKES, today: '2026-11-23', timezone: 'UTC', locale: 'en', choices: [] });

describe('the explanation of a question', () => {
  it('lists the meanings of words, the steps of the best reading, and the extra costs of the others', () => {
    const { outcome, units, readings } = explained('fare by rider');
    expect(outcome.kind).toBe('planned');
    expect(units).toContainEqual(
      expect.objectContaining({ words: 'fare', means: expect.stringMatching(/^measure .+\.fare$/), cost: 0 }),
    );
    const [best, ...others] = readings;
    expect(best).toMatchObject({ text: outcome.text, verdict: 'best', dearerBy: [] });
    expect(best?.steps[0]).toMatchObject({ depth: 0, words: 'fare by rider', cost: expect.any(Number) });
    expect(best?.steps.reduce((sum, { own }) => sum + own, 0)).toBeCloseTo(best?.steps[0]?.cost ?? NaN, 1);
    expect(others.length).toBeGreaterThan(0);
    for (const { dearerBy, verdict } of others) {
      expect(verdict).not.toBe('best');
      expect(dearerBy[0]).toMatch(/^(?:\d\.\d\d .+ as [a-z_:]+|the form of its answer)$/);
    }
  });

  it('lists unknown words and the reason of the refusal', () => {
    const { outcome, unknown, readings } = explained('fare by zorblax');
    expect([unknown, readings]).toEqual([['zorblax'], []]);
    expect(outcome).toMatchObject({
      kind: expect.stringMatching(/ambiguous|unsupported/),
      text: expect.stringContaining('zorblax'),
    });
  });

  it('has no reading if none covers the question', () => {
    expect(explained('versus by versus')).toMatchObject({ outcome: { kind: 'unsupported' }, readings: [] });
  });
});
