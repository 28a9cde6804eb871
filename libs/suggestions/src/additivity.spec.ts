import { plannedQuery, shop } from './fixture/shop';
import { isAdditive } from './additivity';

describe('the total over groups', () => {
  it.each<[string, boolean]>([
    ['各渠道的订单金额', true],
    ['各渠道的订单数', true],
    ['各城市的订单金额', true],
    ['各渠道的客单价', false],
    ['各渠道的单均', false],
    ['各渠道的买家数', false],
  ])('of %s is meaningful: %s', (question, additive) => {
    expect(isAdditive(plannedQuery(question, 'zh'), shop, 0)).toBe(additive);
  });

  it('is not meaningful if a row belongs to several groups', () => {
    const query = plannedQuery('各渠道的订单数', 'zh');
    const byCategory = { ...query, dimensions: [{ label: '品类', column: { table: 'items', column: 'category' } }] };
    expect(isAdditive(byCategory, shop, 0)).toBe(false);
  });

  it('is not meaningful without a model', () => {
    expect(isAdditive(plannedQuery('各渠道的订单数', 'zh'), null, 0)).toBe(false);
  });
});
