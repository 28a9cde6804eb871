import { completionsOf } from './completions';

const known = {
  words: ['revenue', 'number of orders', 'region', '销售额', '销量', '城市', 'city', 'customer type'],
  questions: ['revenue by city this year', 'Revenue by region', '各城市的销售额', 'revenue by city this year'],
};
const taken = (text: string) => completionsOf(text, known).map(({ question }) => question);

describe('completions of a typed text', () => {
  it('are earlier questions that start with it, then words for its end', () => {
    expect(completionsOf('rev', known)).toEqual([
      { text: 'revenue by city this year', question: 'revenue by city this year', kind: 'question' },
      { text: 'Revenue by region', question: 'Revenue by region', kind: 'question' },
      { text: 'revenue', question: 'revenue', kind: 'word' },
    ]);
  });

  it.each([
    ['top 5 by ci', ['top 5 by city']],
    ['REVENUE BY REG', ['Revenue by region', 'REVENUE BY region']],
    ['orders by customer t', ['orders by customer type']],
    ['2025年各城', ['2025年各城市']],
    ['去年销', ['去年销售额', '去年销量']],
    ['各城市的销', ['各城市的销售额', '各城市的销量']],
    ['各城市', ['各城市的销售额']],
  ])('keep what was typed before: %s', (text, expected) => expect(taken(text)).toEqual(expected));

  it.each(['', ' ', 'r', 'xyz', 'tourist ity', 'revenue by city this year'])('are none for "%s"', (text) =>
    expect(taken(text)).toEqual([]),
  );

  it('are at most six', () => {
    const words = Array.from({ length: 50 }, (_, n) => `revenue ${n}`);
    expect(completionsOf('reve', { words, questions: [] })).toHaveLength(6);
  });
});
