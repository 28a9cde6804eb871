import { guessConnection } from './choose-connection';

it.each([
  ['统计江苏省4A景区有多少个', 'tourism'],
  ['best products by revenue', 'commerce'],
])('The connection of %j is guessed', (question, expected) => {
  const connections = [
    { name: 'commerce', label: 'Commerce', examples: ['top 5 products by revenue this year'] },
    { name: 'tourism', label: '旅游', examples: ['统计浙江省5A景区有多少个'] },
  ];
  expect(guessConnection(question, connections)).toBe(expected);
});
