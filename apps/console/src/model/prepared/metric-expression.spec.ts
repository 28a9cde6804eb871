import { metricExpression, metricId } from './metric-expression';

describe('a new figure', () => {
  it('is calculated from a column, whose name is quoted if it must be', () => {
    expect(metricExpression('sum', 'orders', 'amount')).toBe('sum(orders.amount)');
    expect(metricExpression('count', 'sales.Orders', '客户"')).toBe('count(DISTINCT sales."Orders"."客户""")');
  });

  it('gets an id that no other figure has', () => {
    expect(metricId('Net proceeds!', new Set())).toBe('net_proceeds');
    expect(metricId('收入', new Set(['收入']))).toBe('收入_2');
    expect(metricId('?', new Set())).toBe('figure');
  });
});
