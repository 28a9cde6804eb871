import type { SchemaSnapshot, SnapshotColumn } from '@querent/contracts';
import { parseModelFile, planQuestion, resolveModel, type SemanticModel } from '@querent/semantic';
import { isAdditive } from '../answer/additivity';
import { followUpQuestions } from './follow-up-questions';

const column = (name: string, type: string, category: SnapshotColumn['category'], more: Partial<SnapshotColumn> = {}): SnapshotColumn => ({ name, type, category, nullable: false, comment: null, ...more });
const table = (name: string, columns: SnapshotColumn[], foreignKeys: SchemaSnapshot['tables'][number]['foreignKeys'] = []): SchemaSnapshot['tables'][number] => ({
  name, kind: 'table', comment: null, estimatedRows: 1000, primaryKey: ['id'], uniqueKeys: [], foreignKeys, columns: [column('id', 'integer', 'integer'), ...columns],
});

const snapshot: SchemaSnapshot = {
  connection: 'shop', schema: 'public', takenAt: '2026-01-01T00:00:00.000Z', serverVersion: '15', hasPostgis: false, fingerprint: 'f',
  tables: [
    table('customers', [column('kind', 'text', 'text', { values: ['VIP', 'Normal'], valuesComplete: true }), column('city', 'text', 'text', { values: ['杭州市', '北京市'], valuesComplete: true })]),
    table('orders', [column('customer_id', 'integer', 'integer'), column('amount', 'numeric', 'numeric'), column('channel', 'text', 'text', { values: ['app', 'web'], valuesComplete: true }), column('ordered_at', 'date', 'date', { min: '2023-01-01', max: '2026-11-21' })], [
      { columns: ['customer_id'], toTable: 'customers', toColumns: ['id'] },
    ]),
    table('items', [column('order_id', 'integer', 'integer'), column('category', 'text', 'text', { values: ['书', '茶'], valuesComplete: true })], [{ columns: ['order_id'], toTable: 'orders', toColumns: ['id'] }]),
  ],
};

const file = parseModelFile({
  defaultLocale: 'zh',
  timezone: 'Asia/Shanghai',
  tables: {
    customers: { label: { zh: '客户', en: 'customer' }, synonyms: { en: ['customers'] }, columns: { kind: { label: { zh: '客户类型', en: 'customer type' }, role: 'dimension' }, city: { label: { zh: '城市', en: 'city' }, role: 'dimension' } } },
    orders: { label: { zh: '订单', en: 'order' }, synonyms: { en: ['orders'] }, defaultTime: 'orders.ordered_at', columns: { channel: { label: { zh: '渠道', en: 'channel' }, role: 'dimension' }, ordered_at: { label: { zh: '下单日期', en: 'order date' }, role: 'time' } } },
    items: { label: { zh: '明细', en: 'item' }, columns: { category: { label: { zh: '品类', en: 'category' }, role: 'dimension' } } },
  },
  metrics: {
    order_amount: { label: { zh: '订单金额', en: 'order amount' }, expression: 'sum(orders.amount)' },
    order_count: { label: { zh: '订单数', en: 'number of orders' }, expression: 'count(orders.id)' },
    average: { label: { zh: '客单价', en: 'average order value' }, expression: 'avg(orders.amount)' },
    per_order: { label: { zh: '单均', en: 'per order' }, expression: 'sum(orders.amount) / nullif(count(orders.id), 0)' },
    buyers: { label: { zh: '买家数', en: 'buyers' }, expression: 'count(DISTINCT orders.customer_id)' },
  },
});

const model = ((): SemanticModel => {
  if (!file.ok) throw new Error(JSON.stringify(file.problems));
  const resolved = resolveModel({ connection: 'shop', snapshot, file: file.file });
  if (resolved.problems.length > 0) throw new Error(JSON.stringify(resolved.problems));
  return resolved.model;
})();

const planned = (question: string, locale: 'zh' | 'en') => {
  const plan = planQuestion({ question, locale, model, today: '2026-11-21', timezone: 'Asia/Shanghai', choices: [] });
  if (plan.kind !== 'planned') throw new Error(`${question}: ${plan.kind}`);
  return plan.query;
};
const after = (question: string, locale: 'zh' | 'en'): string[] => followUpQuestions({ question, locale, today: '2026-11-21', timezone: 'Asia/Shanghai', model, query: planned(question, locale) });

describe('follow-up questions', () => {
  it.each<[string, 'zh' | 'en', string]>([
    ['今年的订单金额', 'zh', '去年的订单金额'],
    ['今年的订单金额', 'zh', '今年各渠道的订单金额'],
    ['订单数', 'zh', '今年每个月的订单数趋势'],
    ['order amount last month', 'en', 'order amount this month'],
    ['number of orders this year', 'en', 'number of orders by channel this year'],
    ['今年的订单金额', 'zh', '今年各客户类型的订单金额'],
    ['今年和去年的订单金额对比', 'zh', '各渠道今年和去年的订单金额对比'],
    ['客户列表', 'zh', '各城市的客户数量'],
    ['杭州市的客户有哪些', 'zh', '杭州市的客户有多少个'],
  ])('to %s (%s) hold %s', (question, locale, expected) => {
    expect(after(question, locale)).toContain(expected);
  });

  it.each<[string, 'zh' | 'en']>([['今年的订单金额', 'zh'], ['各渠道的订单数', 'zh'], ['order amount by channel this year', 'en'], ['杭州市有多少客户', 'zh'], ['客户列表', 'zh']])(
    'to %s are at most three, each planned without asking, and none the same question again',
    (question, locale) => {
      const found = after(question, locale);
      expect(found.length).toBeLessThanOrEqual(3);
      expect(new Set([question, ...found]).size).toBe(found.length + 1);
      for (const one of found) expect(() => planned(one, locale)).not.toThrow();
    },
  );

  it('are none without a query or a model', () => {
    const input = { question: '今年的订单金额', locale: 'zh' as const, today: '2026-11-21', timezone: 'Asia/Shanghai' };
    expect(followUpQuestions({ ...input, query: null, model })).toEqual([]);
    expect(followUpQuestions({ ...input, query: planned('今年的订单金额', 'zh'), model: null })).toEqual([]);
  });
});

describe('the total over groups', () => {
  it.each<[string, boolean]>([
    ['各渠道的订单金额', true],
    ['各渠道的订单数', true],
    ['各城市的订单金额', true],
    ['各渠道的客单价', false],
    ['各渠道的单均', false],
    ['各渠道的买家数', false],
  ])('of %s means something: %s', (question, additive) => {
    expect(isAdditive(planned(question, 'zh'), model, 0)).toBe(additive);
  });

  it('means nothing where one row falls into several groups', () => {
    const query = planned('各渠道的订单数', 'zh');
    const byCategory = { ...query, dimensions: [{ label: '品类', column: { table: 'items', column: 'category' } }] };
    expect(isAdditive(byCategory, model, 0)).toBe(false);
  });

  it('is not claimed without a model', () => {
    expect(isAdditive(planned('各渠道的订单数', 'zh'), null, 0)).toBe(false);
  });
});
