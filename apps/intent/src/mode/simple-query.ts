import { type Filter, isPlainFigure, type Measure, type SemanticQuery } from '@querent/contracts';

/**
 * One number, or one list of one kind of things: nothing is grouped, compared, shared, ranked over groups or searched
 * around a place.
 */
export function isSimple(query: SemanticQuery): boolean {
  const grouped =
    query.dimensions.length > 0 || query.having.length > 0 || query.limitPer !== null || query.series !== undefined;
  return (
    !grouped &&
    query.compare === null &&
    query.near === null &&
    query.measures.length <= 1 &&
    query.measures.every(isPlain) &&
    query.filters.every(isOfItsOwn)
  );
}

const isPlain = (measure: Measure): boolean => isPlainFigure(measure) && (measure.where ?? []).length === 0;

/** A condition on the things themselves, not on what is related to them or on all of them together. */
function isOfItsOwn(filter: Filter): boolean {
  if (filter.kind === 'or') return filter.filters.every(isOfItsOwn);
  return (
    filter.kind !== 'exists' &&
    filter.kind !== 'bound' &&
    filter.kind !== 'compare_aggregate' &&
    filter.kind !== 'compare_columns'
  );
}
