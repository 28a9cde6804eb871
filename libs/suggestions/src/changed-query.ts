import { type Dimension, type Measure, type Order, type SemanticQuery, WITHOUT_FORMS } from '@querent/contracts';
import { plural } from '@querent/language';
import { labelOf, type SemanticModel } from '@querent/model';
import type { Asked } from './asked';

/** The same rows with other measures and groups, in the usual order. */
export function measured({ query, model }: Asked, measures: Measure[], dimensions: Dimension[] = []): SemanticQuery {
  const changed = {
    ...query,
    strategy: 'summary' as const,
    measures,
    dimensions,
    select: [],
    distinct: false,
    having: [],
    limit: null,
    limitPer: null,
    ...WITHOUT_FORMS,
  };
  return { ...changed, order: usualOrder(changed, model) };
}

/** The same rows as a list. */
export function listed({ query }: Asked): SemanticQuery {
  const strategy = query.near ? 'spatial' : query.subject.kind === 'entity' ? 'coverage' : 'detail';
  const order: Order[] = query.near ? [{ by: { kind: 'distance' }, direction: 'asc' }] : [];
  return {
    ...query,
    strategy,
    measures: [],
    dimensions: [],
    select: [],
    distinct: false,
    having: [],
    compare: null,
    order,
    limit: null,
    limitPer: null,
    ...WITHOUT_FORMS,
  };
}

/** A count of the subject's rows: the model's metric for it if there is one. */
export function countOf({ query, model, locale }: Asked): Measure {
  const { name } = query.subject;
  const own = Object.values(model.metrics).find(
    ({ table, expression }) => table === name && /^\s*count\s*\((?!\s*distinct)[^)]*\)\s*$/i.test(expression ?? ''),
  );
  if (own) return { label: labelOf(own, locale), what: { kind: 'metric', id: own.id, form: 'value' } };
  const thing = model.entities[name] ?? model.tables[name];
  const noun = thing ? labelOf(thing, locale) : '';
  return {
    label: { zh: `${noun}数量`, en: `number of ${plural(noun)}` }[locale],
    what: { kind: 'aggregate', fn: 'count', table: name },
  };
}

/** Usual order of a query: periods ascending, groups by the first measure descending, comparisons unordered. */
export function usualOrder(
  { measures, dimensions, compare }: Pick<SemanticQuery, 'measures' | 'dimensions' | 'compare'>,
  model: SemanticModel,
): Order[] {
  const time = dimensions.findIndex(
    ({ grain, column }) => grain !== undefined || model.tables[column.table]?.columns[column.column]?.isYear,
  );
  if (time >= 0) return [{ by: { kind: 'dimension', index: time }, direction: 'asc' }];
  return measures.length > 0 && dimensions.length > 0 && compare === null
    ? [{ by: { kind: 'measure', index: 0 }, direction: 'desc' }]
    : [];
}
