import type { Against, Filter, Measure, SemanticQuery } from '@querent/contracts';
import type { Reading } from '@querent/reading';

/** A reading on its way to the answer; decisions change its query. */
export interface Candidate {
  query: SemanticQuery;
  reading: Reading;
  /** The decisions made for it, as sentences for the answer. */
  disclosures: string[];
  /** Keys of the decisions that the asker has made: none is asked about twice. */
  decided: readonly string[];
}

/**
 * The query with each condition replaced, wherever it is: of rows, of related rows, of a share or of another figure. An
 * empty list removes the condition.
 */
export function withConditions(query: SemanticQuery, exchange: (filter: Filter) => readonly Filter[]): SemanticQuery {
  const deep = (filter: Filter): readonly Filter[] => {
    if (filter.kind === 'bound')
      return [{ ...filter, measure: measured(filter.measure), ...comparedWith(filter.against) }];
    if (filter.kind === 'compare_aggregate' && filter.among)
      return exchange({ ...filter, among: filter.among.flatMap(deep) });
    if (filter.kind !== 'exists' && filter.kind !== 'or') return exchange(filter);
    return [{ ...filter, filters: filter.filters.flatMap(deep) }];
  };
  const comparedWith = (against?: Against) =>
    against?.among && { against: { ...against, among: against.among.flatMap(deep) } };
  const measured = (measure: Measure): Measure => ({
    ...measure,
    ...(measure.per === undefined ? {} : { per: measured(measure.per) }),
    ...(measure.where === undefined ? {} : { where: measure.where.flatMap(deep) }),
    ...(measure.share?.where === undefined
      ? {}
      : { share: { ...measure.share, where: measure.share.where.flatMap(deep) } }),
  });
  return {
    ...query,
    filters: query.filters.flatMap(deep),
    measures: query.measures.map(measured),
    having: query.having.map((one) => ({ ...one, measure: measured(one.measure), ...comparedWith(one.against) })),
  };
}

/** All conditions of a query, including those of related rows and of shares. */
export function conditionsOf(query: SemanticQuery): Filter[] {
  const found: Filter[] = [];
  withConditions(query, (filter) => {
    found.push(filter);
    return [filter];
  });
  return found;
}
