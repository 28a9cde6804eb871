import { type Dimension, type Order, type SemanticQuery, WITHOUT_FORMS } from '@querent/contracts';

/**
 * The query with other dimensions. Orders and the limit per group keep referring to the dimensions that remain. Without
 * dimensions there is one row, so that order, bounds and limits are removed.
 */
export function regrouped(query: SemanticQuery, dimensions: Dimension[]): SemanticQuery {
  if (dimensions.length === 0)
    return {
      ...query,
      dimensions,
      order: [],
      having: [],
      limit: null,
      limitPer: null,
      ...WITHOUT_FORMS,
      measures: query.measures.map(withoutShareOfTotal),
    };
  const stays = query.dimensions.map((one) => dimensions.indexOf(one));
  const limitPer = query.limitPer === null ? null : (stays[query.limitPer] ?? -1);
  const shift = query.series && stays[query.series.dimension];
  const series = query.series && shift !== undefined && shift >= 0 ? { ...query.series, dimension: shift } : undefined;
  const order = query.order
    .filter(({ by }) => series || query.compare || (by.kind !== 'change' && by.kind !== 'growth'))
    .flatMap((one) => moved(one, stays));
  const ranked: Order[] =
    order.length === 0 && query.measures.length > 0 && query.compare === null
      ? [{ by: { kind: 'measure', index: 0 }, direction: 'desc' }]
      : order;
  const lostRank = limitPer === -1 || (limitPer !== null && dimensions.length < 2);
  return { ...query, dimensions, series, order: ranked, limitPer: lostRank ? null : limitPer };
}

function moved(order: Order, stays: number[]): Order[] {
  if (order.by.kind !== 'dimension') return [order];
  const index = stays[order.by.index] ?? -1;
  return index === -1 ? [] : [{ ...order, by: { kind: 'dimension', index } }];
}

/** Removes the share of the total, which is always 100 % without groups. */
function withoutShareOfTotal(measure: SemanticQuery['measures'][number]): SemanticQuery['measures'][number] {
  if (measure.share?.of !== 'total') return measure;
  const { share: _share, ...whole } = measure;
  return whole;
}
