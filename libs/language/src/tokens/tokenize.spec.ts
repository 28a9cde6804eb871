import fc from 'fast-check';
import { findQuoted } from './quoted';
import { tokenize } from './tokenize';

describe('tokenize', () => {
  it.each([
    ['统计VIP客户的5a景区 1,234.5元', 'han:统计 word:VIP han:客户的 word:5a han:景区 number:1,234.5 han:元'],
    ["what's the customer's rating?", "word:what's word:the word:customer's word:rating punct:?"],
    ['one-way trips', 'word:one punct:- word:way word:trips'],
    ['named "Hey You" in q3', 'word:named quoted:"Hey You" word:in word:q3'],
    ['2024-03-05', 'number:2024 punct:- number:03 punct:- number:05'],
    ['order_items café', 'word:order_items word:café'],
    ['', ''],
  ])('cuts %j', (text, tokens) => {
    expect(
      tokenize(text)
        .map((token) => `${token.kind}:${token.text}`)
        .join(' '),
    ).toBe(tokens);
  });

  it('takes the possessive off a norm and stems it', () => {
    expect(tokenize("customers' cities")[0]).toMatchObject({ norm: 'customers', stem: 'customer' });
    expect(tokenize("company's")[0]).toMatchObject({ norm: 'company', stem: 'company' });
  });

  it('omits only whitespace', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const tokens = tokenize(text);
        expect(tokens.every(({ start, end, text: found }) => text.slice(start, end) === found)).toBe(true);
        const gaps = tokens
          .map(({ start }, i) => text.slice(tokens[i - 1]?.end ?? 0, start))
          .concat(text.slice(tokens.at(-1)?.end ?? 0));
        expect(gaps.join('').trim()).toBe('');
      }),
    );
  });
});

describe('findQuoted', () => {
  it.each([
    ['has "Hey" and “you”', ['Hey', 'you']],
    ["the customer's 'big one' isn't 'it'", ['big one', 'it']],
    ['书名《红楼梦》和「西游记」', ['红楼梦', '西游记']],
    ["`` Little District ''", ['Little District']],
    ["don't quote customers' orders", []],
    ['""', []],
  ])('finds the literals of %j', (text, values) => {
    expect(findQuoted(text).map(({ value }) => value)).toEqual(values);
  });
});
