import type { Measure, SemanticQuery } from '@querent/contracts';
import type { Definition, SemanticModel } from '@querent/model';

/** The query that calculates a definition over all rows: the figure of a metric, or the number of a filter's rows. */
export function definitionQuery({ kind, id }: Definition, model: SemanticModel): SemanticQuery | null {
  if (kind === 'entity') return queryOf({ kind: 'entity', name: id }, rowsOf(id));
  const table = kind === 'metric' ? model.metrics[id]?.table : model.terms[id]?.table;
  if (table === undefined || table === null) return null;
  const subject = { kind: 'table', name: table } as const;
  return kind === 'metric'
    ? queryOf(subject, { label: id, what: { kind: 'metric', id, form: 'value' } })
    : queryOf(subject, rowsOf(table), [{ kind: 'term', id, negated: false }]);
}

const rowsOf = (table: string): Measure => ({ label: table, what: { kind: 'aggregate', fn: 'count', table } });

const queryOf = (
  subject: SemanticQuery['subject'],
  measure: Measure,
  filters: SemanticQuery['filters'] = [],
): SemanticQuery => ({
  subject,
  strategy: 'summary',
  measures: [measure],
  dimensions: [],
  select: [],
  distinct: false,
  filters,
  having: [],
  compare: null,
  near: null,
  order: [],
  limit: null,
  limitPer: null,
});
