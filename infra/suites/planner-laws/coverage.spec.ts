import { initParser } from '@querent/sql';
import { type Played, playCoverage } from './coverage';
import { coverageText, sharesOf } from './coverage-report';
import { FAMILIES } from './cases';

describe('generated questions about random models', () => {
  let played: Played[];
  beforeAll(async () => {
    await initParser();
    played = [...playCoverage({ seed: 7, cases: 1000 })];
  }, 120_000);

  const rightOf = (fits: (each: Played) => boolean): number => {
    const { right, of } = sharesOf(played.filter(fits));
    return right / of;
  };

  it.each(['zh', 'en'] as const)('are read as they are meant, in %s', (locale) => {
    expect(rightOf(({ one }) => one.locale === locale)).toBeGreaterThan(0.97);
  });

  it.each(FAMILIES.map(({ name }) => name))('are read as they are meant: %s', (name) => {
    expect(rightOf(({ one }) => one.family === name)).toBeGreaterThan(0.85);
  });

  it('the planner never answers a generated question with another meaning', () => {
    expect(played.filter(({ outcome }) => outcome === 'wrong').map(({ one }) => one.question)).toEqual([]);
  });

  it('each failed generated question has a cause and a derivation to print', () => {
    const failed = played.filter(({ outcome }) => outcome !== 'right');
    expect(failed.filter(({ cause, explained }) => cause === '' || explained().length < 3)).toEqual([]);
    expect(coverageText(failed, failed.length)).toContain(`${failed.length} questions: right 0`);
  });
});
