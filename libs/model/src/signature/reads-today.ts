import {
  conditionsIn,
  conditionsOfOthers,
  conditionsWithin,
  figuresIn,
  type Filter,
  type Measure,
  type SemanticQuery,
} from '@querent/contracts';
import type { SemanticModel } from '../semantic-model';

/**
 * Whether the statement of a query depends on the day of its compilation, apart from the dates in the query: an
 * expression of the model uses `current_date`, a trend with an open end is filled up to today, or a year column is
 * filtered by a range that ends after today. In doubt, true.
 */
export function readsToday(query: SemanticQuery, model: SemanticModel, today: string): boolean {
  const asked = [...query.measures, ...query.having.map(({ measure }) => measure)];
  const filters = [...query.filters, ...asked.flatMap(conditionsIn), ...conditionsOfOthers(query)].flatMap(withNested);
  const measures = [
    ...asked,
    ...filters.flatMap((filter) => (filter.kind === 'bound' ? [filter.measure] : [])),
  ].flatMap(figuresIn);
  const ranges = [
    ...filters.flatMap((filter) => (filter.kind === 'time' ? [filter.range] : [])),
    ...(query.compare ? [query.compare.base, query.compare.current] : []),
  ];
  const isTrend = query.dimensions.some(({ grain }) => grain !== undefined);
  return (
    ranges.some(({ to }) => (to === null ? isTrend : to > today)) ||
    filters.some((filter) => filter.kind === 'term' && namesToday(model.terms[filter.id]?.filter)) ||
    measures.some(({ what }) => metricsOf(what, model).some((id) => namesToday(model.metrics[id]?.expression))) ||
    (query.subject.kind === 'entity' && namesToday(model.entities[query.subject.name]?.match))
  );
}

function withNested(filter: Filter): Filter[] {
  return [filter, ...conditionsWithin(filter).flatMap(withNested)];
}

/** The ids of a metric and of all its descendants. */
function metricsOf(what: Measure['what'], model: SemanticModel): string[] {
  if (what.kind !== 'metric') return [];
  const found = new Set([what.id]);
  for (const id of found) for (const child of Object.keys(model.metrics[id]?.children ?? {})) found.add(child);
  return [...found];
}

const namesToday = (expression: string | undefined): boolean =>
  expression !== undefined && /current_date/i.test(expression);
