import { detectLocale } from '@querent/language';
import { modelOf } from '@querent/model/fixture';
import type { PlanResult } from '@querent/contracts';
import { shapeOf } from '../../fixture/shape-of';
import { planQuestion } from '../../plan-question';

const MODEL = modelOf(
  {
    lamps: 'id integer, name text = Arc|Bell, state text = sold|stored, price numeric, buy_cost numeric',
    repairs: 'id integer, lamp_id integer > lamps, state text = open|closed, begun_on date',
  },
  {
    tables: {
      lamps: {
        label: { zh: '灯具', en: 'lamp' },
        kind: 'thing',
        columns: {
          name: { label: { zh: '灯具名称', en: 'lamp name' }, role: 'name' },
          state: {
            label: { zh: '灯具状态', en: 'lamp state' },
            synonyms: { zh: ['状态'], en: ['state'] },
            role: 'dimension',
          },
          price: { label: { zh: '售价', en: 'price' }, unit: { zh: '元', en: 'CNY' }, role: 'measure' },
          buy_cost: { label: { zh: '进价', en: 'purchase cost' }, unit: { zh: '元', en: 'CNY' }, role: 'measure' },
        },
      },
      repairs: {
        label: { zh: '维修', en: 'repair' },
        kind: 'event',
        columns: {
          state: { label: { zh: '维修状态', en: 'repair state' }, role: 'dimension' },
          begun_on: { label: { zh: '开始日期', en: 'start date' }, role: 'time' },
        },
      },
    },
  },
);

const planOf = (question: string): PlanResult =>
  planQuestion({
    question,
    locale: detectLocale(question),
    model: MODEL,
    today: '2026-11-24',
    timezone: 'UTC',
    choices: [],
  });
const groupOf = (question: string): unknown => {
  const plan = planOf(question);
  return plan.kind === 'planned'
    ? plan.query.dimensions.map(({ column }) => `${column.table}.${column.column}`)
    : plan.kind;
};

describe('a word that names a column of another thing', () => {
  it.each([
    ['number of repairs by state', ['repairs.state']],
    ['各状态的维修数', ['repairs.state']],
    ['number of lamps by state', ['lamps.state']],
  ])('the column of the named things is preferred: %s', (question, expected) => {
    expect(groupOf(question)).toEqual(expected);
  });
});

describe('“most expensive”', () => {
  it.each([['the most expensive lamp'], ['最便宜的灯具']])(
    '“most expensive” ranks by the selling price: %s',
    (question) => {
      const plan = planOf(question);

      expect(plan.kind === 'planned' && plan.query.order[0]?.by).toEqual({
        kind: 'column',
        column: { table: 'lamps', column: 'price' },
      });
      expect(shapeOf(plan)).toBe('lamps');
    },
  );
});
