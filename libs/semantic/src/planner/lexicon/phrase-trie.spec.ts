import { modelOf } from '../fixture/model-of';
import { lexiconOf } from './lexicon';
import { unitsOf } from './units';

const model = modelOf(
  { customers: 'id integer, name text, city text, joined date', orders: 'id integer, customer_id integer > customers, total numeric' },
  {
    tables: {
      customers: { label: { zh: '客户', en: 'customer' }, columns: { name: { label: { zh: '名称', en: 'name' } }, city: { label: { zh: '城市', en: 'home town' } }, joined: { label: { en: 'registered' } } } },
      orders: { label: { zh: '订单', en: 'order of the day' }, columns: { total: { label: { zh: '订单总额', en: 'total' } } } },
    },
  },
);

/** Attributes that the whole text names together with their owner. */
function qualified(text: string): string[] {
  const { trie } = lexiconOf(model);
  const keys = unitsOf(text).map(({ key }) => key);
  return trie.exactly(keys).flatMap(({ sense }) => (sense.kind === 'attribute' && sense.qualified ? [`${sense.attribute.ref.table}.${sense.attribute.ref.column}`] : []));
}

describe('names of attributes with their owners', () => {
  it.each([
    ['customer name', ['customers.name']],
    ["customer's name", ['customers.name']],
    ['name of customer', ['customers.name']],
    ['name of the customers', ['customers.name']],
    ['home town of the customer', ['customers.city']],
    ['客户名称', ['customers.name']],
    ['客户的城市', ['customers.city']],
    ['total of the order of the day', ['orders.total']],
    ['order of the day total', ['orders.total']],
  ])('are found as %s', (text, found) => {
    expect([...new Set(qualified(text))]).toEqual(found);
  });

  it.each(['customer registered', 'customer total', 'name of the', 'of the customer', '订单订单总额', '的名称', 'name of the of the customer', 'name customer'])('are not found in %s', (text) => {
    expect(qualified(text)).toEqual([]);
  });

  it('are known to whoever mends misspelt words', () => {
    const { trie, hanNames } = lexiconOf(model);
    expect(['of', 'the', "'s", '的'].filter((key) => trie.vocabulary.get(key) !== 'word')).toEqual([]);
    expect(hanNames.has('客户的名称')).toBe(true);
  });
});
