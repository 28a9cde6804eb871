import type { SnapshotColumn } from '@querent/contracts';
import { derivedValues } from './derived-values';

const column = (comment: string | null, values: string[], more: Partial<SnapshotColumn> = {}): SnapshotColumn => ({
  name: 'st',
  type: 'text',
  category: 'text',
  nullable: true,
  comment,
  values,
  valuesComplete: true,
  ...more,
});
const en = (word: string) => ({ zh: [], en: [word] });
const zh = (word: string) => ({ zh: [word], en: [] });

describe('Stored codes that a comment explains', () => {
  it.each<[string, string[], ReturnType<typeof derivedValues>]>([
    ['B = booked, D = done, N = no-show', ['B', 'D', 'N'], { B: en('booked'), D: en('done'), N: en('no-show') }],
    ['state of the parcel (P: packed; S: sent)', ['P', 'S', 'X'], { P: en('packed'), S: en('sent') }],
    [
      "'open' -> still open / 'shut' -> closed for good",
      ['OPEN', 'SHUT'],
      { OPEN: en('still open'), SHUT: en('closed for good') },
    ],
    ['状态：1-启用，0-停用', ['0', '1'], { '1': zh('启用'), '0': zh('停用') }],
    ['A表示待审核、B表示已通过', ['A', 'B'], { A: zh('待审核'), B: zh('已通过') }],
  ])('get their names from the comment: %s', (comment, values, expected) => {
    expect(derivedValues(column(comment, values))).toEqual(expected);
  });

  it('are true or false in a boolean column, where one of them suffices', () => {
    expect(derivedValues(column('gearbox (false = manual)', [], { category: 'boolean' }))).toEqual({
      false: en('manual'),
    });
  });

  it.each([
    ['B = booked', ['B', 'D']],
    ['X = booked, Y = done', ['B', 'D']],
    ['note: see ticket A: it is open', ['A', 'B']],
    ['B = set by the clerk when the goods have left, D = set by nobody at all', ['B', 'D']],
    [null, ['B', 'D']],
  ])('have no names: %s', (comment, values) => {
    expect(derivedValues(column(comment, values))).toBeNull();
  });
});
