import { ALL_CONVENTIONS } from './conventions';
import { differenceText } from './meaning-report';
import { playWorlds, type Played } from './play-worlds';

describe('random semantic queries over random small databases', () => {
  let played: Played;
  beforeAll(async () => {
    played = await playWorlds({ models: 20, comparisons: 2000, seed: 3, examples: 1 });
  }, 300_000);

  it('compiled SQL on PostgreSQL gives the same rows as the reference evaluator', () => {
    const differences = [...played.differences.values()].flatMap(({ examples }) => examples.map(differenceText));
    expect(differences.join('\n\n')).toBe('');
    expect(played.comparisons).toBe(2000);
    expect(played.withRows).toBeGreaterThan(750);
  });

  it('the compiler refuses few random queries, and only for missing or ambiguous joins', () => {
    const refused = [...played.refused.values()].reduce((sum, times) => sum + times, 0);
    expect(refused / played.comparisons).toBeLessThan(0.05);
    for (const reason of played.refused.keys()) expect(['unreachable', 'ambiguous_path', 'fan_out']).toContain(reason);
  });

  it('random queries depend on every convention, as the evaluator disagrees without it', () => {
    expect([...played.reached.keys()].sort()).toEqual(Object.keys(ALL_CONVENTIONS).sort());
    for (const times of played.reached.values()) expect(times).toBeGreaterThanOrEqual(3);
  });
});
