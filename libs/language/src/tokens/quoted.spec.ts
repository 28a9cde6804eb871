import { findQuoted } from './quoted';

const valuesIn = (text: string): string[] => findQuoted(text).map(({ value }) => value);

it.each([
  ['sales of "Blue Mug"', ['Blue Mug']],
  ['《活着》和《三体》', ['活着', '三体']],
  ['《《《活着》', ['活着']],
  ['“a “b” c', ['b']],
  [`"${'x'.repeat(200)}"`, ['x'.repeat(200)]],
  [`"${'x'.repeat(201)}"`, []],
  ['《'.repeat(2_000), []],
])('finds the quoted names of %j', (text, values) => {
  expect(valuesIn(text)).toEqual(values);
});
