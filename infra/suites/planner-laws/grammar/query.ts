import type { ColumnRef, Dimension, Filter, Grain, Measure, SemanticQuery } from '@querent/contracts';

/** Builders of parts of a semantic query, without labels for users. */
export function query(subject: string, parts: Partial<SemanticQuery> = {}): SemanticQuery {
  return {
    subject: { kind: 'table', name: subject },
    strategy: 'detail',
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
  };
}

export const measured = (what: Measure['what'], share?: Measure['share']): Measure => ({
  label: '',
  what,
  ...(share === undefined ? {} : { share }),
});

export const by = (column: ColumnRef, grain?: Grain): Dimension => ({
  label: '',
  column,
  ...(grain === undefined ? {} : { grain }),
});

export const during = (column: ColumnRef, from: string | null, to: string | null): Filter => ({
  kind: 'time',
  column,
  range: { from, to, label: '' },
  negated: false,
});
