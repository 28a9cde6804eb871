import { fnv1a } from './fnv1a';

// http://www.isthe.com/chongo/src/fnv/test_fnv.c
it.each([
  ['', 0x811c9dc5],
  ['a', 0xe40c292c],
  ['b', 0xe70c2de5],
  ['foobar', 0xbf9cf968],
  ['chongo was here!\n', 0xd49930d5],
])('%j has the published hash', (text, hash) => {
  expect(fnv1a(text)).toBe(hash);
});

it('is of code units beyond ASCII, and another hash for another use', () => {
  expect(fnv1a('订单')).toBe(Math.imul(Math.imul(0x811c9dc5 ^ 0x8ba2, 0x01000193) ^ 0x5355, 0x01000193) >>> 0);
  expect(fnv1a('a', 1)).not.toBe(fnv1a('a'));
});
