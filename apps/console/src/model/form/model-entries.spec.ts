import { parseDocument } from 'yaml';
import type { Model } from '../live-model';
import { entriesOf, nameOf } from './model-entries';

const model: Model = {
  tables: {
    orders: {
      label: { en: 'orders' },
      columns: { id: { role: 'key' }, amount: { role: 'measure', label: { en: 'amount' } }, secret: {} },
    },
    log: { label: { en: 'log' } },
  },
  metrics: { revenue: { label: { en: 'revenue' } } },
};

const entries = (text: string) => entriesOf(parseDocument(text), model);

describe('the entries of a model', () => {
  it('are those of the file, then those of the database', () => {
    const file = 'tables: { orders: { label: { zh: 订单 }, columns: { secret: { role: hidden } } } }';
    expect(entries(file).map(({ path, isDerived }) => [path.join('.'), isDerived])).toEqual([
      ['tables.orders', false],
      ['tables.log', true],
      ['tables.orders.columns.amount', true],
    ]);
  });

  it('have the words of the file, and those of the database where it has none', () => {
    const [orders] = entries('tables: { orders: { synonyms: [order, 单子] } }');
    expect(orders).toMatchObject({ synonyms: { en: ['order', '单子'], zh: ['order', '单子'] } });
    expect(entries('tables: { orders: }').find(({ id }) => id === 'orders')?.label.en).toBe('orders');
  });

  it('leave out hidden tables with their columns', () => {
    expect(entries('tables: { orders: { hidden: true } }').map(({ id }) => id)).toEqual(['log']);
  });

  it('endure a file of any shape', () => {
    for (const text of [
      '',
      'tables: 1',
      'tables: [a]',
      'tables: { orders: 1 }',
      'metrics: { a: [1] }',
      'terms: { a: { label: 2 } }',
    ])
      expect(() => entries(text)).not.toThrow();
  });

  it('are named in the language of the reader, else in the other one, else by their id', () => {
    const [orders] = entries('tables: { orders: { label: { zh: 订单 } } }');
    expect(orders && [nameOf(orders, 'zh'), nameOf(orders, 'en')]).toEqual(['订单', '订单']);
    const [figure] = entries('metrics: { m1: { expression: x } }').filter(({ group }) => group === 'metrics');
    expect(figure && nameOf(figure, 'en')).toBe('m1');
  });
});
