import type { SemanticQuery } from '@querent/contracts';
import { modelOf } from '@querent/model/fixture';
import { canBeCompiled } from './eligible-readings';

const MODEL = modelOf(
  {
    towns: 'id integer, name text',
    roads: 'from_id* integer > towns, to_id* integer > towns',
    cooks: 'id integer, name text',
  },
  null,
);
const INPUT = { question: '', locale: 'en', model: MODEL, today: '2026-11-23', timezone: 'UTC', choices: [] } as const;
const QUERY: SemanticQuery = {
  subject: { kind: 'table', name: 'roads' },
  strategy: 'detail',
  measures: [],
  dimensions: [],
  select: [],
  distinct: false,
  filters: [],
  having: [],
  order: [],
  limit: null,
  limitPer: null,
  compare: null,
  near: null,
};

const can = (query: Partial<SemanticQuery>): boolean =>
  canBeCompiled({ ...QUERY, ...query }, { ...INPUT, choices: [] });

describe('canBeCompiled', () => {
  it('a query of rows and their related rows can be compiled', () => {
    expect(can({})).toBe(true);
  });
  it.each(['roads', 'cooks'])('a query with an unreachable related table cannot be compiled: %s', (table) => {
    expect(can({ filters: [{ kind: 'exists', table, filters: [], negated: false }] })).toBe(false);
  });
  it('a query with several join paths can be compiled, since the asker may choose one', () => {
    expect(
      can({ filters: [{ kind: 'compare', column: { table: 'towns', column: 'name' }, op: '=', value: 'Oslo' }] }),
    ).toBe(true);
  });
});
