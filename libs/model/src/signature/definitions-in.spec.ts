import type { Filter, Measure, SemanticQuery } from '@querent/contracts';
import { modelOf } from '../fixture/model-of';
import { definitionsIn, definitionsOf } from './definitions-in';

const model = modelOf(
  { orders: 'id integer, customer_id integer > customers, total numeric', customers: 'id integer, city text' },
  {
    metrics: {
      revenue: { label: { en: 'revenue' }, expression: 'sum(orders.total)' },
      margin: { label: { en: 'margin' }, expression: 'avg(orders.total)' },
      score: { label: { en: 'score' }, children: { revenue: 0.5, margin: 0.5 } },
    },
    terms: {
      large: { label: { en: 'large orders' }, filter: 'orders.total > 100' },
      local: { label: { en: 'local' }, filter: "customers.city = 'Rome'" },
    },
  },
);
const metric = (id: string): Measure => ({ label: id, what: { kind: 'metric', id, form: 'value' } });
const term = (id: string): Filter => ({ kind: 'term', id, negated: false });
const query = (more: Partial<SemanticQuery>): SemanticQuery => ({
  ...{ subject: { kind: 'table', name: 'orders' }, strategy: 'summary', measures: [], dimensions: [], select: [] },
  ...{ distinct: false, filters: [], having: [], compare: null, near: null, order: [], limit: null, limitPer: null },
  ...more,
});
const idsIn = (more: Partial<SemanticQuery>): string[] => definitionsIn(query(more), model).map(({ id }) => id);

describe('the definitions that a query contains', () => {
  it.each<[string, Partial<SemanticQuery>, string[]]>([
    ['a metric', { measures: [metric('revenue')] }, ['revenue']],
    ['the children of a composite metric', { measures: [metric('score')] }, ['revenue', 'margin']],
    ['a divisor', { measures: [{ ...metric('revenue'), per: metric('margin') }] }, ['revenue', 'margin']],
    [
      'the condition of a figure',
      { measures: [{ ...metric('revenue'), where: [term('local')] }] },
      ['revenue', 'local'],
    ],
    ['a bound on groups', { having: [{ measure: metric('margin'), op: '>', value: 1 }] }, ['margin']],
    ['alternatives', { filters: [{ kind: 'or', filters: [term('large'), term('local')] }] }, ['large', 'local']],
    [
      'a bound on a thing',
      { filters: [{ kind: 'bound', thing: 'customers', measure: metric('revenue'), op: '>', value: 1 }] },
      ['revenue'],
    ],
    [
      'none for a plain count',
      { measures: [{ label: '', what: { kind: 'aggregate', fn: 'count', table: 'orders' } }] },
      [],
    ],
  ])('include %s', (_what, more, ids) => {
    expect(idsIn(more)).toEqual(ids);
  });

  it('are all in the definitions of the model, with their SQL', () => {
    expect(definitionsOf(model).map(({ kind, id, sql }) => [kind, id, sql])).toEqual([
      ['metric', 'revenue', 'sum(orders.total)'],
      ['metric', 'margin', 'avg(orders.total)'],
      ['term', 'large', 'orders.total > 100'],
      ['term', 'local', "customers.city = 'Rome'"],
    ]);
  });
});
