import { initParser } from '@querent/sql';
import { lawsText } from './play-laws';
import { LAWS, playLaws, type Upheld } from './play-laws';

describe('laws of the planner', () => {
  let played: Upheld[];
  beforeAll(async () => {
    await initParser();
    played = [...playLaws({ seed: 11, cases: 1000 })];
  }, 120_000);

  it.each(LAWS.map(({ name }) => name))('the reading does not change under the law: %s', (name) => {
    const own = played.filter(({ law }) => law === name);
    const broken = own.filter(({ holds }) => !holds);
    expect(own.length).toBeGreaterThan(5);
    expect(broken.length / own.length <= MOST_BROKEN ? '' : lawsText(broken, 5)).toBe('');
  });

  it('no law turns an answer into another answer', () => {
    const both = played.filter(({ holds, before, after }) => !holds && isAnswer(before) && isAnswer(after));
    expect(both.map(({ question, twin }) => [question, twin])).toEqual([]);
  });
});

/** Made-up words may be similar by chance, and then lead to a clarification. */
const MOST_BROKEN = 0.03;

const isAnswer = (outline: string): boolean => outline.startsWith('{');
