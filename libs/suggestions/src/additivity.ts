import { isPlainFigure, type SemanticQuery } from '@querent/contracts';
import { AGGREGATES, looksUp, type SemanticModel } from '@querent/model';

/**
 * Whether a measure is additive over the query's groups. Only sums and plain counts are, and only if every row belongs
 * to exactly one group: an order with products of two categories is counted in both.
 */
export function isAdditive(query: SemanticQuery | null, model: SemanticModel | null, index: number): boolean {
  const measure = query?.measures[index];
  if (!query || !model || !measure || !isPlainFigure(measure)) return false;
  const home = homeOf(measure.what, model);
  if (home === null) return false;
  return query.dimensions.every(
    ({ column }) =>
      column.table === home || Object.hasOwn(model.entities, column.table) || looksUp(model.joins, home, column.table),
  );
}

/** The table whose rows an additive measure adds up; null if the measure is not a sum or count. */
function homeOf(what: SemanticQuery['measures'][number]['what'], model: SemanticModel): string | null {
  if (what.kind === 'aggregate') return AGGREGATES[what.fn].additive ? what.table : null;
  const metric = model.metrics[what.id];
  const adds =
    /^\s*(sum|count)\s*\(/i.test(metric?.expression ?? '') && !/distinct|\/|\)\s*[-+*]/i.test(metric?.expression ?? '');
  return adds ? (metric?.table ?? null) : null;
}
