import fc from 'fast-check';
import { FieldedIndex } from './fielded-index';

type Texts = { name: string[]; text: string[] };
const indexOf = (documents: Record<string, Texts>): FieldedIndex<'name' | 'text'> => {
  const index = new FieldedIndex<'name' | 'text'>({ name: 3, text: 1 });
  for (const [key, texts] of Object.entries(documents)) index.put(key, texts);
  return index;
};
const index = indexOf({
  orders: { name: ['orders'], text: ['customer id', 'amount'] },
  customers: { name: ['customers'], text: ['customerid', 'city'] },
  notes: {
    name: ['notes'],
    text: ['what customers say about orders and their amount, at length, in words of their own'],
  },
});
const found = (query: string): string[] => index.search(query).map(({ item }) => item);

describe('an index of fields', () => {
  it('prefers a word in a weightier field', () => {
    expect(found('orders')).toEqual(['orders', 'notes']);
    expect(found('customer')[0]).toBe('customers');
  });

  it('finds a word inside a longer one, after the word itself', () => {
    expect(
      indexOf({ a: { name: ['raceid'], text: [] }, b: { name: ['race'], text: [] } })
        .search('race')
        .map(({ item }) => item),
    ).toEqual(['b', 'a']);
  });

  it('finds nothing for unknown words and for an empty query', () => {
    expect([found('zebra'), found('the of'), found('')]).toEqual([[], [], []]);
  });

  it('finds the same after any changes as a new index of the same documents', () => {
    const text = fc.array(fc.constantFrom('ship', 'shipping', 'port', 'airport', 'crew', 'cargo', '船员', '船长'), {
      maxLength: 5,
    });
    const change = fc.record({
      key: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      texts: fc.option(fc.record({ name: text, text })),
    });
    fc.assert(
      fc.property(
        fc.array(change, { maxLength: 30 }),
        fc.constantFrom('ship', 'port', 'crew cargo', '船员'),
        (changes, query) => {
          const changed = indexOf({});
          const documents = new Map<string, Texts>();
          for (const { key, texts } of changes) {
            if (texts === null) {
              changed.delete(key);
              documents.delete(key);
            } else {
              changed.put(key, texts);
              documents.set(key, texts);
            }
          }
          const fresh = indexOf(Object.fromEntries(documents));
          const rounded = (of: FieldedIndex<'name' | 'text'>) =>
            of
              .search(query)
              .map(({ item, score }) => [item, score.toFixed(9)])
              .sort();
          expect(rounded(changed)).toEqual(rounded(fresh));
          expect(changed.size).toBe(documents.size);
        },
      ),
    );
  });
});
