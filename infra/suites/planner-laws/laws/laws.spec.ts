import { initParser } from '@querent/sql';
import { lawsText } from './laws-report';
import { LAWS, playLaws, type Upheld } from './play-laws';

describe('what must not change a reading', () => {
  let played: Upheld[];
  beforeAll(async () => {
    await initParser();
    played = [...playLaws({ seed: 11, cases: 1000 })];
  }, 120_000);

  it.each(LAWS.map(({ name }) => name))('does not: %s', (name) => {
    const own = played.filter(({ law }) => law === name);
    const broken = own.filter(({ holds }) => !holds);
    expect(own.length).toBeGreaterThan(5);
    expect(broken.length / own.length <= MOST_BROKEN ? '' : lawsText(broken, 5)).toBe('');
  });

  it('never makes another answer of one', () => {
    const both = played.filter(({ holds, before, after }) => !holds && isAnswer(before) && isAnswer(after));
    expect(both.map(({ question, twin }) => [question, twin])).toEqual([]);
  });
});

/** A clear question may become one that is asked about, where made-up words happen to be near to one another. */
const MOST_BROKEN = 0.03;

const isAnswer = (outline: string): boolean => outline.startsWith('{');
