import { type Dimension, type Order, type SemanticQuery, WITHOUT_FORMS } from '@querent/contracts';

/**
 * The query under other groups: orders and the limit within groups follow the groups that stay; without groups nothing
 * is ranked.
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

/** The share of a total is a matter of groups: the whole is always all of it. */
function withoutShareOfTotal(measure: SemanticQuery['measures'][number]): SemanticQuery['measures'][number] {
  if (measure.share?.of !== 'total') return measure;
  const { share: _share, ...whole } = measure;
  return whole;
}
