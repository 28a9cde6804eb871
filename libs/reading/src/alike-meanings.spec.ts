import { AlikeMeanings } from './alike-meanings';

const meanings = new AlikeMeanings();
const column = { table: 'orders', column: 'city' };
const condition = (value: unknown, at: object = column) => ({
  cat: 'condition',
  filters: [{ kind: 'compare', column: at, value }],
});

describe('meanings that are the same in every part', () => {
  it.each([
    ['one and the same', condition('Oslo'), condition('Oslo')],
    ['made of parts of their own', condition('Oslo'), condition('Oslo', { ...column })],
    ['but for a member that is undefined', condition('Oslo'), { ...condition('Oslo'), head: undefined }],
  ])('have one number and are equal: %s', (_, one, other) => {
    expect(meanings.hashOf(one)).toBe(meanings.hashOf(other));
    expect(meanings.areEqual(one, other)).toBe(true);
    expect(meanings.areEqual(other, one)).toBe(true);
  });

  it.each([
    ['another value', condition('Oslo'), condition('Bergen')],
    ['a value of another type', condition('1'), condition(1)],
    ['no value in place of one that is no', condition(false), condition(undefined)],
    ['none in place of no', condition(false), condition(null)],
    ['another column', condition('Oslo'), condition('Oslo', { ...column, column: 'region' })],
    [
      'one filter more',
      condition('Oslo'),
      { cat: 'condition', filters: [...condition('Oslo').filters, ...condition('Oslo').filters] },
    ],
    ['one member more', condition('Oslo'), { ...condition('Oslo'), head: 'name' }],
  ])('are not those with %s', (_, one, other) => {
    expect(meanings.areEqual(one, other)).toBe(false);
    expect(meanings.areEqual(other, one)).toBe(false);
  });

  it('look once at a part that several have in common', () => {
    const [counted, shared] = [new AlikeMeanings(), condition('Oslo').filters];
    counted.hashOf({ cat: 'set', filters: shared });
    const first = counted.visited;
    counted.hashOf({ cat: 'figure', filters: shared });

    expect(counted.visited - first).toBe(2);
  });
});
