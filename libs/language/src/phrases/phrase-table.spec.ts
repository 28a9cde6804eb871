import { matchPhrases, phraseTable } from './phrase-table';
import { leftmostLongest, withoutOverlaps } from './spans';

const TABLE = phraseTable([
  { phrases: ['order'], value: 'order' },
  { phrases: ['order item', '订单明细'], value: 'item' },
  { phrases: ['订单'], value: 'order' },
  { phrases: ['总'], value: 'sum', notBefore: /^部/ },
  { phrases: ['外'], value: 'except', onlyAfter: /除.+$/ },
]);

it.each([
  ['Order items', 'order'],
  ['orders', ''],
  ['order item', 'item'],
  ['reorder', ''],
  ['order_id', ''],
  ['订单明细和订单', 'item order'],
  ['vip订单', 'order'],
  ['总部', ''],
  ['总额', 'sum'],
  ['国外', ''],
  ['除北京外', 'except'],
  ['ORDER', 'order'],
])('%s matches %s', (text, values) => {
  expect(
    matchPhrases(text, TABLE)
      .map(({ value }) => value)
      .join(' '),
  ).toBe(values);
});

it('keeps positions where lower-casing would change the length', () => {
  const [match] = matchPhrases('İİ order', TABLE);
  expect(match).toMatchObject({ start: 3, end: 8, text: 'order' });
});

it('chooses the leftmost, then the longest span, and removes overlaps with another list', () => {
  const spans = [
    { start: 2, end: 4 },
    { start: 0, end: 1 },
    { start: 0, end: 3 },
    { start: 3, end: 5 },
  ];
  expect(leftmostLongest(spans)).toEqual([
    { start: 0, end: 3 },
    { start: 3, end: 5 },
  ]);
  expect(withoutOverlaps(spans, [{ start: 0, end: 3 }])).toEqual([{ start: 3, end: 5 }]);
});
