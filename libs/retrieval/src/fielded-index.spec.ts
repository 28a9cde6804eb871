import { FieldedIndex } from './fielded-index';

const index = new FieldedIndex(
  ['orders', 'customers', 'notes'],
  (name) => ({
    name: [name],
    text: { orders: ['customer id', 'amount'], customers: ['customerid', 'city'], notes: ['what customers say about orders and their amount, at length, in words of their own'] }[name] ?? [],
  }),
  { name: 3, text: 1 },
);
const found = (query: string): string[] => index.search(query).map(({ item }) => item);

describe('an index of fields', () => {
  it('prefers a word in a weightier field', () => {
    expect(found('orders')).toEqual(['orders', 'notes']);
    expect(found('customer')[0]).toBe('customers');
  });

  it('finds a word inside a longer one, after the word itself', () => {
    expect(new FieldedIndex(['a', 'b'], (item) => ({ name: [item === 'a' ? 'raceid' : 'race'] }), { name: 1 }).search('race').map(({ item }) => item)).toEqual(['b', 'a']);
  });

  it('finds nothing for words that nobody has, and for none', () => {
    expect([found('zebra'), found('the of'), found('')]).toEqual([[], [], []]);
  });
});
