import { fillText } from './fill-text';

const TEXT = '{count} {count:group has|groups have} no {what}';

describe('a sentence with blanks', () => {
  it.each([
    [0, '0 groups have no value'],
    [1, '1 group has no value'],
    [2, '2 groups have no value'],
    [1200, '1,200 groups have no value'],
  ])('uses the word that agrees with %d', (count, text) => {
    expect(fillText(TEXT, { count, what: 'value' }, 'en')).toBe(text);
  });

  it('does not expand inserted values', () => {
    expect(fillText('{a} and {b}', { a: '{b}', b: '{count:x|y}' }, 'en')).toBe('{b} and {count:x|y}');
  });
});
