import type { Filter } from '@querent/contracts';
import type { SemanticModel } from '@querent/model';
import { plannedQuery, shop } from '../fixture/shop';
import { conditionWords } from './condition-words';

const [PAYER, KEY] = ['customers@orders@payer_id', { table: 'orders', column: 'payer_id' }];
const { customers } = shop.tables;
if (customers === undefined) throw new Error('The shop has customers');
const model: SemanticModel = {
  ...shop,
  tables: { ...shop.tables, [PAYER]: { ...customers, name: PAYER, role: { of: 'customers', key: KEY } } },
};
const inTable = (table: string): Filter => ({
  kind: 'compare',
  column: { table, column: 'city' },
  op: '=',
  value: '杭州市',
});

describe('words for the conditions of a query', () => {
  const wordsFor = (filters: Filter[], defaults: Filter[]) => {
    const query = { ...plannedQuery('订单数', 'zh'), filters };
    const days = { today: '2026-11-21', timezone: 'Asia/Shanghai' };
    return conditionWords({ query, model, locale: 'zh', texts: [], defaults, ...days }, query, null, 'labelled');
  };
  const NOTHING = { time: '', around: [], beside: [], where: [], instead: null };

  it.each<[string, Filter]>([
    ['itself', inTable('customers')],
    ['in a role', inTable(PAYER)],
    ['of those who play a role', { kind: 'exists', table: PAYER, filters: [inTable(PAYER)], negated: false }],
    [
      'in a role that a row need not have',
      { kind: 'or', filters: [{ kind: 'null', column: KEY, negated: false }, inTable(PAYER)] },
    ],
  ])('omit a default, which is applied automatically: %s', (_, filter) => {
    expect(wordsFor([filter], [inTable('customers')])).toEqual(NOTHING);
    expect(wordsFor([filter], [])).not.toEqual(NOTHING);
  });
});
