import { sameRows, type Comparison } from './compare-rows';

type Rows = unknown[][];
const exact: Comparison = { ordered: false, prefix: false, anyLayout: false };
const isSame = (gold: Rows, answer: Rows, how: Partial<Comparison> = {}): boolean =>
  sameRows(gold, answer, { ...exact, ...how });

it.each<[string, Rows, Rows, Partial<Comparison>]>([
  [
    'columns in another order, with company',
    [
      ['a', 1],
      ['b', 2],
    ],
    [
      [7, 2, 'b'],
      [8, 1, 'a'],
    ],
    {},
  ],
  ['a month as a date or as a midnight', [['2026-01-01T00:00:00+00:00', 1]], [['2026-01-01', 1]], {}],
  ['a day instead of the time on it', [['2026-01-01T09:30:00+08:00']], [['2026-01-01']], {}],
  ['one time with and without its offset', [['2026-01-01T09:30:00+08:00']], [['2026-01-01T09:30:00']], {}],
  ['a figure that the gold rounds', [['12.35']], [['12.345678']], {}],
  ['a figure that the gold rounds to whole numbers', [['12']], [['12.345678']], {}],
  ['a half that is rounded up', [['2.68']], [['2.675']], {}],
  ['a share in hundredths', [['25.3']], [['0.25297']], { percent: true }],
  ['a share as a part of one', [['0.25297000']], [['25.297']], { percent: true }],
  ['a sum of nothing as 0', [['a', null]], [['a', 0]], { nothingIsZero: true }],
  ['the order that counts', [['b'], ['a']], [['b'], ['a']], { ordered: true }],
])('%s is the same', (_, gold, answer, how) => expect(isSame(gold, answer, how)).toBe(true));

it.each<[string, Rows, Rows, Partial<Comparison>]>([
  [
    'figures of other rows',
    [
      ['a', 1],
      ['b', 2],
    ],
    [
      ['a', 2],
      ['b', 1],
    ],
    {},
  ],
  ['one column for two of the gold', [[3, 3]], [[3]], {}],
  ['another day', [['2026-01-01T09:30:00+08:00']], [['2026-01-02']], {}],
  ['another time of the day, where both have one', [['2026-01-01T09:30:00']], [['2026-01-01T09:31:00']], {}],
  ['a count that is nearly right', [[12]], [['12.4']], {}],
  ['a rounded figure that is off', [['12.35']], [['12.36']], {}],
  ['hundredths where no share is asked for', [['25']], [['0.25']], {}],
  ['nothing instead of 0', [['a', null]], [['a', 0]], {}],
  ['another order, where it counts', [['b'], ['a']], [['a'], ['b']], { ordered: true }],
  ['a row too many', [['a']], [['a'], ['b']], {}],
])('%s is not the same', (_, gold, answer, how) => expect(isSame(gold, answer, how)).toBe(false));
