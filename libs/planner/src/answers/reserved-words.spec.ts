import type { SemanticModel } from '@querent/model';
import { modelOf } from '@querent/model/fixture';
import { planQuestion } from '../plan-question';

const TABLES = {
  customers: 'id integer, name text, level text = A|B, joined_on timestamptz',
  orders: 'id integer, customer_id integer > customers, amount numeric, level text = high|low, ordered_at timestamptz',
};

const SOUND = {
  tables: {
    customers: {
      label: { zh: '客户', en: 'customer' },
      columns: { name: { role: 'name' }, level: { label: { zh: '级别', en: 'level' } } },
    },
    orders: {
      label: { zh: '订单', en: 'order' },
      columns: { amount: { label: { zh: '金额', en: 'amount' } }, level: { label: { zh: '级别', en: 'level' } } },
    },
  },
  metrics: { revenue: { label: { zh: '销售额', en: 'revenue' }, expression: 'sum(orders.amount)' } },
  terms: { 老客户: { label: { en: 'loyal customers' }, filter: "customers.joined_on < date '2020-01-01'" } },
};

/** The correct model with some entries replaced. */
const brokenModel = (over: object): SemanticModel => modelOf(TABLES, { ...SOUND, ...over }, { mistakes: true });

const plan = (question: string, model: SemanticModel) =>
  planQuestion({
    question,
    locale: /\p{Script=Han}/u.test(question) ? 'zh' : 'en',
    model,
    today: '2026-03-01',
    timezone: 'UTC',
    choices: [],
  });

const brokenTerm = brokenModel({
  terms: { 老客户: { label: { en: 'loyal customers' }, filter: 'customers.joined_on <' } },
});
const brokenMetric = brokenModel({
  metrics: { revenue: { label: { zh: '销售额', en: 'revenue' }, expression: 'sum(orders.amont)' } },
});
const columns = (level: object) => ({
  tables: {
    ...SOUND.tables,
    customers: { label: { zh: '客户', en: 'customer' }, columns: { name: { role: 'name' }, level } },
  },
});
const brokenColumn = brokenModel(columns({ label: { zh: '级别', en: 'level' }, role: 'time' }));

describe('a question with the name of an entry that is not set up correctly', () => {
  const REFUSED: [question: string, model: SemanticModel, word: string][] = [
    ['老客户有多少', brokenTerm, '老客户'],
    ['2025年的老客户的订单金额', brokenTerm, '老客户'],
    ['how many loyal customers are there', brokenTerm, 'loyal customers'],
    ['How many Loyal Customers ordered last month?', brokenTerm, 'Loyal Customers'],
    ['销售额是多少', brokenMetric, '销售额'],
    ['revenues by month', brokenMetric, 'revenues'],
    ['what is the total revenue', brokenMetric, 'revenue'],
    ['how many loyal customer are there', brokenTerm, 'loyal customer'],
    ['top 3 customers by revenue', brokenMetric, 'revenue'],
    ['不是老客户的有多少', brokenTerm, '老客户'],
    ['revenue by month', brokenMetric, 'revenue'],
    ['各级别的客户数', brokenColumn, '级别'],
    ['客户级别有哪些', brokenColumn, '客户级别'],
    ['customers by level', brokenColumn, 'level'],
    ['number of orders by customer level', brokenColumn, 'customer level'],
  ];
  it.each(REFUSED)('“%s” is refused, as an entry is not set up correctly', (question, model, word) => {
    const made = plan(question, model);
    expect(made).toMatchObject({ kind: 'unsupported', conclusive: true, reason: expect.stringContaining(`“${word}”`) });
    expect(made.kind === 'unsupported' && made.reason).toMatch(
      /没有正确设置.*联系管理员|not set up correctly.*contact your administrator/i,
    );
  });

  it.each([
    ['客户有多少', brokenTerm],
    ['how many orders are there', brokenTerm],
    ['订单金额是多少', brokenMetric],
    ['各级别的订单数', brokenColumn],
    ['orders by level', brokenColumn],
    ['total amount by month', brokenColumn],
  ])('“%s” is not affected by a mistake in another entry', (question, model) => {
    expect(plan(question, model)).toMatchObject({ kind: 'planned' });
  });

  it('the same words are planned if the entry is correct', () => {
    for (const question of ['老客户有多少', 'revenue by month', 'customers by level'])
      expect(plan(question, modelOf(TABLES, SOUND)).kind).not.toBe('unsupported');
  });
});
