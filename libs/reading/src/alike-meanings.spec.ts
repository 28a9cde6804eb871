import { AlikeMeanings } from './alike-meanings';

const meanings = new AlikeMeanings();
const column = { table: 'orders', column: 'city' };
const condition = (value: unknown, at: object = column) => ({
  cat: 'condition',
  filters: [{ kind: 'compare', column: at, value }],
});

describe('comparison of meanings', () => {
  it.each([
    ['the same object', condition('Oslo'), condition('Oslo')],
    ['of separate but equal parts', condition('Oslo'), condition('Oslo', { ...column })],
    ['apart from an undefined member', condition('Oslo'), { ...condition('Oslo'), head: undefined }],
  ])('equal meanings have one hash: %s', (_, one, other) => {
    expect(meanings.hashOf(one)).toBe(meanings.hashOf(other));
    expect(meanings.areEqual(one, other)).toBe(true);
    expect(meanings.areEqual(other, one)).toBe(true);
  });

  it.each([
    ['another value', condition('Oslo'), condition('Bergen')],
    ['a value of another type', condition('1'), condition(1)],
    ['undefined instead of false', condition(false), condition(undefined)],
    ['null instead of false', condition(false), condition(null)],
    ['another column', condition('Oslo'), condition('Oslo', { ...column, column: 'region' })],
    [
      'one filter more',
      condition('Oslo'),
      { cat: 'condition', filters: [...condition('Oslo').filters, ...condition('Oslo').filters] },
    ],
    ['one member more', condition('Oslo'), { ...condition('Oslo'), head: 'name' }],
  ])('meanings differ by %s', (_, one, other) => {
    expect(meanings.areEqual(one, other)).toBe(false);
    expect(meanings.areEqual(other, one)).toBe(false);
  });

  it('a shared part is hashed once', () => {
    const [counted, shared] = [new AlikeMeanings(), condition('Oslo').filters];
    counted.hashOf({ cat: 'set', filters: shared });
    const first = counted.visited;
    counted.hashOf({ cat: 'figure', filters: shared });

    expect(counted.visited - first).toBe(2);
  });
});
