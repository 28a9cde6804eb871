import { en } from '../texts-en';
import { zh } from '../texts-zh';
import { causeChoices, causesToFilter } from './run-causes';

describe('the causes of runs without an answer', () => {
  it('have a text of their own in both languages', () => {
    for (const { cause } of [en.runs, zh.runs]) {
      expect(Object.keys(cause).sort()).toEqual([...causesToFilter].sort());
      expect(new Set(Object.values(cause)).size).toBe(causesToFilter.length);
    }
  });

  it('are offered with what the address has, in words where they are known', () => {
    const added = (chosen: string) => causeChoices(en.runs.cause, chosen).slice(causesToFilter.length);
    expect(added('')).toEqual([]);
    expect(added('query_timeout')).toEqual([]);
    expect(added('query_timeout,query_failed')).toEqual([
      ['query_timeout,query_failed', 'The query took too long / The query failed'],
    ]);
    expect(added('nonsense')).toEqual([['nonsense', 'nonsense']]);
  });
});
