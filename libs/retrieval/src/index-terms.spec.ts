import { termsOf } from './index-terms';

describe('the terms of a text', () => {
  it('are its content words by stem and its Han runs by bigram', () => {
    expect(termsOf('Names of the shipped orders (vin_number)')).toEqual(['name', 'ship', 'order', 'vin_number']);
    expect(termsOf('客户订单 vin_number')).toEqual(['客户', '户订', '订单', 'vin_number']);
  });

  it('are the same for plain English with and without a meaningless mark', () => {
    const pieces = [
      'orders',
      'The',
      'of',
      'created_at',
      'IDs',
      'buses',
      'or',
      'not',
      'B',
      '_',
      '(',
      ')',
      '/',
      '-',
      '+',
      '&',
      ',',
      '.',
      ';',
      ':',
      'analyses',
      'US',
    ];
    const texts = pieces.flatMap((one) => pieces.flatMap((other) => [`${one} ${other}`, `${one}${other}`]));
    expect(texts.map((text) => [text, termsOf(text)])).toEqual(texts.map((text) => [text, termsOf(`${text} ！`)]));
  });
});
