import { FORMAT, formatOf } from './format';
import type { Filter, SemanticQuery } from './semantic-query';

const column = { table: 'visits', column: 'cost' };
const query = (parts: Partial<SemanticQuery>): SemanticQuery => ({
  subject: { kind: 'table', name: 'visits' },
  strategy: 'summary',
  measures: [],
  dimensions: [],
  select: [],
  distinct: false,
  filters: [],
  having: [],
  compare: null,
  near: null,
  order: [],
  limit: null,
  limitPer: null,
  ...parts,
});
const ofFilter = (filter: Filter): number => formatOf({ semanticQuery: query({ filters: [filter] }), context: null });
const cost = { label: 'cost', what: { kind: 'aggregate' as const, fn: 'sum' as const, table: 'visits', column } };
const mornings: Filter = {
  kind: 'recurring',
  column: { table: 'visits', column: 'at' },
  times: { unit: 'time_of_day', from: 360, to: 720 },
  negated: false,
};

describe('the format of a run', () => {
  it('is the oldest one if an older version can read the question', () => {
    expect(formatOf({ semanticQuery: null, context: null })).toBe(1);
    expect(ofFilter({ kind: 'compare', column, op: '>', value: 5 })).toBe(1);
    expect(ofFilter({ kind: 'compare_aggregate', column, op: '>', fn: 'avg' })).toBe(1);
    expect(ofFilter({ kind: 'bound', thing: 'clients', measure: cost, op: '>', value: 5 })).toBe(1);
  });

  it('is the newest one if a bound is compared with others, because an older version would read a plain number', () => {
    expect(ofFilter({ kind: 'compare_aggregate', column, op: '>', fn: 'avg', times: 2 })).toBe(FORMAT);
    expect(ofFilter({ kind: 'compare_aggregate', column, op: '>', fn: 'max', among: [] })).toBe(FORMAT);
    expect(
      ofFilter({ kind: 'bound', thing: 'clients', measure: cost, op: '>', value: 1, against: { fn: 'avg' } }),
    ).toBe(FORMAT);
    const having = [{ measure: cost, op: '>' as const, value: 1, against: { fn: 'avg' as const } }];
    expect(formatOf({ semanticQuery: query({ having }), context: null })).toBe(FORMAT);
  });

  it('is the newest one for recurring times, also nested and in the previous question', () => {
    expect(ofFilter(mornings)).toBe(FORMAT);
    expect(
      ofFilter({ kind: 'exists', table: 'visits', filters: [{ kind: 'or', filters: [mornings] }], negated: false }),
    ).toBe(FORMAT);
    const narrowed = query({ measures: [{ ...cost, where: [mornings] }] });
    expect(formatOf({ semanticQuery: null, context: { runId: 'r', question: 'q', query: narrowed } })).toBe(FORMAT);
  });
});
